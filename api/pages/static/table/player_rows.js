// The names of those who play: a row each, and one more for another.

import { firstProblem, tidy } from "./seat_names.js";

export class PlayerRows {
  /** `list` has a row for every seat that a game may have. */
  constructor(list) {
    this.items = [...list.children];
    this.fields = this.items.map((item) => item.querySelector("input"));
    for (const [index, item] of this.items.entries()) item.querySelector("button")?.addEventListener("click", () => this.remove(index));
  }

  /** The names up to the last that is there. */
  get names() {
    const names = this.fields.map(({ value }) => tidy(value));
    return names.slice(0, names.findLastIndex(Boolean) + 1);
  }

  /** Show as many rows as a box needs, and one more while it takes another; `isOpen` if a position decides that. */
  show({ least, most }, { isOpen }) {
    const { names } = this;
    const shown = Math.max(least, names.length, Math.min(names.length + 1, isOpen ? this.items.length : most));
    for (const [index, item] of this.items.entries()) {
      item.hidden = index >= shown;
      const button = item.querySelector("button");
      if (!button) continue;
      button.hidden = !names[index];
      button.setAttribute("aria-label", `Remove ${names[index]}`);
    }
    this.least = least;
  }

  /** Throws a `problem` at the first name that is missing, or is another player's. */
  check({ title }) {
    const { names, least } = this;
    const all = Array.from({ length: Math.max(least, names.length) }, (_, index) => names[index] ?? "");
    const wrong = firstProblem(all);
    if (wrong < 0) return;
    const missing = names.length < least ? `${title} takes ${least} players or more: name each` : "A player has no name";
    const detail = all[wrong] ? `Another player is called ${all[wrong]}, too` : missing;
    throw Object.assign(new Error(), { problem: { field: `player-${wrong + 1}`, detail } });
  }

  /** Take a player out; those behind move up. */
  remove(index) {
    const values = this.fields.map(({ value }) => value);
    values.splice(index, 1);
    for (const [number, field] of this.fields.entries()) field.value = values[number] ?? "";
    this.fields[index].focus();
  }
}
