// The game from end to end: marks where something happens, and a line a seat for the standing.

import { draw, make } from "../shared/make.js";
import { viewerName } from "../shared/names.js";

const WIDE = 1000;
const HIGH = 160;
const EDGE = 8; // so that lines at the top and the bottom are fully visible
const COLUMNS = 500; // marks of a kind that can still be told apart

export class Chart {
  constructor({ scrubber, marks, lines, here, axis, under, legend, scores }) {
    Object.assign(this, { scrubber, marks, lines, here, axis, under, legend, scores });
    marks.setAttribute("viewBox", `0 0 ${WIDE} 20`);
    lines.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
    for (const each of [marks, lines]) each.setAttribute("preserveAspectRatio", "none");
  }

  /** Draw the outline and the notes up to a position: all of it, unless spoilers are hidden. */
  show(outline, upto, noted, seats) {
    Object.assign(this, { outline, upto, seats });
    this.scrubber.max = upto;
    const known = outline.marks.filter((mark) => mark.position <= upto);
    const [draws, others] = [known.filter(isDraw), known.filter((mark) => !isDraw(mark))];
    const turns = outline.begins.turn.filter((at) => at <= upto);
    const seen = this.apart(turns, (at) => at);
    this.marks.replaceChildren(
      ...this.apart(others).map((mark) => this.tick(mark.position, "mark", kindWords(mark.kinds))),
      ...seen.map((at) => this.tick(at, "turn", "turn")),
      ...this.apart(draws).map((mark) => this.tick(mark.position, "draw", "draw")),
      ...this.apart(outline.takebacks.filter((each) => each.position <= upto)).map((each) => this.bentArrow(each)),
      ...["promise", "dispute", "broken"].flatMap((kind) => this.apart(noted.filter((each) => each.kind === kind)).map(({ position, says }) => this.tick(position, kind, says))),
    );
    this.lines.replaceChildren(
      ...this.bands().map(([from, to]) => draw("rect", { class: "band", x: this.x(from), width: this.x(to) - this.x(from), y: 0, height: HIGH })),
      ...seen.map((at) => draw("line", { class: "turn", x1: this.x(at), x2: this.x(at), y1: 0, y2: HIGH })),
      ...this.series().map((each) => draw("polyline", { class: "score", "data-seat": each.number, "data-unit": each.unitNumber, points: this.points(each) })),
    );
    this.legend.replaceChildren(...this.series().map((each) => legendItem(each)));
    this.axis.replaceChildren(...ends(this.series()));
    this.stops = [...new Set([1, ...turns, upto])];
    this.table();
  }

  /** Every other of the longest units that the game counts time by, from its beginning to the next. */
  bands() {
    const { begins } = this.outline;
    const stops = [...([begins.round, begins.turn, begins.phase].find((each) => each.length) ?? []).filter((at) => at <= this.upto), this.upto];
    return stops.slice(0, -1).map((from, index) => [from, stops[index + 1]]).filter((_, index) => index % 2);
  }

  series() {
    return series(this.outline, this.upto, this.seats);
  }

  /** Mark the shown position; the scrubber shows the wanted one. */
  point(position, wanted) {
    this.scrubber.value = wanted;
    this.here.style.left = `${(100 * this.x(position)) / WIDE}%`; // outside the drawing, so that only the mark is painted again
  }

  /** Fill the table of scores while it is open. */
  table() {
    if (!this.scores.closest("details").open) {
      this.scores.replaceChildren();
      return;
    }
    const all = this.series();
    const head = ["position", ...all.map((each) => `${viewerName(each.seat)} (${each.unit})`)].map((each) => make("th", { scope: "col" }, each));
    const rows = this.stops.map((at) =>
      make("tr", {}, make("th", { scope: "row" }, String(at)), ...all.map((each) => make("td", {}, numberText(valueAt(each, at))))),
    );
    this.scores.replaceChildren(make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
  }

  /** The position under a point of the graph. */
  at(event) {
    const box = event.currentTarget.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return Math.round(1 + part * (this.upto - 1));
  }

  /** Show what each player has at the position under the pointer. */
  tell(event) {
    const at = this.at(event);
    const told = this.series().map((each) => make("span", {}, make("i", { class: "seat", "data-seat": each.number }), numberText(valueAt(each, at))));
    this.under.replaceChildren(make("b", {}, String(at)), ...told);
    this.under.hidden = false;
    const [{ width: all }, { width }] = [this.lines, this.under].map((each) => each.getBoundingClientRect());
    const left = (this.x(at) * all) / WIDE;
    this.under.style.left = `${Math.max(0, Math.min(all - width, left - width / 2))}px`;
  }

  /** Nothing is under the pointer any more. */
  tellNothing() {
    this.under.hidden = true;
  }

  x(position) {
    return this.upto > 1 ? ((position - 1) * WIDE) / (this.upto - 1) : 0;
  }

  /** The first mark of each column, so that a long game has as many as can be seen. */
  apart(marks, position = (mark) => mark.position) {
    const taken = new Map();
    for (const mark of marks) {
      const column = Math.floor((this.x(position(mark)) * COLUMNS) / WIDE);
      if (!taken.has(column)) taken.set(column, mark);
    }
    return [...taken.values()];
  }

  tick(position, kind, says) {
    return draw("line", { class: `tick ${kind}`, x1: this.x(position), x2: this.x(position), y1: 0, y2: 20 }, draw("title", {}, `${position}: ${says}`));
  }

  /** From where something was taken back to before what was taken back. */
  bentArrow({ position, at: [first] }) {
    const [from, to] = [this.x(position), this.x(first)];
    return draw("path", { class: "tick taken-back", d: `M${from} 20V3H${to}V17M${to - 4} 11L${to} 17L${to + 4} 11` }, draw("title", {}, `${position}: taken back to before ${first}`));
  }

  points({ scores, least, most }) {
    const y = (points) => HIGH - EDGE - ((points - least) * (HIGH - 2 * EDGE)) / Math.max(1, most - least);
    return scores.flatMap(([at, points], index) => [
      ...(index ? [`${this.x(at)},${y(scores[index - 1][1])}`] : []),
      `${this.x(at)},${y(points)}`,
    ]).concat(`${this.x(this.upto)},${y(scores.at(-1)[1])}`).join(" ");
  }
}

/** Kinds of fact as words: "battle turn begins". */
export function kindWords(kinds) {
  return kinds.join(", ").replaceAll("_", " ");
}

function isDraw({ kinds }) {
  return kinds.includes("draw");
}

/** A line a seat and unit: the positions from which its points are what they are. */
function series(outline, upto, seats) {
  const found = new Map();
  for (const { position, scores: told } of outline.scores) {
    if (position > upto) break;
    for (const { seat, unit, after: value } of told) {
      const name = JSON.stringify([unit, seat]);
      if (!found.has(name)) found.set(name, { seat, unit, scores: [] });
      const { scores } = found.get(name);
      if (scores.at(-1)?.[1] !== value) scores.push([position, value]);
    }
  }
  const all = [...found.values()];
  const units = [...new Set(all.map(({ unit }) => unit))];
  return all.map((each) => {
    const values = all.filter(({ unit }) => unit === each.unit).flatMap(({ scores }) => scores.map(([, value]) => value));
    return { ...each, number: Math.max(0, seats.indexOf(each.seat)), unitNumber: units.indexOf(each.unit), least: Math.min(0, ...values), most: Math.max(...values) };
  });
}

/** A number with a minus sign, and a dash for none. */
function numberText(value) {
  return value === undefined ? "–" : String(value).replace("-", "\u2212");
}

function valueAt({ scores }, position) {
  return scores.findLast(([at]) => at <= position)?.[1];
}

/** The least and the most of the first unit, for the two ends of its axis. */
function ends(all) {
  const first = all.find(({ unitNumber }) => unitNumber === 0);
  return first ? [make("span", {}, numberText(first.most), make("small", {}, ` ${first.unit}`)), make("span", {}, numberText(first.least))] : [];
}

function legendItem({ seat, unit, number, least, most }) {
  return make("li", { "data-seat": number }, make("i", {}), ` ${viewerName(seat)} (${unit}, ${least} to ${most})`);
}
