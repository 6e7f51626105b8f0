/** Sends the README's requests and plays two games with the generated types, and prints what came of it as JSON.
 *
 * `play.ts ADDRESS`: a game of A Knight's Duty to victory, and a Season of Heirless with a promise and a vote.
 */

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

type Schemas = components["schemas"];
type Decision = Schemas["Decision"];
type Sent = Schemas["DecisionToMake"]["decision"];
type LogItem = Schemas["LogItem"];
type Api = ReturnType<typeof createClient<paths>>;

const MOST_DECISIONS = 2_000;
const MOST_GAMES = 40;

function known<T>(answered: { data?: T; error?: unknown }): T {
  if (answered.data === undefined) throw new Error(JSON.stringify(answered.error));
  return answered.data;
}

/** The same numbers for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Follows a game with the key of a seat. */
class Stream {
  readonly items: LogItem[] = [];
  readonly ended: Promise<void>;

  constructor(address: string, game: string, key: string) {
    this.ended = this.follow(`${address}/v1/games/${game}/stream`, key);
  }

  private async follow(way: string, key: string): Promise<void> {
    const sent = await fetch(way, { headers: { Authorization: `Bearer ${key}` } });
    if (sent.body === null) throw new Error("no stream");
    let rest = "";
    for await (const text of sent.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (!line.startsWith("data: ")) continue;
        const item = JSON.parse(line.slice(6)) as LogItem;
        if ("event" in item) this.items.push(item); // not a checkpoint of the log
      }
    }
  }

  get positions(): number[] {
    return this.items.map((each) => each.event.n);
  }

  /** What has happened, by the kinds of events of the rules. */
  kinds(after = 0): Set<string> {
    const found = new Set<string>();
    for (const { event } of this.items)
      if (event.type === "game.outcome/1" && event.n > after)
        for (const each of event.data.consequences) found.add(each.event.kind);
    return found;
  }
}

class Table {
  readonly game: string;
  readonly stream: Stream;
  private readonly seats: Record<string, Api>;

  private constructor(game: string, seats: Record<string, Api>, stream: Stream) {
    this.game = game;
    this.seats = seats;
    this.stream = stream;
  }

  static async opened(address: string, body: Schemas["GameToOpen"]): Promise<Table> {
    const anyone = createClient<paths>({ baseUrl: address });
    const named = { body, params: { header: { "idempotency-key": crypto.randomUUID() } } };
    const { game, keys } = known(await anyone.POST("/v1/games", named));
    const again = known(await anyone.POST("/v1/games", named));
    if (again.game !== game || again.keys.host !== keys.host) throw new Error("opened twice");
    const seats = Object.fromEntries(
      Object.entries(keys.seats).map(([seat, key]) => [
        seat,
        createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${key}` } }),
      ]),
    );
    const first = Object.values(keys.seats)[0];
    if (first === undefined) throw new Error("no key");
    return new Table(game, seats, new Stream(address, game, first));
  }

  seat(name: string): Api {
    const api = this.seats[name];
    if (api === undefined) throw new Error(`no seat ${name}`);
    return api;
  }

  async head(): Promise<Schemas["Head"]> {
    const api = Object.values(this.seats)[0];
    if (api === undefined) throw new Error("no seat");
    return known(await api.GET("/v1/games/{game}", { params: { path: { game: this.game } } }));
  }

  async may(seat: string): Promise<Decision[]> {
    const way = { params: { path: { game: this.game } } };
    return known(await this.seat(seat).GET("/v1/games/{game}/options", way)).listed ?? [];
  }

  async decides(seat: string, decision: Sent): Promise<void> {
    const params = { path: { game: this.game }, header: { "if-match": "*" } };
    const body = { decision } as Schemas["DecisionToMake"]; // an option names its kind, not its edition
    known(await this.seat(seat).POST("/v1/games/{game}/decisions", { params, body }));
  }

  /** Play on at random, but nobody agrees to end the game, until it is over or stops. */
  async played(seed: number, stops: () => boolean): Promise<void> {
    const rolled = dice(seed);
    for (let made = 0; made < MOST_DECISIONS; made += 1) {
      const head = await this.head();
      if (head.closed || stops()) return;
      const seat = head.to_act[rolled(head.to_act.length)] ?? "";
      const may = (await this.may(seat)).filter((each) => each.kind !== "agree_to_end");
      const chosen = may[rolled(may.length)];
      if (chosen === undefined) throw new Error("nothing can be decided");
      await this.decides(seat, chosen);
    }
    throw new Error("the game goes on for ever");
  }
}

/** The positions that a client without a key is sent, with a ticket that a seat has got for it. */
async function byTicket(table: Table, address: string, after: number): Promise<number[]> {
  const asking = { params: { path: { game: table.game } }, body: { after } };
  const { ticket } = known(await table.seat("ash").POST("/v1/games/{game}/stream/tickets", asking));
  const sent = await fetch(`${address}/v1/games/${table.game}/stream?ticket=${ticket}`);
  return [...(await sent.text()).matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
}

async function theReadmesRequests(address: string): Promise<object> {
  const opening: Schemas["GameToOpen"] = {
    edition: "knights_duty/1",
    components: "knights-duty-sample-1",
    seats: [{ seat: "ash" }, { seat: "birch" }],
  };
  const table = await Table.opened(address, opening);
  const params = { path: { game: table.game }, header: { "if-match": '"1"' } };
  const body: Schemas["DecisionToMake"] = { decision: { kind: "choose_clan", clan: "red" } };
  const step = known(await table.seat("ash").POST("/v1/games/{game}/decisions", { params, body }));
  return { sent: [opening, body], position: "position" in step ? step.position : 0 };
}

async function aKnightsDuty(address: string): Promise<object> {
  const seats = [{ seat: "ash" }, { seat: "birch" }];
  for (let seed = 0; seed < MOST_GAMES; seed += 1) {
    const opening = { edition: "knights_duty/1", components: "knights-duty-sample-1", seats };
    const table = await Table.opened(address, opening as Schemas["GameToOpen"]);
    await table.played(seed, () => false);
    const { position, standing } = await table.head();
    if (standing.ending?.outcome === "victory") {
      await table.stream.ended;
      const { outcome, winners } = standing.ending;
      const followed = table.stream.positions;
      return { outcome, winners, position, followed, by_ticket: await byTicket(table, address, position - 3) };
    }
  }
  throw new Error("nobody won");
}

async function aSeasonOfHeirless(address: string): Promise<object> {
  const seats = [{ seat: "ash" }, { seat: "birch" }, { seat: "cedar" }];
  const opening = { edition: "heirless/e1", components: "heirless-sample-1", seats };
  const table = await Table.opened(address, opening as Schemas["GameToOpen"]);
  const { game } = table;
  const header = { "if-match": "*" };
  const letter = "ash promises birch to give 2 wolf0 to birch by the end of season 1.";
  const offering = { params: { path: { game }, header }, body: { letter } };
  const { promise } = known(await table.seat("ash").POST("/v1/games/{game}/promises", offering)).promise;
  for (const each of ["ash", "birch"]) {
    const signing = { params: { path: { game, promise }, header }, body: {} };
    known(await table.seat(each).POST("/v1/games/{game}/promises/{promise}/signatures", signing));
  }
  const wolves: Schemas["HeirlessDecisionThing"] = { kind: "resource", item: "wolf0", count: 2, replaces: null };
  await table.decides("ash", {
    kind: "haggle",
    terms: [{ giver: "ash", taker: "birch", things: [wolves] }],
  });
  await table.decides("birch", { kind: "accept", offer: 1 });
  await table.decides("ash", { kind: "enact", law: "Muster" });
  for (;;) {
    const [seat] = (await table.head()).to_act;
    const vote = seat === undefined ? undefined : (await table.may(seat)).find((each) => each.kind === "vote");
    if (seat === undefined || vote === undefined) break;
    await table.decides(seat, vote);
  }
  await table.played(1, () => table.stream.kinds(2).has("season_began"));
  const reached = (await table.head()).position;
  const auditing = { params: { path: { game, promise } } };
  const { audit } = known(await table.seat("ash").GET("/v1/games/{game}/promises/{promise}/audit", auditing));
  return {
    promise: audit.status,
    kinds: [...table.stream.kinds()].sort(),
    position: reached,
    followed: table.stream.positions,
  };
}

const [, , address = ""] = process.argv;
const readme = await theReadmesRequests(address);
const duty = await aKnightsDuty(address);
console.log(JSON.stringify({ readme, duty, season: await aSeasonOfHeirless(address) }));
process.exit(0);
