// The log: the whole game step by step in sentences, with what became of promises; the shown step is in view.

import { BECAME } from "../shared/happenings.js";
import { make } from "../shared/make.js";
import { capital, nameNodes } from "../shared/names.js";
import { seatNumber } from "../shared/views.js";
import { endOfStep } from "../shared/stops.js";

const AHEAD = 60; // positions that are requested beyond what may be shown

const AROUND = 24; // steps that are there before and behind the one in the middle; of a long game few are drawn
const MARGIN = 10; // steps between the shown one and the first or last that is drawn

export class Log {
  /** `list` is filled with an item a step. */
  constructor(replay, list) {
    Object.assign(this, { replay, list, bringing: null });
    this.clear();
    list.addEventListener("click", (event) => this.clicked(event));
    list.addEventListener("scroll", () => this.scrolled(), { passive: true });
    window.addEventListener("beforeprint", () => this.frame(0, Infinity)); // on paper nobody scrolls
    window.addEventListener("afterprint", () => this.known.length && this.frame(this.index));
  }

  /** Begin anew: another viewer is told other sentences. */
  clear() {
    Object.assign(this, { steps: [], known: [], sentences: new Map(), items: new Map(), first: 0, last: 0, read: 0, current: null });
    this.list.replaceChildren();
  }

  /** Show what may be shown now; what is not here yet is requested. */
  show() {
    const { upto } = this.replay;
    this.known = this.steps.filter(({ position }) => position <= upto);
    this.said = this.notes();
    this.frame(this.index);
    this.point();
    if (this.read < upto) this.bringing ??= this.bring().finally(() => (this.bringing = null));
  }

  /** Which of the known steps is the shown one, or the last before it. */
  get index() {
    const { outline, position } = this.replay;
    const end = endOfStep(outline.steps, position);
    const after = this.known.findIndex((step) => step.position >= end);
    return after < 0 ? this.known.length - 1 : after;
  }

  /** Draw the steps around one, and no others: the browser keeps those in place that are in view. */
  frame(middle, around = AROUND) {
    [this.first, this.last] = [Math.max(0, middle - around), Math.min(this.known.length, middle + around + 1)];
    const wanted = this.known.slice(this.first, this.last);
    const places = new Set(wanted.map(({ position }) => position));
    for (const [position, item] of this.items) {
      if (places.has(position)) continue;
      item.remove();
      this.items.delete(position);
    }
    let next = this.list.firstChild;
    for (const step of wanted) {
      const there = this.items.get(step.position);
      const item = there ?? this.added(step);
      this.mark(step.position);
      if (there) next = there.nextSibling;
      else this.list.insertBefore(item, next);
    }
  }

  /** Near the first or the last that is drawn, draw those beyond it. */
  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.list;
    if (scrollTop < clientHeight && this.first > 0) this.frame(this.first);
    else if (scrollHeight - scrollTop < 2 * clientHeight && this.last < this.known.length) this.frame(this.last);
    else return;
    this.aim(this.index);
  }

  /** Request what may be shown and is not here yet, a page at a time; begin anew if the viewer changes meanwhile. */
  async bring() {
    const { replay } = this;
    while (this.read < replay.upto) {
      const { viewer, spoilers, length } = replay;
      const [from, to] = [this.read + 1, spoilers ? Math.min(length, replay.upto + AHEAD) : length];
      let page;
      try {
        page = await replay.ask("/steps", { from, to, as: viewer });
      } catch (problem) {
        if (viewer !== replay.viewer) continue;
        if (problem.name !== "AbortError") replay.notices.lose(problem.message);
        return;
      }
      if (viewer !== replay.viewer || from !== this.read + 1) continue;
      this.steps.push(...page.steps.map((each) => this.kept(each)));
      this.read = page.next ? page.next - 1 : to;
      this.show();
    }
  }

  /** Of a step what is shown; in a long game most sentences are said many times, and each is kept once. */
  kept({ position, by, says }) {
    const { sentences } = this;
    for (const each of says) if (!sentences.has(each)) sentences.set(each, each);
    return { position, by, says: says.map((each) => sentences.get(each)) };
  }

  added(step) {
    const item = make(
      "li",
      { value: step.position, "data-seat": seatNumber(this.replay.players, step.by) },
      make("a", { href: `#${step.position}`, "data-position": step.position, tabindex: -1 }, ...step.says.map((each) => make("span", {}, ...nameNodes(capital(each))))),
    );
    this.items.set(step.position, item);
    return item;
  }

  /** Where units begin, what became of promises, what is disputed, corrected or taken back, each at the end of its step. */
  notes() {
    const { outline, upto } = this.replay;
    const begins = new Map(["turn", "phase", "round"].flatMap((unit) => outline.begins[unit].map((at) => [endOfStep(outline.steps, at), unit])));
    const became = new Map();
    for (const { position, kind, says } of outline.promises.filter((each) => BECAME.has(each.kind) && each.position <= upto)) {
      const end = endOfStep(outline.steps, position);
      became.set(end, [...(became.get(end) ?? []), { kind, says }]);
    }
    for (const { position, says, dispute } of this.replay.noted.disputed) {
      const end = endOfStep(outline.steps, position);
      became.set(end, [...(became.get(end) ?? []), { kind: "dispute", says, dispute }]);
    }
    const corrected = new Set(outline.corrections.filter((each) => each.position <= upto).flatMap(({ at }) => at.map((each) => endOfStep(outline.steps, each))));
    const withdrawn = new Map(outline.takebacks.filter((each) => each.position <= upto).flatMap(({ position, at }) => at.map((each) => [endOfStep(outline.steps, each), position])));
    for (const [end, position] of withdrawn) became.set(end, [...(became.get(end) ?? []), { kind: "withdrawn", says: `taken back at ${position}` }]);
    return { begins, became, corrected, withdrawn };
  }

  /** Mark an item by these. */
  mark(position) {
    const [item, { begins, became, corrected, withdrawn }] = [this.items.get(position), this.said];
    item.toggleAttribute("data-begins", begins.has(position));
    if (begins.has(position)) item.dataset.begins = begins.get(position);
    item.classList.toggle("corrected", corrected.has(position));
    item.classList.toggle("withdrawn", withdrawn.has(position));
    const notes = (became.get(position) ?? []).map(({ kind, says, dispute }) => make("p", { class: `became ${kind}` }, ...(dispute ? [make("a", { href: `/disputes/${dispute}` }, ...nameNodes(capital(says)))] : nameNodes(capital(says)))));
    const there = [...item.querySelectorAll(".became")];
    if (notes.length === there.length && notes.every((note, index) => note.isEqualNode(there[index]))) return;
    for (const note of there) note.remove();
    item.append(...notes);
  }

  /** Mark the shown step and bring it into view, without moving the page. */
  point() {
    if (!this.replay.outline || !this.known.length) return;
    const { index, first, last, known } = this;
    if ((index < first + MARGIN && first > 0) || (index >= last - MARGIN && last < known.length)) this.frame(index);
    const item = this.aim(index);
    if (!item) return;
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop || bottom > scrollTop + clientHeight) this.list.scrollTop = top - clientHeight / 3;
  }

  /** Mark the item of the shown step, if it is told yet and drawn. */
  aim(index) {
    const { position } = this.known[index];
    const item = position >= this.replay.position ? this.items.get(position) : undefined;
    const had = this.current?.contains(document.activeElement);
    if (this.current !== item) this.current?.firstChild.removeAttribute("aria-current");
    for (const [each, tabbed] of [[this.current, -1], [item, 0]]) each?.firstChild.setAttribute("tabindex", tabbed);
    item?.firstChild.setAttribute("aria-current", "true");
    if (had) item?.firstChild.focus({ preventScroll: true });
    this.current = item;
    return item;
  }

  clicked(event) {
    const link = event.target.closest("[data-position]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); // a link followed would be a page to come Back to
    this.replay.go(Number(link.dataset.position));
  }
}
