// Replays a log of moves with boardgame.io's own reducer: node boardgame.mjs FOLDER MOVES RUNS
// FOLDER is where boardgame.io is installed. Prints the seconds that each run took, as JSON.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [folder, moves, runs] = process.argv.slice(2);
const require = createRequire(join(resolve(folder), "here.js"));
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require("boardgame.io/internal");

// Two players claim spaces of a board of 19 x 17 in turn; whoever claims one has a point.
const game = ProcessGameConfig({
  name: "claims",
  setup: () => ({ spaces: {}, scores: [0, 0] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    claim: ({ G, playerID }, x, y) => {
      G.spaces[`${x},${y}`] = playerID;
      G.scores[Number(playerID)] += 1;
    },
  },
});

const first = InitializeGame({ game, numPlayers: 2 });
const reducer = CreateGameReducer({ game });
const log = Array.from({ length: Number(moves) }, (_, number) => ({
  type: "MAKE_MOVE",
  payload: { type: "claim", args: [(number * 7) % 19, (number * 5) % 17], playerID: String(number % 2) },
}));

const replayed = () => log.reduce(reducer, first);
const end = replayed();
if (end._stateID !== first._stateID + log.length || end.G.scores[0] + end.G.scores[1] !== log.length) {
  throw new Error("the log was not replayed to its end");
}
const seconds = Array.from({ length: Number(runs) }, () => {
  const began = process.hrtime.bigint();
  replayed();
  return Number(process.hrtime.bigint() - began) / 1e9;
});
console.log(JSON.stringify(seconds));
