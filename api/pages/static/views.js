// Whose eyes there are to look through.

import { make } from "./make.js";

const OTHERS = { public: "the public", table: "the table", holder: "everything" };

/** An option for each seat, open or not yet, and for everybody else whose view is open. */
export function views(seats, may, viewer) {
  const all = ["public", ...seats, "table", "holder"].filter((each) => may.includes(each) || seats.includes(each));
  return all.map((each) => make("option", { value: each, disabled: !may.includes(each), selected: each === viewer }, OTHERS[each] ?? each));
}

/** Why nobody can look as this one now. */
export function barred(seats, viewer) {
  return seats.includes(viewer) || viewer in OTHERS
    ? `While the game runs, nobody but ${viewer} sees what ${viewer} sees.`
    : `Nobody here is called “${viewer}”.`;
}
