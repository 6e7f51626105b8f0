// What follows instead, as sentences: each may be left out, and its numbers changed; what is sent stands below as data.

import { make } from "../shared/make.js";
import { capital, nameNodes } from "../shared/names.js";

export class Alternatives {
  /** `list` is filled with what is recorded; `field` holds the events that follow, one a line. */
  constructor(list, field) {
    Object.assign(this, { list, field, events: [] });
    list.addEventListener("input", () => (field.value = this.written));
  }

  /** Show what is recorded, each consequence by what happened with it. */
  show(consequences, happenings) {
    this.events = consequences.map(({ event }) => event);
    const says = consequenceTexts(consequences, happenings);
    this.list.replaceChildren(...this.events.map((event, index) => item(event, says[index])));
    this.field.value = this.recorded = this.written;
  }

  /** What is not left out, an event a line. */
  get written() {
    return [...this.list.children].flatMap((each, index) => (each.querySelector("[type=checkbox]").checked ? [line(withEdits(this.events[index], each))] : [])).join("\n");
  }
}

/** What is said of each consequence: sentences name their reasons, not their event, so of a row with the same reasons and another number of sentences each has the name of its kind. */
function consequenceTexts(consequences, happenings) {
  const [rows, said] = [runs(consequences), runs(happenings)];
  const isAlike = rows.length === said.length && rows.every(({ reasons }, index) => reasons === said[index].reasons);
  return rows.flatMap(({ all }, index) => {
    const sentences = isAlike ? said[index].all.map(({ sentence }) => sentence) : [];
    if (all.length === 1 && sentences.length) return [sentences.map(capital).join(". ")];
    return all.map(({ event }, number) => (sentences.length === all.length ? sentences[number] : event.kind.replaceAll("_", " ")));
  });
}

/** Those in a row that have the same reasons. */
function runs(all) {
  const found = [];
  for (const each of all) {
    const reasons = JSON.stringify([each.cites, each.readings]);
    if (found.at(-1)?.reasons === reasons) found.at(-1).all.push(each);
    else found.push({ reasons, all: [each] });
  }
  return found;
}

function item(event, says) {
  const numbers = Object.entries(event).filter(([, value]) => typeof value === "number");
  const fields = numbers.map(([key, value]) => make("label", {}, `${key.replaceAll("_", " ")} `, make("input", { type: "number", step: "any", value, "data-key": key, autocomplete: "off" })));
  return make("li", {}, make("label", { class: "pick" }, make("input", { type: "checkbox", checked: true, autocomplete: "off" }), make("span", {}, ...nameNodes(capital(says)))), ...fields);
}

/** An event with the numbers that were written; one that was cleared stays. */
function withEdits(event, item) {
  const written = [...item.querySelectorAll("[data-key]")].filter(({ value }) => value !== "").map(({ dataset, value }) => [dataset.key, Number(value)]);
  return { ...event, ...Object.fromEntries(written) };
}

/** A value in one line, to be read and changed by people. */
export function line(value) {
  return JSON.stringify(value, null, 1).replaceAll(/\n */g, " ");
}
