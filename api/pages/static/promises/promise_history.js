// The status of a promise, in words.

import { make } from "../shared/make.js";
import { viewerName } from "../shared/names.js";

const LEANS = new Map([
  ["+", "kept if the game ended now"],
  ["-", "broken if the game ended now"],
  ["~", "lapsed if the game ended now"],
  ["?", "left to a ruling if the game ended now"],
]);

const ENDS = new Map([
  ["declined", "a signer declined it"],
  ["withdrawn", "it was withdrawn"],
  ["superseded", "another promise has replaced it"],
]);

/** The status of a promise as a whole. */
export function statusWord({ stands, status }) {
  return stands === "offered" && status === "pending" ? "offered" : status;
}

/** The same as a badge. */
export function statusBadge(promise) {
  return make("span", { class: "stands", "data-status": statusWord(promise) }, statusWord(promise));
}

/** What to say beside the status: which way it leans, for whom it differs, or why it never bound. */
export function statusNote({ stands, status, verdicts, replaced_by: heir }) {
  if (!verdicts.length) return ENDS.get(stands) ?? (status === "void" ? "the game ended before all had signed" : "");
  if (stands === "superseded") return `${heir} has replaced it`;
  const after = stands === "ended" ? "it was released after that" : "";
  if (verdicts.length === 1) return after || (LEANS.get(verdicts[0].lean) ?? "");
  const each = verdicts.map((one) => `${one.obligors.map(viewerName).join(", ")}: ${one.status}${one.lean ? ` (${LEANS.get(one.lean)})` : ""}`);
  return [...each, after].filter(Boolean).join("; ");
}

/** Who has signed and who has not; nothing once all have signed. */
export function signatureNote({ stands, by, signers, signed, bound_at: bound }) {
  if (bound) return "";
  const there = signed.map(({ seat }) => seat);
  const missing = signers.filter((seat) => !there.includes(seat));
  const so = there.length ? `signed by ${there.map(viewerName).join(", ")}` : "nobody has signed it yet";
  return `offered by ${viewerName(by)}, ${so}${stands === "offered" ? `; ${missing.map(viewerName).join(", ")} still to sign` : ""}`;
}
