// Marks on options: what a decision does to promises, in a few words beside it.

import { ServiceError, getOfGame } from "../shared/client.js";
import { make } from "../shared/make.js";
import { capital, viewerName } from "../shared/names.js";

const WORDS = new Map([
  ["breaks", (whose, _, might) => `${might ? "might break" : "breaks"} ${whose} word`],
  ["makes-impossible", (_, promise, might) => `${might ? "might make" : "makes"} ${promise} impossible`],
  ["last-chance", (_, promise, might) => `${might ? "might let" : "lets"} the last chance for ${promise} go`],
  ["discharges", (whose, _, might) => `${might ? "might keep" : "keeps"} ${whose} word`],
]);
/** The kinds of mark, the worst first, each with its words: whose word it is, which promise, whether it only might. */

const RANKS = [...WORDS.keys()];

/** The marks of the options of a position, by their lines; those that take longer come when the page is idle. */
export class OptionMarks {
  /** `table` is the page of the table; `changed` is called when more marks have come. */
  constructor(table, changed) {
    Object.assign(this, { table, changed, byLine: new Map(), waiting: 0 });
  }

  /** Take the marks that came with the options of a seat. */
  take({ marks = [] }) {
    clear(this.waiting);
    this.byLine = new Map(marks.map((each) => [each.line, each.marks]));
  }

  /** Request all marks once nothing else is to be done, if anything was promised. */
  complete() {
    const { position, seat } = this.table.offered;
    if (seat && this.table.word.promises?.length) this.waiting = whenIdle(() => this.bring(position, seat));
  }

  async bring(position, seat) {
    const { table } = this;
    try {
      const told = await getOfGame(table.game, "/options/marks", table.key, { at: position, seat });
      if (table.offered.position !== position || table.offered.seat !== seat) return;
      this.take(told);
      if (told.marks.length) this.changed();
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      console.warn("Some marks are not shown:", problem.message); // the others stay, and so does the second step
    }
  }

  /** The marks of a whole line, the worst first: of each kind one. */
  of(line) {
    const marks = (line && this.byLine.get(line)) || [];
    return RANKS.flatMap((kind) => marks.filter((each) => each.kind === kind).sort((one, other) => one.might - other.might).slice(0, 1));
  }

  /** What a mark says, with its price. */
  words({ kind, promise, price, might }) {
    const obligors = this.table.word.obligors(promise);
    const isOwn = !obligors.length || obligors.some((seat) => this.table.own.includes(seat));
    const whose = isOwn ? "your" : `${obligors.map(viewerName).join(" and ")}’s`;
    return `${WORDS.get(kind)(whose, promise, might)}${price ? `: ${price}` : ""}`;
  }

  /** Marks behind a verb or a chip. */
  nodes(marks) {
    return marks.flatMap((each) => [" ", make("strong", { class: `mark ${each.kind}` }, this.words(each))]);
  }

  /** The marks of a line as sentences, without breaches, which are told with their price. */
  sentences(line) {
    return this.of(line).filter(({ kind }) => kind !== "breaks").map((each) => make("span", { class: `mark ${each.kind}` }, ` ${capital(this.words(each))}.`));
  }
}

/** Whether one of these marks is a breach. */
export function isBreach(marks) {
  return marks.some(({ kind }) => kind === "breaks");
}

/** Fill these lists again; the focus stays at its place in one of them. */
export function keepingFocus(lists, fill) {
  const { activeElement } = document;
  const place = lists.map((list) => [list, [...list.children].indexOf(activeElement)]).find(([, index]) => index >= 0);
  fill();
  if (place) place[0].children[place[1]]?.focus({ preventScroll: true });
}

function whenIdle(action) {
  return window.requestIdleCallback ? window.requestIdleCallback(action) : setTimeout(action, 200);
}

function clear(waiting) {
  (window.cancelIdleCallback ?? clearTimeout)(waiting);
}
