// What differs between the recorded and the corrected line, and how that one could go on where the record does not fit it.

import { make } from "../shared/make.js";
import { nameNodes, unitFor, viewerName, withNames } from "../shared/names.js";

const HOW = {
  quiet: "Quietly",
  instead: "With another decision",
  "left-out": "Without what is refused",
  "turn-given": "With the turn given to whoever had it",
};

/** What players would say differs between the two lines. */
export function differenceNodes(when, differences, seats) {
  if (!differences.length) return [];
  const said = ({ of, recorded, corrected }) => `${of}: recorded ${withNames(recorded, seats)}, put right ${withNames(corrected, seats)}`;
  const items = differences.map((each) => make("li", {}, ...nameNodes(said(each))));
  return [make("p", {}, `${when}, this differs:`), make("ul", {}, ...items)];
}

/** What else a draw from a wrong bag or pile could have led to, with both chances; `at` is a link to it. */
export function taintedNodes({ chances }, at) {
  const items = chances.map(({ says, recorded, corrected }) => make("li", {}, ...nameNodes(says), `: ${corrected} by the right pile, ${recorded} by that one`));
  return [make("p", {}, "The draw at ", at, " came from a wrong pile, so that what follows is open."), ...(items.length ? [make("ul", {}, ...items)] : [])];
}

/** What the lines come to that were followed, then each line; `at` makes a link to a position. */
export function fillerNodes({ lines, complete, results, scores }, at) {
  const followed = results.reduce((sum, each) => sum + each.lines, 0);
  const ways = `${lines.length} way${lines.length === 1 ? "" : "s"}${complete ? "" : ", others not tried"}`;
  const found = results.map((each) => `${winnersOf(each)} in ${each.lines} of ${followed}, ${span(each.least_kept, each.most_kept)} of ${lines[0].of} decisions kept.`);
  const points = scores.map(({ seat, least, most, unit }) => `${viewerName(seat)} ${span(least, most)} ${unitFor(most, unit)}`);
  return [
    make("p", {}, `It could go on in ${ways}; ${followed} can be followed.`),
    make("ul", {}, ...[...found, ...(points.length ? [`Scores: ${points.join(", ")}.`] : [])].map((each) => make("li", {}, ...nameNodes(each)))),
    make("details", {}, make("summary", {}, "How far each goes"), make("ul", {}, ...lines.map((each) => make("li", {}, ...lineNodes(each, at))))),
  ];
}

function lineNodes({ filler, says, kept, of, added, lost }, at) {
  const how = [HOW[filler], ...(says ? [" (", ...nameNodes(says), ")"] : [])];
  if (2 * kept < of) return [...how, ": cannot be followed from ", at(lost), `, ${kept} of ${of} kept`];
  return [...how, `: kept ${kept} of ${of}${added ? `, ${added} put in` : ""}`];
}

function winnersOf({ winners }) {
  if (winners === null) return "Not over";
  if (!winners.length) return "Nobody wins";
  return `${winners.map(viewerName).join(" and ")} ${winners.length === 1 ? "wins" : "win"}`;
}

function span(least, most) {
  return least === most ? `${least}` : `${least} to ${most}`;
}
