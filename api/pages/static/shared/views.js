// The viewers of a game, and what they are called.

import { make } from "./make.js";
import { viewerName } from "./names.js";

const UNSEATED = ["public", "table", "holder"];

/** An option for each seat, open or not yet, and for every other view that is open. */
export function views(seats, may, viewer) {
  const all = ["public", ...seats, "table", "holder"].filter((each) => may.includes(each) || seats.includes(each));
  return all.map((each) => make("option", { value: each, disabled: !may.includes(each), selected: each === viewer }, viewerName(each)));
}

/** The views to offer; while the end is hidden, only those that are open in a running game. */
export function openViews({ as, may_look_as: may }, isEndHidden, viewer) {
  return isEndHidden ? may.filter((each) => each === "public" || each === as || each === viewer) : may;
}

/** Why this view is not open now. */
export function closedViewText(seats, viewer) {
  return seats.includes(viewer) || UNSEATED.includes(viewer)
    ? `Before the end of the game, only ${viewerName(viewer)} may see this view.`
    : `This game has no viewer “${viewer}”.`;
}

/** The number of a seat, by which it has its colour; false for others who write events. */
export function seatNumber(players, by) {
  const seat = [...players.keys()].indexOf(by);
  return seat >= 0 && String(seat);
}
