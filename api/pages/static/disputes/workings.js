// A line of a working in words, as the service says it: findings are kept as numbers and clauses, without sentences.

const BOUNDS = new Map([["at-least", "at least"], ["at-most", "at most"]]);

/** `hearts: take 1 → 2`, of a line of a working. */
export function workingText({ of, op, by, total, applied }) {
  if (op === "start") return `${of}: ${total}`;
  if (op === "within") return `${of}: ${total} ${applied ? "is" : "is not"} within ${by}`;
  if (op.startsWith("halved-")) return `${of}: half, rounded ${op.slice("halved-".length)} → ${total}`;
  return `${of}: ${BOUNDS.get(op) ?? op} ${by} → ${total}`;
}
