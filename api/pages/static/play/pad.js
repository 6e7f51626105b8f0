// What came of the draws at the table: a place a card, and a button for each kind with how many are left.

import { make } from "../shared/make.js";
import { purpose } from "../shared/names.js";

const BARE = /^[\w.*'-]+$/; // a word that a line takes without quotation marks
const CARD = /"[^"]*"|[^,"]+/g; // of a line of a draw, which quotes names that have a comma

export class DrawPad {
  /**
   * `element` will contain the pad. `changed` is called when a draw is completed or taken back, or its witness changes.
   * `witnesses` returns the players besides the scribe, as `{seat, player}`; empty unless a scribe writes. Those who may
   * not see what is drawn are left out.
   */
  constructor(element, changed, witnesses) {
    Object.assign(this, { element, changed, witnesses, request: null, drawn: [], done: [], seenBy: "" });
  }

  clear() {
    Object.assign(this, { request: null, drawn: [], done: [], seenBy: "", to: undefined });
    this.show();
  }

  /** Replace the draws by those in these lines. */
  fill(lines) {
    this.seenBy = / seen by (\S+)$/.exec(lines.at(-1) ?? "")?.[1] ?? "";
    this.done = lines.map((each) => each.replace(/^draw ([^:"]*:)?/, "").replace(/ seen by .*/, "").match(CARD).map((card) => card.trim().replaceAll('"', "")));
    this.show();
  }

  /** Ask what came of a draw. If the same is asked again, the cards told so far stay. */
  ask(request) {
    const isSame = JSON.stringify(request) === JSON.stringify(this.request);
    Object.assign(this, { request, drawn: isSame ? this.drawn : [], to: request.to });
    this.show();
  }

  /** The complete draws, as lines. */
  get lines() {
    const seen = this.seenBy ? ` seen by ${this.seenBy}` : "";
    return this.done.map((drawn) => `draw ${drawn.map((card) => (BARE.test(card) ? card : JSON.stringify(card))).join(", ")}${seen}`);
  }

  show() {
    this.element.hidden = !this.request && !this.done.length;
    const done = this.done.map((drawn, index) => this.button(`chosen`, `Take back ${drawn.join(", ")}`, () => this.cut(index), drawn.join(", "), make("span", { "aria-hidden": "true" }, " ×")));
    this.element.replaceChildren(...done, ...(this.request ? this.question() : []), ...this.witness());
  }

  /** Returns the field for the witness, by default the scribe. */
  witness() {
    const others = this.witnesses().filter(({ seat }) => this.to?.includes(seat) ?? true);
    if (!others.length) return [];
    const option = (value, says) => make("option", { value, selected: value === this.seenBy }, says);
    const choice = make("select", {}, option("", "who writes"), ...others.map(({ seat, player }) => option(seat, player)));
    choice.addEventListener("change", () => {
      this.seenBy = choice.value;
      if (this.done.length) this.changed();
    });
    return [make("label", { class: "witness" }, "Seen by ", choice)];
  }

  question() {
    const { label, count, pile } = this.request;
    const left = (card) => pile[card] - this.drawn.filter((each) => each === card).length;
    const places = Array.from({ length: count }, (_, index) => make("span", { class: index < this.drawn.length ? "place filled" : "place" }, this.drawn[index] ?? ""));
    const kinds = Object.keys(pile).filter(left).map((card) => this.button("chip", false, () => this.add(card), card, " ", make("small", {}, String(left(card)))));
    return [
      make("p", { class: "slot" }, `${purpose(label)}: what came${count === 1 ? "" : `, ${count} in order`}?`),
      make("div", { class: "places", role: "group", "aria-label": "What came" }, ...places),
      make("div", { class: "chips", role: "group", "aria-label": "What is left" }, ...kinds),
    ];
  }

  button(looks, label, pressed, ...says) {
    const button = make("button", { type: "button", class: looks, "aria-label": label }, ...says);
    button.addEventListener("click", pressed);
    return button;
  }

  focus() {
    this.element.querySelector(".chip")?.focus();
  }

  add(card) {
    this.drawn = [...this.drawn, card];
    if (this.drawn.length < this.request.count) {
      this.show();
      this.focus();
      return;
    }
    this.done = [...this.done, this.drawn];
    this.request = null;
    this.show();
    this.changed();
  }

  /** Take a draw back, and those after it. */
  cut(index) {
    this.done = this.done.slice(0, index);
    this.request = null;
    this.show();
    this.changed();
  }
}
