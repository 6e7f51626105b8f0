// Suggests how a letter could go on, and puts a phrase where it belongs.

import { part } from "./letters.js";

const MARKS = /^[,.;:)]/;

/** The possible phrases and where they go: each replaces the rest of the text, or only the wrong word. */
export function suggestions({ next, expected, offset }) {
  if (next.length) return next.map(({ offset: from, phrase }) => ({ from, says: phrase.says, kind: phrase.kind }));
  return (expected ?? []).map((says) => ({ from: offset, says, kind: says === '"…"' ? "text" : "word", inPlace: true }));
}

/** The text with a suggestion in it, and what is selected then: a number to be changed, the inside of plain words. */
export function withSuggestion(text, { from, says, kind, inPlace }) {
  const before = MARKS.test(says) ? part(text, 0, from).trimEnd() : withSpace(part(text, 0, from));
  const after = inPlace ? part(text, from).replace(/^("[^"]*"?|[^\s,.;:()]+|.)/u, "") : "";
  const words = kind === "text" ? '""' : says;
  const isOpen = kind === "number" || kind === "text";
  const end = before.length + words.length;
  return {
    text: `${before}${words}${after || (isOpen || /\.$/.test(says) ? "" : " ")}`,
    selected: kind === "number" ? [before.length, end] : kind === "text" ? [end - 1, end - 1] : after ? [end, end] : [end + 1, end + 1],
  };
}

function withSpace(before) {
  return !before || /[\s(]$/.test(before) ? before : `${before} `;
}
