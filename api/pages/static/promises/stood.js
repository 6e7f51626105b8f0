// How a promise stands, in words.

import { make } from "../shared/make.js";

const LEANS = new Map([
  ["+", "kept if the game ended now"],
  ["-", "broken if the game ended now"],
  ["~", "lapsed if the game ended now"],
  ["?", "left to a ruling if the game ended now"],
]);

const ENDS = new Map([
  ["declined", "somebody would not sign it"],
  ["withdrawn", "it was withdrawn"],
  ["superseded", "another promise has taken its place"],
]);

/** The word for a promise as a whole: on offer, or how it stands. */
export function word({ stands, status }) {
  return stands === "offered" && status === "pending" ? "offered" : status;
}

/** The same as a badge. */
export function badge(promise) {
  return make("span", { class: "stands", "data-status": word(promise) }, word(promise));
}

/** What is to be said beside the word: which way it leans, for whom it is otherwise, or why it never bound. */
export function beside({ stands, status, verdicts, replaced_by: heir }) {
  if (!verdicts.length) return ENDS.get(stands) ?? (status === "void" ? "the game ended before all had signed" : "");
  if (stands === "superseded") return `${heir} has taken its place`;
  if (verdicts.length === 1) return verdicts[0].lean ? LEANS.get(verdicts[0].lean) : "";
  return verdicts.map((each) => `${each.obligors.join(", ")}: ${each.status}${each.lean ? ` (${LEANS.get(each.lean)})` : ""}`).join("; ");
}

/** Whose signatures are there, and whose are missing; nothing once all are there. */
export function signatures({ stands, by, signers, signed, bound_at: bound }) {
  if (bound) return "";
  const there = signed.map(({ seat }) => seat);
  const missing = signers.filter((seat) => !there.includes(seat));
  const so = there.length ? `signed by ${there.join(", ")}` : "nobody has signed it yet";
  return `offered by ${by}, ${so}${stands === "offered" ? `; ${missing.join(", ")} still to sign` : ""}`;
}
