// The keys of games that this browser holds: of its own seats, and of seats to which it is to invite others.
// They are in local storage, a record a game; where that is refused, in the tab's; else in memory, until the page ends.

import { withStorage } from "./storage.js";

const PREFIX = "oathbook keys of ";
const memory = new Map();

/** The keys of this browser's own seats, `{seat: key}`; the host's is under the empty name. */
export function keptKeys(game) {
  return keysOf(game, (seat, { invited }) => !invited.includes(seat));
}

/** The keys of the seats to which others are to be invited, `{seat: key}`. */
export function invitations(game) {
  return keysOf(game, (seat, { invited }) => invited.includes(seat));
}

/**
 * Keep keys beside those that are kept, and return whether they outlast the page. They are of this browser's own seats
 * but for those that `about.invited` names. `about` may also say the `title` of the game, its `seats` in order as
 * `{seat, player}`, and the `page` on which it is played here.
 */
export function keepKeys(game, keys, { invited = [], ...about } = {}) {
  const before = recordOf(game) ?? { title: "", seats: [], keys: {}, invited: [], since: Date.now() };
  const others = before.invited.filter((seat) => !(seat in keys));
  return write(game, { ...before, ...about, keys: { ...before.keys, ...keys }, invited: [...others, ...invited] });
}

/** Forget the key of a seat, or without a seat all keys of a game. */
export function forgetKeys(game, seat = undefined) {
  const record = recordOf(game);
  if (!record) return;
  const keys = Object.fromEntries(Object.entries(record.keys).filter(([each]) => seat !== undefined && each !== seat));
  if (Object.keys(keys).length) write(game, { ...record, keys, invited: record.invited.filter((each) => each !== seat) });
  else remove(game);
}

/** The games of which this browser holds keys, the newest first: `{game, title, seats, page}`. */
export function keptGames() {
  const slots = new Set([...slotsIn("localStorage"), ...slotsIn("sessionStorage"), ...memory.keys()]);
  const games = [...slots].map((slot) => slot.slice(PREFIX.length)).map((game) => ({ game, ...recordOf(game) }));
  return games.filter(({ keys }) => keys).sort((one, other) => other.since - one.since).map(({ game, title, seats, page }) => ({ game, title, seats, page }));
}

function keysOf(game, isWanted) {
  const record = recordOf(game);
  return Object.fromEntries(Object.entries(record?.keys ?? {}).filter(([seat]) => isWanted(seat, record)));
}

function recordOf(game) {
  const slot = PREFIX + game;
  const found = (where) => withStorage((window) => JSON.parse(window[where].getItem(slot)));
  return found("localStorage") ?? found("sessionStorage") ?? memory.get(slot) ?? null;
}

function write(game, record) {
  const slot = PREFIX + game;
  const put = (where) => withStorage((window) => (window[where].setItem(slot, JSON.stringify(record)), true));
  if (put("localStorage") ?? put("sessionStorage")) return true;
  memory.set(slot, record);
  return false;
}

function remove(game) {
  const slot = PREFIX + game;
  for (const where of ["localStorage", "sessionStorage"]) withStorage((window) => window[where].removeItem(slot));
  memory.delete(slot);
}

function slotsIn(where) {
  return (withStorage((window) => Object.keys(window[where])) ?? []).filter((each) => each.startsWith(PREFIX));
}
