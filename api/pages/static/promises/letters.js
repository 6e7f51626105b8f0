// The words of a letter, and places in them: the service counts characters, not the halves of them that scripts see.

import { make } from "../shared/make.js";

/** Characters of a text from one to another. */
export function part(text, first, last) {
  return [...text].slice(first, last).join("");
}

/** A letter whose words can be marked: a piece for each stretch between the ends of spans. */
export function pieces(letter, spans) {
  const all = [...letter];
  const ends = [...new Set([0, all.length, ...spans.flat()])].sort((one, other) => one - other);
  return ends.slice(1).map((end, index) => make("span", { "data-first": ends[index], "data-last": end }, all.slice(ends[index], end).join("")));
}

/** Mark the pieces of a letter that belong to a span, and no others; no span marks none. */
export function mark(letter, span) {
  for (const piece of letter.querySelectorAll("[data-first]")) {
    const isIn = span && Number(piece.dataset.first) >= span[0] && Number(piece.dataset.last) <= span[1];
    piece.classList.toggle("marked", Boolean(isIn));
  }
}

/** The span of a path: its own, or that of what it stands in. */
export function spanOf(spans, path) {
  for (let each = path; each; each = each.slice(0, Math.max(0, each.lastIndexOf(".")))) if (spans[each]) return spans[each];
  return null;
}

/** Remarks on a letter, each with the words that it is about. */
export function remarked(remarks, letter) {
  return remarks.map(({ weight, says, span }) =>
    make("li", { class: weight }, make("b", {}, weight === "reject" ? "Cannot be signed: " : "Warning: "), says, ": ", make("q", {}, part(letter, ...span))),
  );
}
