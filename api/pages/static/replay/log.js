// The log: the whole game step by step in sentences, with what became of promises; the shown step is in view.

import { BECAME, capital } from "../shared/happened.js";
import { make } from "../shared/make.js";
import { seated } from "../shared/views.js";
import { endOfStep } from "../shared/walking.js";

const AHEAD = 60; // positions that are requested beyond what may be shown

export class Log {
  /** `list` is filled with an item a step. */
  constructor(replay, list) {
    Object.assign(this, { replay, list, steps: [], items: new Map(), read: 0, bringing: null, current: null });
    list.addEventListener("click", (event) => this.clicked(event));
  }

  /** Begin anew: another viewer is told other sentences. */
  clear() {
    Object.assign(this, { steps: [], items: new Map(), read: 0, current: null });
    this.list.replaceChildren();
  }

  /** Show what may be shown now; what is not here yet is requested. */
  show() {
    const { upto } = this.replay;
    for (const [position, item] of this.items) {
      if (position > upto) {
        item.remove();
        this.items.delete(position);
      }
    }
    this.list.append(...this.steps.filter(({ position }) => position <= upto && !this.items.has(position)).map((step) => this.added(step)));
    this.mark();
    this.point();
    if (this.read < upto) this.bringing ??= this.bring().finally(() => (this.bringing = null));
  }

  async bring() {
    const { replay } = this;
    const { viewer, spoilers, length } = replay;
    try {
      const wanted = spoilers ? Math.min(length, replay.upto + AHEAD) : length;
      const page = await replay.ask("/steps", { from: this.read + 1, to: wanted, as: viewer });
      if (viewer !== replay.viewer) return;
      this.steps.push(...page.steps);
      this.read = page.next ? page.next - 1 : wanted;
    } catch (problem) {
      if (problem.name !== "AbortError") replay.notices.lose(problem.message);
      return;
    }
    this.bringing = null;
    this.show();
  }

  added(step) {
    const item = make(
      "li",
      { value: step.position, "data-seat": seated(this.replay.players, step.by) },
      make("a", { href: `#${step.position}`, "data-position": step.position, tabindex: -1 }, ...step.says.map((each) => make("span", {}, capital(each)))),
    );
    this.items.set(step.position, item);
    return item;
  }

  /** Mark where units begin, and say what became of promises and what was corrected. */
  mark() {
    const { outline, upto } = this.replay;
    const begins = new Map(["turn", "phase", "round"].flatMap((unit) => outline.begins[unit].map((at) => [endOfStep(outline.steps, at), unit])));
    const became = new Map();
    for (const { position, kind, says } of outline.promises.filter((each) => BECAME.has(each.kind) && each.position <= upto)) {
      const end = endOfStep(outline.steps, position);
      became.set(end, [...(became.get(end) ?? []), make("p", { class: `became ${kind}` }, capital(says))]);
    }
    const corrected = new Set(outline.corrections.filter((each) => each.position <= upto).flatMap(({ at }) => at.map((each) => endOfStep(outline.steps, each))));
    for (const [position, item] of this.items) {
      item.toggleAttribute("data-begins", begins.has(position));
      if (begins.has(position)) item.dataset.begins = begins.get(position);
      item.classList.toggle("corrected", corrected.has(position));
      const notes = became.get(position) ?? [];
      const there = [...item.querySelectorAll(".became")];
      if (notes.length === there.length && notes.every((note, index) => note.isEqualNode(there[index]))) continue;
      for (const note of there) note.remove();
      item.append(...notes);
    }
  }

  /** Mark the shown step and bring it into view, without moving the page. */
  point() {
    const { outline, position, upto } = this.replay;
    if (!outline) return;
    const item = this.items.get(Math.min(endOfStep(outline.steps, position), upto)) ?? this.items.get(endOfStep(outline.steps, position));
    const had = this.current?.contains(document.activeElement);
    if (this.current !== item) this.current?.firstChild.removeAttribute("aria-current");
    for (const [each, tabbed] of [[this.current, -1], [item, 0]]) each?.firstChild.setAttribute("tabindex", tabbed);
    this.current = item;
    if (!item) return;
    item.firstChild.setAttribute("aria-current", "true");
    if (had) item.firstChild.focus({ preventScroll: true });
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop || bottom > scrollTop + clientHeight) this.list.scrollTop = top - clientHeight / 3;
  }

  clicked(event) {
    const link = event.target.closest("[data-position]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); // a link followed would be a page to come Back to
    this.replay.go(Number(link.dataset.position));
  }
}
