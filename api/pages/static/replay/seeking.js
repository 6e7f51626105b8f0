// A position, a word or a clause, found among what may be told.

import { ask } from "../shared/asking.js";

/** Where what is sought is: behind the position first, then from the beginning; nothing where it is nowhere. */
async function sought(words, { game, key, position, upto }) {
  if (/^\d{1,6}$/.test(words)) return Math.min(Number(words), upto);
  for (const after of [position, 0]) {
    const { places } = await ask(game, "/timeline", key, { says: words, after, limit: 1 });
    if (places.length && places[0].position <= upto) return places[0].position;
  }
  return null;
}

/** Go where it is, or say that it is nowhere. */
export async function find(words, replay) {
  if (!words) return;
  const found = await sought(words, replay);
  if (found !== null) await replay.go(found);
  else replay.notices.say(`Nothing ${replay.spoilers ? "so far " : ""}says “${words}”`);
}
