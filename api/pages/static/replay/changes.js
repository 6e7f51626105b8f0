// Every change of the standing up to what may be shown: who has what from when on, and what happened there.

import { viewerName, capital, nameNodes, unitFor } from "../shared/names.js";
import { make, playerText } from "../shared/make.js";
import { seatNumber } from "../shared/views.js";
import { endOfStep } from "../shared/stops.js";

export class Changes {
  /** `dialog` holds the list. */
  constructor(replay, dialog) {
    Object.assign(this, { replay, dialog, list: dialog.querySelector("ol") });
    this.list.addEventListener("click", (event) => this.clicked(event));
  }

  open() {
    const items = this.found.map((each) => this.item(each));
    this.list.replaceChildren(...(items.length ? items : [make("li", {}, "Nothing has changed yet.")]));
    this.dialog.showModal();
  }

  /** Each change of what a seat has, in the order of positions. */
  get found() {
    const { outline, upto } = this.replay;
    const had = new Map();
    const found = [];
    for (const { position, scores } of outline.scores.filter((each) => each.position <= upto)) {
      for (const { seat, unit, after } of scores) {
        const key = JSON.stringify([seat, unit]);
        const before = had.get(key);
        if (before !== undefined && before !== after) found.push({ position, seat, unit, before, after });
        had.set(key, after);
      }
    }
    return found;
  }

  item({ position, seat, unit, before, after }) {
    const { players, outline, log } = this.replay;
    const end = endOfStep(outline.steps, position);
    const broken = outline.promises.filter((each) => each.kind === "broken" && endOfStep(outline.steps, each.position) === end);
    const step = log.steps.find((each) => each.position === end);
    const said = [...broken.map(({ says }) => says), ...(step?.says ?? [])];
    const change = `${after > before ? "+" : ""}${after - before}: ${before} → ${after} ${unitFor(after, unit)}`.replaceAll("-", "\u2212");
    return make(
      "li",
      { value: position },
      make("i", { class: "seat", "data-seat": seatNumber(players, seat), "aria-hidden": "true" }),
      make("a", { href: `#${position}`, "data-position": position }, playerText(players.get(seat) || capital(viewerName(seat))), ` ${change}`),
      make("p", { class: "about" }, ...nameNodes(said.map(capital).join(" · "))),
    );
  }

  clicked(event) {
    const link = event.target.closest("[data-position]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); // a link followed would be a page to come Back to
    this.dialog.close();
    this.replay.go(Number(link.dataset.position));
  }
}
