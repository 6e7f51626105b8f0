// Whose eyes there are to look through.

import { make } from "./make.js";

const OTHERS = new Map([
  ["public", "the public"],
  ["table", "the table"],
  ["holder", "everything"],
]);

/** An option for each seat, open or not yet, and for everybody else whose view is open. */
export function views(seats, may, viewer) {
  const all = ["public", ...seats, "table", "holder"].filter((each) => may.includes(each) || seats.includes(each));
  return all.map((each) => make("option", { value: each, disabled: !may.includes(each), selected: each === viewer }, called(each)));
}

/** What a viewer is called. */
export function called(viewer) {
  return OTHERS.get(viewer) ?? viewer;
}

/** Whose eyes are offered: while the end is not to be told, those that are open in a running game, too. */
export function offered({ as, may_look_as: may }, isEndHidden, viewer) {
  return isEndHidden ? may.filter((each) => each === "public" || each === as || each === viewer) : may;
}

/** Why nobody can look as this one now. */
export function barred(seats, viewer) {
  return seats.includes(viewer) || OTHERS.has(viewer)
    ? `Before the end, nobody but ${viewer} sees what ${viewer} sees.`
    : `Nobody here is called “${viewer}”.`;
}
