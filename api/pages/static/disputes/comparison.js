// What was recorded beside what follows, and a walk through the places where the two part.

import { decisionText, valueText } from "../shared/happenings.js";
import { make } from "../shared/make.js";
import { viewerName, capital, nameNodes, withNames, purpose, unitFor } from "../shared/names.js";

export class Comparison {
  /** `happened` knows how clauses are cited. */
  constructor(happened) {
    this.happened = happened;
  }

  /** Both sides of a finding, row by row, with a way from difference to difference; nothing where there is neither. */
  told({ answer, recorded, derived }) {
    if (recorded === null) return derived === null ? [] : [make("h3", {}, "What the rules say"), make("div", {}, ...this.said(derived))];
    const isCompared = Array.isArray(recorded) && Array.isArray(derived);
    const rows = isCompared ? align(recorded, derived) : [{ recorded, derived, differs: answer === "upheld" }];
    const items = rows.map((row) => this.row(row, answer));
    const places = items.filter((_, index) => rows[index].differs);
    const heads = (rows.every(({ isSame }) => isSame) ? ["Recorded, and what follows by the rules"] : ["Recorded", "What follows by the rules"]).map((each) => make("span", {}, each));
    return [make("p", { class: "heads", "aria-hidden": "true" }, ...heads), make("ol", { class: "sides" }, ...items), ...(isCompared && places.length ? [differenceButtons(places)] : [])];
  }

  row({ recorded, derived, isSame, differs }, answer) {
    if (isSame) return make("li", { class: "same" }, this.cell("recorded, and follows", derived));
    const nothing = answer === "undetermined" ? "unknown" : "nothing";
    return make("li", { class: differs ? "apart" : false, tabindex: "-1" }, this.cell("recorded", recorded), this.cell("by the rules", derived, nothing));
  }

  cell(name, value, nothing) {
    return make("div", {}, make("span", { class: "side" }, `${name}: `), ...this.said(value, nothing));
  }

  /** One side in words: a thing that follows, a refusal, a draw, a standing, a promise, or a decision. */
  said(value, nothing = "nothing") {
    if (value === null || value.length === 0) return [make("span", { class: "about" }, nothing)];
    if (Array.isArray(value) && value.length) return value.map((each) => make("p", {}, ...this.sentence(each)));
    if (value.sentences) return this.sentence(value);
    if (value.conditions) return this.refused(value);
    if (value.account) return [make("ul", {}, ...value.account.map((each) => make("li", {}, ...nameNodes(each))))];
    if (value.scores) return nameNodes(standingLine(value));
    if (value.pile) return [drawLine(value)];
    if (value.kind && value.by) return nameNodes(withNames(decisionText(value), this.happened.seats()));
    return [valueText(value)];
  }

  sentence(consequence) {
    return [...nameNodes(consequence.sentences.map(capital).join(". ") || valueText(consequence.event)), ...this.happened.cited(consequence)];
  }

  refused({ says, clause, conditions, readings }) {
    const asked = conditions.map((each) => make("li", { class: each.holds ? false : "failed" }, ...nameNodes(`${each.asks} ${each.holds ? "Yes." : "No."} ${valueText(each.values ?? {})} `), this.happened.link(each.clause)));
    return ["Not allowed: ", ...nameNodes(says), ...this.happened.cited({ cites: [clause], readings }), make("ul", {}, ...asked)];
  }
}

/** Scores and ends in one line. */
export function standingLine({ scores, out, ending }) {
  const parts = [
    scores.map(({ seat, points, unit }) => `${viewerName(seat)} ${points} ${unitFor(points, unit)}`).join(", ") || "no scores",
    ...(out.length ? [`out: ${out.join(", ")}`] : []),
    ...(ending ? [`over: ${ending.outcome}${ending.winners.length ? `, won by ${ending.winners.join(", ")}` : ""}`] : []),
  ];
  return parts.join("; ");
}

function drawLine({ label, pile, drawn: cards, count, hidden = {} }) {
  const came = hidden.drawn?.map((each) => each.value ?? "a hidden card") ?? cards;
  const from = hidden.pile ? hidden.pile.value : pile;
  const what = came ? came.join(", ") || "nothing" : `${count} card${count === 1 ? "" : "s"}`;
  return `${purpose(label)}: ${what}, out of ${from ? pileText(from) : "a hidden pile"}`;
}

/** Cards of a pile, each kind once. */
function pileText(pile) {
  const kinds = [...new Set(pile)].map((kind) => [kind, pile.filter((each) => each === kind).length]);
  return kinds.map(([kind, number]) => (number === 1 ? kind : `${number} × ${kind}`)).join(", ") || "nothing";
}

/** Rows of what followed: what begins and ends alike stands together, what lies between is held against each other. */
function align(recorded, derived) {
  const most = Math.min(recorded.length, derived.length);
  let first = 0;
  while (first < most && alike(recorded[first].event, derived[first].event)) first += 1;
  let last = 0;
  while (last < most - first && alike(recorded.at(-1 - last).event, derived.at(-1 - last).event)) last += 1;
  const middle = Math.max(recorded.length, derived.length) - first - last;
  const rows = derived.slice(0, first).map((each) => ({ derived: each, isSame: true }));
  for (let index = first; index < first + middle; index += 1) {
    const [one, other] = [recorded, derived].map((side) => (index < side.length - last ? side[index] : null));
    const isSame = Boolean(one && other && alike(one.event, other.event));
    rows.push({ recorded: one, derived: other, isSame, differs: !isSame });
  }
  return [...rows, ...derived.slice(derived.length - last).map((each) => ({ derived: each, isSame: true }))];
}

/** Whether two values are the same as far as one may see: hidden ones have salts of their own. */
function alike(one, other) {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  if ("to" in one && "to" in other && ("sd" in one || "sd" in other)) return true;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((each) => !(each === "salt" && "to" in one));
  return names.every((name) => alike(one[name], other[name]));
}

/** Buttons from one difference to the next, around and around. */
function differenceButtons(places) {
  const where = make("output", {}, `${places.length} difference${places.length === 1 ? "" : "s"}`);
  let here = -1;
  const step = (direction) => () => {
    here = here < 0 && direction < 0 ? places.length - 1 : (here + direction + places.length) % places.length;
    for (const each of places) each.toggleAttribute("data-here", each === places[here]);
    places[here].focus();
    where.textContent = `Difference ${here + 1} of ${places.length}`;
  };
  const [back, on] = [make("button", { type: "button" }, "Previous difference"), make("button", { type: "button" }, "Next difference")];
  back.addEventListener("click", step(-1));
  on.addEventListener("click", step(1));
  return make("p", { class: "buttons steps" }, back, on, where);
}
