// The game from end to end: marks where something happens, and a line a seat for the standing.

import { draw, make } from "../shared/make.js";
import { capital, viewerName } from "../shared/names.js";

const WIDE = 1000;
const HIGH = 160;
const EDGE = 8; // so that lines at the top and the bottom are fully visible
const [APART, ALL_APART] = [6, 60]; // between lines that are at one height, and at most between all of them
const ROOM = 12; // pixels from one number of the axis to the next
const STEPS = [0, 1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((each) => each * 10 ** power)); // between its numbers
const NEAR = 8; // pixels from the pointer to a mark that it is on
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
    Object.assign(this, { outline, upto });
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
    this.marked = [...noted.map(({ position, says }) => [position, says]), ...known.map(({ position, kinds }) => [position, kindWords(kinds)])];
    const all = series(outline, upto, seats);
    this.all = all;
    const [first] = all;
    const levels = first ? ticks(first, this.lines.clientHeight || HIGH) : [];
    this.lines.replaceChildren(
      ...this.bands().map(([from, to]) => draw("rect", { class: "band", x: this.x(from), width: this.x(to) - this.x(from), y: 0, height: HIGH })),
      ...seen.map((at) => draw("line", { class: "turn", x1: this.x(at), x2: this.x(at), y1: 0, y2: HIGH })),
      ...levels.map((level) => draw("line", { class: "level", x1: 0, x2: WIDE, y1: height(first, level), y2: height(first, level) })),
      ...all.map((each) => draw("polyline", { class: "score", "data-seat": each.number, "data-unit": each.unitNumber, points: this.points(each) })),
    );
    this.legend.replaceChildren(...all.map((each) => legendItem(each)));
    this.axis.replaceChildren(...levels.map((level) => axisNumber(first, level)));
    if (levels.length) this.axis.firstChild.after(make("small", {}, ` ${first.unit}`));
    this.stops = [...new Set([1, ...turns, upto])];
    this.table();
  }

  /** Every other of the longest units that the game counts time by, from its beginning to the next. */
  bands() {
    const { begins } = this.outline;
    const stops = [...([begins.round, begins.turn, begins.phase].find((each) => each.length) ?? []).filter((at) => at <= this.upto), this.upto];
    return stops.slice(0, -1).map((from, index) => [from, stops[index + 1]]).filter((_, index) => index % 2);
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
    const { all } = this;
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
    const told = this.all.map((each) => make("span", {}, make("i", { class: "seat", "data-seat": each.number }), numberText(valueAt(each, at))));
    this.showUnder(at, told);
  }

  /** Show what the marks near the pointer are about, or else what each player has there. */
  label(event) {
    const here = this.at(event);
    const near = (NEAR * (this.upto - 1)) / event.currentTarget.getBoundingClientRect().width;
    const away = Math.min(...this.marked.map(([position]) => Math.abs(position - here)));
    if (!(away <= Math.max(near, 0.5))) return this.tell(event);
    const at = this.marked.find(([position]) => Math.abs(position - here) === away)[0];
    const says = this.marked.filter(([position]) => position === at).map(([, each]) => make("span", {}, capital(each)));
    return this.showUnder(at, says);
  }

  /** Show this above a position. */
  showUnder(at, told) {
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

  points({ heights }) {
    return heights.flatMap(([at, y], index) => [...(index ? [`${this.x(at)},${heights[index - 1][1]}`] : []), `${this.x(at)},${y}`]).concat(`${this.x(this.upto)},${heights.at(-1)[1]}`).join(" ");
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
  return units.flatMap((unit, unitNumber) => {
    const own = all.filter((each) => each.unit === unit);
    const values = own.flatMap(({ scores }) => scores.map(([, value]) => value));
    const scale = { least: values.reduce((one, other) => Math.min(one, other), 0), most: values.reduce((one, other) => Math.max(one, other)), many: own.length };
    const heights = sideBySide(own, scale);
    return own.map((each, index) => ({ ...each, ...scale, number: Math.max(0, seats.indexOf(each.seat)), unitNumber, heights: heights[index] }));
  });
}

/** How far lines at one height are from each other. */
function distance(many) {
  return Math.min(APART, ALL_APART / Math.max(1, many - 1));
}

/** The height at which a number is, below the upper edge. */
function height({ least, most, many }, points) {
  const edge = EDGE + ((many - 1) * distance(many)) / 2;
  return HIGH - edge - ((points - least) * (HIGH - 2 * edge)) / Math.max(1, most - least);
}

/** The heights of each line from the positions on at which they change: lines at one height are beside each other. */
function sideBySide(own, scale) {
  const [has, heights, changes] = [own.map(() => undefined), own.map(() => []), new Map()];
  for (const [index, { scores }] of own.entries()) for (const [at, value] of scores) changes.set(at, [...(changes.get(at) ?? []), [index, value]]);
  for (const at of [...changes.keys()].sort((one, other) => one - other)) {
    for (const [index, value] of changes.get(at)) has[index] = value;
    for (const [index, value] of has.entries()) {
      if (value === undefined) continue;
      const alike = has.flatMap((each, other) => (each === value ? [other] : []));
      const y = height(scale, value) + (alike.indexOf(index) - (alike.length - 1) / 2) * distance(own.length);
      if (heights[index].at(-1)?.[1] !== y) heights[index].push([at, y]);
    }
  }
  return heights;
}

/** Round numbers from the most to the least as near as they can be read, or the end that is further from nought. */
function ticks(scale, pixels) {
  const { least, most } = scale;
  const span = Math.max(1, most - least);
  const room = (pixels * (height(scale, least) - height(scale, least + span))) / HIGH;
  const step = STEPS.find((each) => each * room >= ROOM * span) ?? span;
  const top = Math.floor(most / step) * step;
  const found = Array.from({ length: Math.floor((top - least) / step) + 1 }, (_, index) => top - index * step);
  if (found.length > 1 || most === least) return found;
  return most > -least ? [most, ...found] : [...found, least];
}

/** A number with a minus sign, and a dash for none. */
function numberText(value) {
  return value === undefined ? "–" : String(value).replace("-", "\u2212");
}

function valueAt({ scores }, position) {
  return scores.findLast(([at]) => at <= position)?.[1];
}

/** A number of the axis, at its height. */
function axisNumber(first, level) {
  const number = make("span", {}, numberText(level));
  number.style.top = `${(100 * height(first, level)) / HIGH}%`;
  return number;
}

function legendItem({ seat, unit, number, least, most }) {
  return make("li", { "data-seat": number }, make("i", {}), ` ${viewerName(seat)} (${unit}, ${least} to ${most})`);
}
