// The key of a seat on the other pages: taken out of the address, as on a replay.

import { Key } from "./client.js";
import { read } from "./moment.js";

/** The key of this tab for a game; another key in the address reloads the page. */
export function seatKey(game) {
  const { key } = read(window.location);
  const kept = new Key(game);
  if (key) {
    kept.take(key);
    history.replaceState(null, "", `${window.location.pathname}${window.location.search}`); // no failure leaves it there
  }
  window.addEventListener("hashchange", () => read(window.location).key && window.location.reload());
  return kept;
}
