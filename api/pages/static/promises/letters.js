// The words of a letter, and places in them: the service counts characters, not the halves of them that scripts see.

import { make } from "../shared/make.js";
import { nameNodes, withNames } from "../shared/names.js";

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

const TERMS = { ends: "what ends it", void: "what makes it void" };
const PARTS = {
  or_else: "what is promised otherwise",
  otherwise: "what is promised otherwise",
  unless: "its exception",
  if: "its condition",
  once: "its condition",
  whenever: "its condition",
  in: "its time",
  now: "the time running",
};
const UNSAID = ["cond", "not"];

/** The part of a letter that a path leads to, in words: the same ones as in the sentences of the service. */
export function label(path) {
  const [first, ...inside] = path.split(".");
  const said = inside.filter((name) => !UNSAID.includes(name));
  return [TERMS[first] ?? `clause ${first.slice(1)}`, ...said.map((name) => (/^\d+$/.test(name) ? `part ${name}` : (PARTS[name] ?? `${name}'s part`)))].join(", ");
}

/** Remarks on a letter, each with the words that it is about. */
export function remarkItems(remarks, letter) {
  return remarks.map(({ weight, says, span }) =>
    make("li", { class: weight }, make("b", {}, weight === "reject" ? "Cannot be signed: " : "Warning: "), says, ": ", make("q", {}, part(letter, ...span))),
  );
}

/** The duties of a letter between seats, a row for each part; the words that one comes from are marked while it is pointed at. */
export function dutyItems(duties, seats) {
  return duties.map(({ says, span }) => {
    const [duty, ...rest] = withNames(says, seats).split(" \u00b7 ");
    return make("li", { "data-span": span.join(" "), tabindex: 0 }, make("b", {}, ...nameNodes(duty)), ...rest.map((each) => make("span", {}, ...nameNodes(each))));
  });
}

/** Mark the words of a letter that something within a part of the page is about, while it is pointed at or has the focus. */
export function markOnHover(within, letter) {
  for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    within.addEventListener(on, ({ target }) => {
      const about = target.closest("[data-span]");
      if (about) mark(letter, about.dataset.span.split(" ").map(Number));
    });
    within.addEventListener(off, () => mark(letter, null));
  }
}
