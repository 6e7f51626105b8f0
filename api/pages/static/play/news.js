// What happened since this seat looked last: the steps in sentences. The place is kept in this browser alone.

import { getOfGame } from "../shared/client.js";
import { make } from "../shared/make.js";
import { capital, nameNodes } from "../shared/names.js";
import { withStorage } from "../shared/storage.js";
import { seatNumber } from "../shared/views.js";

const READ = 2000; // milliseconds in view after which a step counts as seen
const EARLIER = 6; // positions that are shown besides, so that nobody begins in the middle

export class News {
  constructor(table, list, title) {
    Object.assign(this, { table, list, title, steps: [], marking: null });
  }

  get slot() {
    return `oathbook seen of ${this.table.game} ${this.table.seat}`;
  }

  get seen() {
    return Number(withStorage(({ localStorage }) => localStorage.getItem(this.slot)) ?? 0);
  }

  /** Show the steps up to a position. */
  async bring(position) {
    const { seen, table } = this;
    const last = this.steps.at(-1)?.position ?? Math.max(0, Math.min(seen, position) - EARLIER);
    for (let from = last + 1; from <= position; ) {
      const page = await getOfGame(table.game, "/steps", table.key, { from, to: position, as: table.seat });
      page.steps.forEach((step) => this.add(step));
      from = page.next ?? position + 1;
    }
    this.show(seen);
    clearTimeout(this.marking);
    if (!document.hidden) this.marking = setTimeout(() => this.mark(position), READ);
  }

  /** Add a step; what it takes back counts no longer. */
  add(step) {
    for (const gone of this.steps.filter(({ first }) => step.takes_back?.includes(first))) gone.taken_back = step.position;
    this.steps.push(step);
  }

  show(seen) {
    const isNew = ({ position }) => position > seen;
    this.title.textContent = seen && this.steps.some(isNew) ? "Since you last looked" : "What happened";
    this.list.replaceChildren(...this.steps.map((step) => this.item(step, seen > 0 && isNew(step))).reverse());
  }

  item({ position, by, says, taken_back: back }, isNew) {
    const words = says.map(capital).join(". ");
    const link = make("a", { href: `/games/${this.table.game}?as=${this.table.seat}#${position}`, title: "In the replay" }, String(position));
    return make("li", { class: isNew ? "new" : false }, make("i", { class: "seat", "data-seat": seatNumber(this.table.players, by), "aria-hidden": "true" }), make("span", {}, ...(back ? [make("s", {}, ...nameNodes(words)), `, taken back at ${back}`] : nameNodes(words))), link);
  }

  mark(position) {
    withStorage(({ localStorage }) => localStorage.setItem(this.slot, String(position)));
  }
}
