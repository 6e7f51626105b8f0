// What happened, and why: sentences with their clauses, the working line by line, the standing.

import { make, playerText, provenanceLink } from "./make.js";
import { viewerName, capital, nameNodes, withNames } from "./names.js";
import { seatNumber } from "./views.js";

export class Happenings {
  /** The clauses are those of an edition; `leading` says how the addresses of other pages go on, `seats` who plays. */
  constructor(edition, leading, seats) {
    Object.assign(this, { edition, leading, seats });
  }

  /** The events of a step up to the one that is looked at, a list item each, and what `corrections` say of them. */
  events(frames, current, corrections) {
    return frames.map((frame) =>
      make(
        "li",
        { class: frame.position === current ? "now" : false, value: frame.position },
        ...frame.happenings.map((each) => make("p", {}, ...nameNodes(capital(each.sentence)), ...this.cited(each))),
        ...this.corrected(corrections.findLast((each) => each.at.includes(frame.position))),
      ),
    );
  }

  /** A note that this outcome was corrected, with a link to the ruling. */
  corrected(correction) {
    if (!correction) return [];
    const [where, dispute] = [correction.position, correction.dispute];
    const why = make("a", { href: `/disputes/${dispute}${this.leading()}` }, "the ruling in a dispute");
    return [make("p", { class: "notice" }, "This was corrected at ", make("a", { href: `#${where}` }, `position ${where}`), " by ", why, ".")];
  }

  cited({ cites, readings }) {
    return [...cites, ...readings].flatMap((id) => [" ", this.link(id)]);
  }

  link(id) {
    return make("a", { class: "clause", href: `/rulesets/${this.edition}${this.leading()}#${id}` }, id);
  }

  /** The reasons for an event: each consequence with its working, then the clauses and readings in words. */
  reasons(why) {
    const worked = why.derivation.filter((each) => each.working.length);
    const derived = worked.map((each) =>
      make("div", { class: "derived" }, make("p", {}, ...nameNodes(capital(each.sentence)), ...this.cited(each)), this.worked(each.working)),
    );
    const reasons = [
      ...derived,
      ...this.words("By these clauses", why.clauses, (found) => found.words ?? "is no clause of this rulebook"),
      ...this.words("By these readings", why.readings, (found) => found.setting?.replaceAll("_", " ") ?? found.default ?? "is no reading of this rulebook"),
    ];
    return reasons.length ? reasons : [make("p", {}, "No clause applies here.")];
  }

  worked(working) {
    const rows = working.map((line) =>
      make(
        "tr",
        { class: line.applied ? false : "idle" },
        make("td", {}, ...nameNodes(withNames(line.says, this.seats()))),
        make("td", {}, line.applied ? "" : "does not apply"),
        make("td", {}, this.link(line.clause)),
      ),
    );
    return make("table", { class: "working" }, make("caption", {}, "Working"), make("tbody", {}, ...rows));
  }

  words(title, found, says) {
    const ids = Object.keys(found);
    if (!ids.length) return [];
    const each = ids.map((id) =>
      make("div", {}, make("dt", {}, this.link(id), " ", found[id].title ?? ""), make("dd", {}, says(found[id]))),
    );
    return [make("h3", {}, title), make("dl", {}, ...each)];
  }
}

/** A decision as a finding keeps it, in one line. */
export function decisionText({ by, kind, ...parts }) {
  const said = Object.entries(parts).map(([key, value]) => `${key} ${valueText(value)}`);
  return [`${capital(viewerName(by))}: ${kind}`, ...said].join(", ").replaceAll("_", " ");
}

/** A value of JSON in words. */
export function valueText(value) {
  if (Array.isArray(value)) return value.map(valueText).join(", ") || "none";
  if (value === null) return "nothing";
  if (typeof value !== "object") return String(value);
  if ("sd" in value) return "hidden";
  if ("to" in value && "value" in value) return valueText(value.value);
  return Object.entries(value).map(([key, inner]) => `${key} ${valueText(inner)}`).join(", ");
}

/** A narrow page stands two players on a line; where few play, a name of more letters has a line of its own. */
const [FEW, HALF] = [3, 7];

/** Scores, whose turn it is, who is out, and how it ended. */
export function standing({ standing: { scores, out, ending, stall, fault, ruled }, to_act }, players) {
  const seats = [...new Set([...players.keys(), ...scores.map((each) => each.seat), ...to_act])];
  const isRoomy = players.size <= FEW;
  const lines = seats.map((seat) => {
    const points = scores.flatMap((each, index) => (each.seat === seat ? [", ", ...amount(each.says, index)] : []));
    const player = players.get(seat);
    const isRuled = scores.some((each) => each.seat === seat && each.ruled);
    return make(
      "li",
      { class: isRuled || (isRoomy && (player ?? "").length > HALF) ? "long" : false },
      ...(players.has(seat) ? [make("i", { class: "seat", "data-seat": seatNumber(players, seat), "aria-hidden": "true" })] : []),
      make("b", { title: seat }, playerText(player || capital(viewerName(seat)))),
      ...(player && player.toLowerCase() !== seat ? [make("small", {}, ` (${capital(seat)})`)] : []),
      ...(points.length ? [": ", ...points.slice(1)] : []),
      ...(to_act.includes(seat) ? [" ", make("span", { class: "badge" }, "to act")] : []),
      ...(out.includes(seat) ? [" ", make("span", { class: "badge quiet" }, "out")] : []),
    );
  });
  if (fault) lines.push(make("li", {}, `promises could not be judged: ${fault}`));
  if (stall) lines.push(make("li", {}, `held up: ${stall}`));
  if (ending) {
    const won = ending.winners.length ? `, won by ${ending.winners.map(viewerName).join(", ")}` : "";
    lines.push(make("li", { class: "ending" }, ...nameNodes(`over: ${ending.outcome}${won}`)));
  }
  if (ruled) lines.push(make("li", { class: "ending" }, ...nameNodes(`by ruling: ${ruledResult(ruled)}`), " (", ...ruled.disputes.flatMap((each, index) => [index ? ", " : "", make("a", { href: `/disputes/${each}` }, "dispute")]), ")"));
  return lines;
}

/** How the game ends by rulings: who wins with which share, and who loses. */
function ruledResult({ lost, outcomes }) {
  const won = outcomes.map(({ winners, share }) => `${winners.map(viewerName).join(", ") || "nobody"} ${winners.length > 1 ? "win" : "wins"}${share === "1" ? "" : ` ${share}`}`);
  return [...won, ...lost.map((seat) => `${viewerName(seat)} loses`)].join(", ");
}

/** A score in words, with its unit apart, "3 − 20 = −17" and "Prestige"; what is ruled leads to the ruling. */
function amount(says, index) {
  const [, sum, unit, more = ""] = /^([^,]*\d)( [^\d,]+)(,.*)?$/.exec(says) ?? [says, says, ""];
  const [has, ruled, comes] = sum.split(/(\S+ \d+ ruled)/);
  const rest = [make("span", { class: "unit" }, unit), more];
  if (!ruled) return [provenanceLink(`scores.${index}`, sum, ...rest)];
  return [provenanceLink(`scores.${index}`, has.trimEnd()), " ", provenanceLink(`rulings.${index}`, ruled), " ", provenanceLink(`scores.${index}`, comes.trimStart(), ...rest)];
}

/** What promises may come to; acts on them are steps of their own. */
export const BECAME = new Set(["broken", "kept", "void", "released", "undetermined"]);

/** What became of promises in a step, with the letter of one that was broken, and what came of it, or the decision where nothing came of it yet. */
export function stepSummary(frames, seat, letterOf) {
  const came = frames.filter(({ type }) => type !== "DecisionMade" && type !== "DrawMade");
  const became = frames.flatMap((each) => each.became).filter(({ kind }) => BECAME.has(kind));
  return [
    ...became.flatMap(({ kind, says, promise }) => [make("strong", { class: `became ${kind}` }, ...nameNodes(`${capital(says)}.`)), ...(kind === "broken" ? [make("q", {}, letterOf(promise))] : [])]),
    ...(seat === false ? [] : [make("i", { class: "seat", "data-seat": seat })]),
    make("span", {}, ...nameNodes(`${sentence(came.length ? came : frames.slice(0, 1))}.`)),
  ];
}

/** A position in one sentence, for ears. */
export function sentence(frames) {
  return frames.flatMap((frame) => frame.happenings.map((each) => capital(each.sentence))).join(". ");
}
