// Turns a line that the service has read into a request.

import { takebackRequest } from "./takeback.js";

const ACTS = new Map([
  ["offer", () => ""],
  ["sign", ({ promise }) => `/${promise}/signatures`],
  ["decline", ({ promise }) => `/${promise}/declines`],
  ["withdraw", ({ promise }) => `/${promise}/withdrawal`],
  ["consent", ({ promise }) => `/${promise}/consents`],
  ["claim", ({ promise }) => `/${promise}/claims`],
  ["answer", ({ promise }) => `/${promise}/answers`],
  ["rule", ({ promise }) => `/${promise}/rulings`],
]);

/** Returns the path below the game's, and the body, of the request that records a line. */
export function requestOf({ answer, written, act, takeback }, draws) {
  if (answer === "takeback") return takebackRequest(takeback);
  if (answer !== "act") return ["/decisions", { line: written, draws }];
  const { kind, promise, language, life, blame, ...body } = act; // the promise is in the address
  return [`/promises${ACTS.get(kind)(act)}`, body];
}
