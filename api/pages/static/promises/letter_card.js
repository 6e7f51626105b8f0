// A letter as a card: who, does what, when, unless, otherwise. Each click makes one change to the letter.

import { part } from "./letters.js";
import { capital, nameNodes, withNames } from "../shared/names.js";
import { make } from "../shared/make.js";
import { ChoicePanel, readAmount, counted } from "./choice_panel.js";

const PLACES = { who: "Who", does: "Does what", when: "When", unless: "Unless", otherwise: "Otherwise", terms: "Also" };
const OPEN = "…";
const COUNTED = ["amount", "number", "times"];

export class LetterCard {
  /** `element` shows the card; `lists` are what can be chosen, `seats` those of the game; `take` gets each changed letter. */
  constructor(element, { lists, seats, take }) {
    Object.assign(this, { element, seats, take });
    this.panel = new ChoicePanel({ lists, seats }, (edit, phrase) => this.apply(edit, phrase));
  }

  /** Show a letter, as it is read back, with the changes that can be made to it. What is still to be chosen is asked for. Returns whether it is one that was clicked here. */
  show(letter, { parts, edits }, { remarks, duties }) {
    const isOwn = this.applied;
    const had = isOwn || this.element.contains(document.activeElement);
    Object.assign(this, { letter, edits, open: remarks.filter(({ code }) => code === "unfilled"), applied: false });
    const clauses = [...new Set(parts.map(({ clause }) => clause))].filter(Boolean);
    const rows = [
      ...this.rows(0, ["who"], parts),
      ...clauses.flatMap((clause) => [...(clauses.length > 1 ? [make("h4", {}, `Duty ${clause}`)] : []), ...this.rows(clause, Object.keys(PLACES).slice(0, -1), parts)]),
      ...this.rows(0, ["terms"], parts),
      ...priceRow([...new Set(duties.map(({ costs }) => costs).filter(Boolean))], this.seats),
    ];
    this.element.replaceChildren(...rows);
    this.element.hidden = !parts.length; // a very long letter has no card
    if (had) this.goOn();
    return isOwn;
  }

  hide() {
    this.element.hidden = true;
  }

  /** Ask for what is still to be chosen, or else let the keyboard go on where it was. */
  goOn() {
    const next = this.element.querySelector("button.open");
    if (next) return next.click();
    const row = this.element.querySelector(`[data-place="${this.last?.clause} ${this.last?.place}"]`) ?? this.element;
    row.querySelector("button:last-of-type")?.focus();
  }

  /** The rows of a clause: those that say something, or to which something can be added. */
  rows(clause, places, parts) {
    return places.flatMap((place) => {
      const words = parts.filter((each) => each.clause === clause && each.place === place).flatMap(({ span }) => this.words(span));
      const more = this.edits.filter((each) => each.clause === clause && each.place === place && isAddition(each));
      if (!words.length && (!more.length || (place === "who" && clause))) return [];
      const add = make("button", { type: "button", class: "more", "aria-label": `Add to “${PLACES[place]}”` }, "+");
      add.addEventListener("click", () => this.panel.openAdditions(add, more));
      return [make("div", { class: "card-place", "data-place": `${clause} ${place}` }, make("span", { class: "card-called" }, PLACES[place]), make("span", { class: "card-words" }, ...words, ...(more.length ? [add] : [])))];
    });
  }

  /** The words of a part of the letter: each that can be changed is a button. */
  words([first, last]) {
    const within = this.edits.filter(({ shows: [from, to] }) => from < to && from >= first && to <= last);
    const ends = [...new Set([first, last, ...within.flatMap(({ shows }) => shows)])].sort((one, other) => one - other);
    const unfilled = this.open.find(({ span: [from, to], says }) => says.startsWith("what") && from >= first && to <= last);
    if (unfilled) return [this.button(within.filter(({ shows }) => shows[0] === unfilled.span[0]), unfilled.says, true)];
    return ends.slice(1).flatMap((to, index) => {
      const from = ends[index];
      const around = within.filter(({ shows }) => shows[0] <= from && to <= shows[1]);
      const least = Math.min(...around.map(({ shows }) => shows[1] - shows[0]));
      const text = part(this.letter, from, to);
      const edits = around.filter(({ shows }) => shows[1] - shows[0] === least);
      return !/[\p{L}\p{N}…]/u.test(text) || !edits.length ? [text] : this.piece(edits, text, from);
    });
  }

  piece(edits, text, from) {
    const open = this.open.find(({ span }) => span[0] === from);
    const button = this.button(edits, open?.says ?? text.trim(), open);
    const spaces = [/^\s*/, /\s*$/].map((each) => text.match(each)[0]);
    const counted = edits.find(({ choices }) => COUNTED.includes(choices[0]));
    return [spaces[0], button, ...(counted ? this.steppers(counted, text) : []), spaces[1]];
  }

  button(edits, says, isOpen) {
    const button = make("button", { type: "button", class: isOpen ? "open" : false, "aria-haspopup": "true" }, ...nameNodes(isOpen ? capital(says) : withNames(says.replaceAll('"', ""), this.seats)));
    button.addEventListener("click", () => this.panel.openChanges(button, edits, part(this.letter, ...edits[0].span)));
    return button;
  }

  /** One more, one less. */
  steppers(edit, text) {
    const { measure, n } = readAmount(text);
    return [-1, 1].map((step) => {
      const to = n + step;
      const button = make("button", { type: "button", class: "step", disabled: to < (edit.choices[0] === "amount" ? 0 : 1), "aria-label": step > 0 ? `More than ${n}` : `Less than ${n}` }, step > 0 ? "+" : "−");
      button.addEventListener("click", () => this.apply(edit, counted(edit.choices[0], measure, to)));
      return button;
    });
  }

  /** The letter with one change. A place of the phrase gets what stood there before, or the only player it is promised to. */
  apply(edit, phrase) {
    const waiting = Object.groupBy(this.edits.filter(({ shows, says }) => !says && !edit.says && shows[0] >= edit.span[0] && shows[1] <= edit.span[1] && shows[0] < shows[1]), ({ choices: [list] }) => sortOf(list));
    const to = this.edits.filter(({ clause, place, says, shows }) => !clause && place === "who" && !says && shows[0] > this.letter.search(/ promises? /));
    const words = phrase.replace(/\{(\w+)\}/g, (_, sort) => {
      const before = waiting[sort]?.shift();
      if (before) return part(this.letter, ...before.shows);
      if (sort === "amount" || sort === "number") return "1";
      return sort === "player" && edit.choices[0] === "act" && to.length === 1 ? part(this.letter, ...to[0].shows) : `"${OPEN}"`;
    });
    Object.assign(this, { applied: true, last: edit });
    this.panel.close();
    this.take(`${part(this.letter, 0, edit.span[0])}${edit.before}${words}${edit.after}${part(this.letter, edit.span[1])}`);
  }
}

/** What a breach costs, and whom. */
function priceRow(costs, seats) {
  const says = costs.map((each) => make("span", {}, ...nameNodes(capital(withNames(each, seats))), ". "));
  return costs.length ? [make("div", { class: "card-place" }, make("span", { class: "card-called" }, "Price"), make("span", { class: "card-words" }, ...says))] : [];
}

function isAddition({ says, shows }) {
  return says && shows[0] === shows[1];
}

function sortOf(list = "") {
  return list === "who" ? "player" : list.replace(/^name_/, "");
}
