// A finding: the answer of the record to a claim, both sides, and everything that it rests on.

import { Happenings } from "../shared/happenings.js";
import { make } from "../shared/make.js";
import { nameNodes, withNames } from "../shared/names.js";
import { Comparison, standingLine } from "./comparison.js";
import { differenceNodes, fillerNodes, taintedNodes } from "./fillers.js";
import { workingText as worked } from "./workings.js";

const ADVISED = {
  "at-once": "take it back at once: nobody has moved on",
  clean: "going back is clean: little was decided, and nothing was revealed",
  "last-resort": "going back is a last resort",
  "let-stand": "do not go back: what was revealed cannot be forgotten",
};

/** The parts of a finding that are sentences, or names in them; events and decisions keep their ids. */
const SENTENCES = new Set(["says", "asks", "account", "of", "sentences", "why", "pile", "drawn", "out", "winners", "blamed", "values"]);

const MISSING = { draw: "a draw", hidden: "something hidden", "not-covered": "a rule that is not covered here", line: "how the game goes on", ruling: "a judge's ruling" };

export class FindingView {
  /** Of a game by an edition, with these seats; a claim that should be made instead leads to where it is filed. */
  constructor({ game, edition, seats }) {
    Object.assign(this, { game, edition, seats, happened: new Happenings(edition, () => "", () => seats) });
    this.sides = new Comparison(this.happened);
  }

  /** A finding as it is kept, with names in its sentences. */
  nameNodes(finding) {
    return nameParts(finding, this.seats);
  }

  /** A finding in full, with its names. */
  told(finding) {
    return [
      ...this.beside(finding),
      ...this.sides.told(finding),
      ...this.worked(finding),
      ...this.clauses(finding),
      ...this.readings(finding.readings),
      ...(finding.materiality ? this.matters(finding.materiality) : []),
      ...(finding.rewind && finding.answer !== "rejected" ? this.rewind(finding.rewind) : []),
      ...this.again(finding),
    ];
  }

  /** What goes with the answer: the clause that was named, what is missing, the claim to make instead, whether the claimant is right. */
  beside({ says, clause, named, missing, see, as_claimed: asClaimed }) {
    const lines = [];
    if (named) lines.push(make("p", {}, clausesApart(clause, named)));
    if (missing) lines.push(make("p", {}, `What is missing: ${MISSING[missing.kind]}`, ...(missing.position ? [" at ", this.at(missing.position)] : []), missing.says === says ? "." : `: ${missing.says}.`));
    if (see) lines.push(make("p", {}, make("a", { href: `/games/${this.game}/disputes/new?at=${see.at}&claim=${see.claim}` }, `Dispute position ${see.at} instead`)));
    if (asClaimed !== null) lines.push(make("p", {}, `What the claim says ${asClaimed ? "follows" : "does not follow"}.`));
    return lines;
  }

  at(position) {
    return make("a", { href: `/games/${this.game}#${position}` }, `position ${position}`);
  }

  worked({ working }) {
    if (!working.length) return [];
    const lines = working.map((line) => ({ ...line, says: worked(line) }));
    return [make("h3", {}, "The working"), make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "The working" }, this.happened.worked(lines))];
  }

  /** The clauses: the decisive ones in full, the others folded away. */
  clauses({ clause, claim, clauses }) {
    const isDecisive = ({ id }) => id === clause || id === claim.clause;
    const [first, others] = [clauses.filter(isDecisive), clauses.filter((each) => !isDecisive(each))];
    if (!clauses.length) return [];
    const more = make("details", {}, make("summary", {}, `${others.length} more clause${others.length === 1 ? "" : "s"}`), this.words(others));
    return [make("h3", {}, "By these clauses"), ...(first.length ? [this.words(first)] : []), ...(others.length ? [more] : [])];
  }

  words(clauses) {
    return make("dl", {}, ...clauses.map(({ id, title, words }) => make("div", {}, make("dt", {}, make("a", { class: "clause", href: `/rulesets/${this.edition}/clauses/${encodeURIComponent(id)}` }, id), " ", title), make("dd", {}, words))));
  }

  readings({ examined, not_examined: aside, says }) {
    if (!examined.length && !aside.length) return [];
    const turned = examined.map(({ reading, title, setting, others }) =>
      make("li", {}, this.happened.link(reading), ` ${title}: read as `, spaced(setting), ...others.flatMap((each) => ["; under ", spaced(each.setting), each.same ? ` it is ${each.answer} as well` : make("b", {}, ` it would be ${each.answer}`)])),
    );
    const why = new Set(aside.map((each) => each.why));
    const kept = [...why].map((each) => make("li", {}, ...this.unexamined(aside.filter((one) => one.why === each), each)));
    return [make("h3", {}, "Readings it rests on"), ...says.map((each) => make("p", {}, make("b", {}, readingWords(each)))), make("ul", {}, ...turned, ...kept)];
  }

  /** The readings that were not examined for one reason: several are counted, and folded away. */
  unexamined(found, why) {
    const [first, ...others] = found.map(({ reading, title }) => [this.happened.link(reading), ` ${title}`]);
    if (!others.length) return [...first, `: not examined, ${why}`];
    return [make("details", {}, make("summary", {}, `${found.length} readings not examined, ${why}`), make("ul", {}, ...[first, ...others].map((each) => make("li", {}, ...each))))];
  }

  /** What becomes of the game when the event is put right and everything else is played as recorded. */
  matters({ corrected_at: from, parts, rejoins, stop, until, recorded, corrected, standing, winner, open_from: open, fillers, tainted, differs_after: first = [], differs_at_end: last = [] }) {
    const since = (effect) => (effect === "open" && open !== null ? [" from ", this.at(open), " on"] : []);
    const items = [
      ["Put right at ", this.at(from), ", and played on with what was recorded."],
      ...(parts ? [["Something else follows from ", this.at(parts), " on."]] : []),
      ...(rejoins ? [["After ", this.at(rejoins), " it is the recorded game again."]] : []),
      ...(stop ? [["It ends at ", this.at(stop.position), ` (${stop.why.replace("-", " ")}): ${stop.says}`, ...(stop.clause ? [" ", this.happened.link(stop.clause)] : [])]] : []),
      ["Standing: ", make("b", {}, standing), ...since(standing), ". Winner: ", make("b", {}, winner), ...since(winner), "."],
    ];
    return [
      make("h3", {}, "What it changes"),
      make("ul", {}, ...items.map((each) => make("li", {}, ...each))),
      make("p", {}, "After ", this.at(until), `: recorded ${standingLine(recorded)}. Put right: ${standingLine(corrected)}.`),
      ...(tainted ? taintedNodes(tainted, this.at(tainted.at)) : []),
      ...differenceNodes("After it", first, this.seats),
      ...(rejoins ? [] : differenceNodes(`After position ${until}`, last, this.seats)),
      ...(fillers ? fillerNodes(fillers, (position) => this.at(position)) : []),
    ];
  }

  rewind({ advised, to, why }) {
    return [make("h3", {}, "Going back"), make("p", {}, "To ", this.at(to), ": ", make("b", {}, ADVISED[advised]), "."), make("ul", {}, ...why.map((each) => make("li", {}, ...nameNodes(each))))];
  }

  /** How anyone with the record can get the same answer. */
  again({ events, head }) {
    return [make("p", { class: "about" }, `Found from the first ${events} events of the record; the hash of the last one is `, make("code", {}, head), ". With these events, ", make("code", {}, "oathbook dispute"), " gives the same answer.")];
  }
}

/** By which clause the claim is answered, and what there is to say of the one that it names. */
function clausesApart(clause, { role, says }) {
  if (role === "decides") return `By ${clause}, as named.`;
  return clause ? `By ${clause}; ${says}.` : `${says}.`;
}

/** A part of a finding with names in its sentences. */
function nameParts(value, seats, isSentence = false) {
  if (typeof value === "string") return isSentence ? withNames(value, seats) : value;
  if (Array.isArray(value)) return value.map((each) => nameParts(each, seats, isSentence));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === "event" ? inner : nameParts(inner, seats, isSentence || SENTENCES.has(key))]));
}

/** The setting of a reading in words. */
function spaced(setting) {
  return setting.replaceAll("_", " ");
}

/** The settings of readings in words: `KA-5=attacker_first` is "KA-5 as attacker first". */
function readingWords(says) {
  return says.replace(/=(\w+)/g, (_, setting) => ` as ${spaced(setting)}`);
}
