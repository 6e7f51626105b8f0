// A position, a word or a clause, found among what may be told.

import { getOfGame } from "../shared/client.js";

/** The next place after the position, else the first one from the beginning; nothing if there is none. */
async function findPosition(words, { game, key, position, upto }) {
  if (/^\d{1,6}$/.test(words)) return Math.min(Number(words), upto);
  for (const after of [position, 0]) {
    const { places } = await getOfGame(game, "/timeline", key, { says: words, after, limit: 1 });
    if (places.length && places[0].position <= upto) return places[0].position;
  }
  return null;
}

/** Go where it is, or say that it is nowhere. */
export async function find(words, replay) {
  if (!words) return;
  const found = await findPosition(words, replay);
  if (found !== null) await replay.go(found);
  else replay.notices.say(`Nothing ${replay.spoilers ? "so far " : ""}matches “${words}”`);
}
