// What is seldom changed of a game before it is opened: its box, its readings, its start position.

import { make } from "../shared/make.js";

export class SetupFields {
  /** Takes the fields of this form. */
  constructor({ elements }) {
    Object.assign(this, { box: elements.components, start: elements.start, switches: elements.switches.querySelector("div"), edition: "", isOwnStart: false });
  }

  /** Offer what there is in an edition. */
  offer({ key, boxes, switches }) {
    Object.assign(this, { edition: key, boxes, isOwnStart: false });
    this.start.value = "";
    this.box.replaceChildren(...boxes.map(boxOption));
    this.switches.replaceChildren(...switches.map(switchField));
    this.switches.closest("fieldset").hidden = !switches.length;
    const link = document.getElementById("readings");
    link.setAttribute("href", link.getAttribute("href").replace(/\/rulesets\/[^#]*/, `/rulesets/${key}`));
  }

  /** Write the edition's own start position for these seats, unless somebody has changed it. */
  writeStart({ start, seats: own }, seats) {
    if (this.isOwnStart || start === null) return;
    const names = new Map(own.map((each, index) => [each, seats[index] ?? each]));
    this.start.value = JSON.stringify(renamed(start, names), null, 1);
  }

  /** What is not as usual, in words. */
  get words() {
    const changed = this.selects.filter(({ dataset, value }) => value !== dataset.usual).length;
    const box = this.box.selectedIndex ? `the box “${this.boxes[this.box.selectedIndex].title}”` : "the usual box";
    const readings = changed ? `${changed} reading${changed === 1 ? "" : "s"} changed` : "the usual readings";
    return `${box} and ${readings}${this.start.value.trim() ? ", from a start position" : ""}`;
  }

  get selects() {
    return [...this.switches.querySelectorAll("select")];
  }

  /** The settings that are not the defaults of their readings. */
  get settings() {
    const fields = this.selects.filter(({ selectedIndex }) => selectedIndex);
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  }

  /** The fields of the request. Throws a `problem` for a start position that is no JSON. */
  body() {
    return { components: this.box.value, switches: this.settings, start: parseStart(this.start.value.trim()) };
  }
}

function parseStart(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    throw Object.assign(new Error(), { problem: { field: "start", detail: "This is not JSON" } });
  }
}

/** A value in which seats have other names, wherever they stand in it. */
function renamed(value, names) {
  if (typeof value === "string") return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => renamed(each, names));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [names.get(key) ?? key, renamed(each, names)]));
}

function boxOption({ name, title, least, most }) {
  return make("option", { value: name }, `${title} (${least === most ? least : `${least} to ${most}`} player${most === 1 ? "" : "s"})`);
}

function switchField({ id, title, settings, usual }) {
  const options = settings.map((each) => make("option", { value: each, selected: each === usual }, `${each.replaceAll("_", " ")}${each === usual ? " (usual)" : ""}`));
  return make("label", {}, make("span", {}, `${id} ${title}`), make("select", { name: id, autocomplete: "off", "data-usual": usual }, ...options));
}
