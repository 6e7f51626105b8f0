// The hand of a seat: verbs and chips, the line that they make or that is typed, what it reads as, and Decide.

import { send } from "../shared/acts.js";
import { ServiceError, ignoreAbort } from "../shared/client.js";
import { make } from "../shared/make.js";
import { capital } from "../shared/names.js";
import { ChoiceWalk, fieldOf, hintOf, spoken } from "./choices.js";
import { isBreach, keepingFocus } from "./marks.js";
import { DrawPad } from "./pad.js";

const QUIET = 60; // milliseconds without a key before a typed line is read
const READY = ["allowed", "draw-missing", "concealed", "act", "takeback", "waits"];

export class Hand {
  /** `table` is the page of the table; `parts` are its elements: form, verbs, chips, line, button, reads, pad. */
  constructor(table, parts) {
    Object.assign(this, { table, ...parts, walk: null, answer: null, reading: null, waiting: null, isTyped: false });
    this.drawPad = new DrawPad(parts.pad, () => this.read(0), () => this.witnesses);
    this.line.addEventListener("input", () => this.typed());
    this.line.addEventListener("focus", () => this.isTyped || !this.prefix || this.select());
    this.line.addEventListener("keydown", (event) => event.key === "Enter" && this.button.disabled && this.enter());
    this.line.addEventListener("pointerup", () => this.isBegun || this.select());
    this.line.addEventListener("keyup", (event) => event.key === "Tab" && !this.isBegun && this.select());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.isReady) this.decide();
    });
  }

  /** Offer the choices of a position; what was chosen stays as far as it still can be, and a typed line is read again. */
  offer(forms, choices) {
    const chosen = this.walk?.path ?? [];
    this.choices = choices;
    this.walk = choices.nodes.length ? new ChoiceWalk(forms.decision, choices, this.table.isToAct) : null;
    this.line.disabled = false;
    if (this.isTyped && this.isBegun) this.typed(0, true);
    else {
      this.walk?.follow(chosen);
      this.compose();
    }
  }

  /** Nothing can be decided here. */
  close(says) {
    Object.assign(this, { walk: null, answer: null });
    this.line.value = "";
    this.line.disabled = true;
    this.verbs.replaceChildren();
    this.chips.replaceChildren();
    this.drawPad.clear();
    this.reads.replaceChildren(says);
    this.showButton();
    this.table.lights.show([]);
  }

  /** The players who can be named as witnesses of a draw; empty unless this is a scribe's page. */
  get witnesses() {
    const { writer, players } = this.table;
    return writer ? [...players.keys()].map((seat) => ({ seat, player: this.table.nameOf(seat) })) : [];
  }

  /** With what a line begins: whose it is, where one writes for all. */
  get prefix() {
    return this.table.writer?.prefix ?? "";
  }

  /** Select what was chosen for whom the line is: what is typed takes its place. */
  select() {
    this.line.setSelectionRange(this.prefix.length, this.line.value.length);
  }

  /** Whether anything stands behind that. */
  get isBegun() {
    return !this.prefix.startsWith(this.line.value.trim());
  }

  /** The line is what was chosen; once it is whole, the service reads it. */
  compose() {
    this.isTyped = false;
    this.line.value = this.prefix + (this.walk?.line ?? "");
    this.showVerbs();
    this.showChips();
    this.forget();
    if (this.walk?.isWhole || this.walk?.isOpen) this.read(0);
    else this.reads.replaceChildren(hintOf(this.choices, this.walk, this.table.lines?.isBehind));
  }

  take(edge) {
    this.walk.take(edge);
    this.compose();
    this.chips.querySelector(".chip")?.focus({ preventScroll: true }); // else Decide has the focus, once it may be pressed
  }

  /** Write a line in place of what was chosen. */
  write(line) {
    this.line.value = line;
    this.typed(0);
    this.line.focus();
  }

  /** A typed line goes its own way: what is chosen is forgotten, and the service says what could stand there. */
  typed(wait = QUIET, keepsDraws = false) {
    this.isTyped = true;
    if (this.table.writer?.pick(this.line.value)) this.line.value = this.prefix;
    this.walk?.clear();
    this.showVerbs();
    this.chips.replaceChildren();
    this.table.lights.show([]);
    this.forget(keepsDraws);
    if (this.isBegun) this.read(wait);
    else if (!this.line.value.trim() === !this.prefix) this.compose();
    else this.showVerbs();
  }

  /** What was read before is of another line. */
  forget(keepsDraws = false) {
    this.reading?.abort();
    clearTimeout(this.waiting);
    this.answer = null;
    if (!keepsDraws) this.drawPad.clear();
    this.reads.replaceChildren();
    this.showButton();
  }

  showVerbs() {
    const { walk } = this;
    const counts = new Map();
    const verbs = (walk?.verbs ?? []).map((edge) => ({ edge, many: walk.count(edge, counts) }));
    verbs.sort((one, other) => (one.many === 1) - (other.many === 1)); // what leaves nothing to choose is often to idle
    this.verbs.hidden = verbs.length < (walk?.must ? 2 : 1);
    this.verbs.replaceChildren(...verbs.map(({ edge, many }) => this.verbButton(edge, many)));
  }

  verbButton(edge, many) {
    const says = capital(this.walk.wordsOf(edge.verb));
    const marks = this.table.marks.of(this.walk.lineOfVerb(edge));
    const button = make("button", { type: "button", class: [many === 1 && "quiet", isBreach(marks) && "breach"].filter(Boolean).join(" ") || false, "aria-pressed": String(this.walk.verb === edge.verb) }, says, ...(many === 1 ? [] : [" ", make("small", {}, many ? String(many) : "…")]), ...this.table.marks.nodes(marks));
    button.addEventListener("click", () => {
      this.walk.clear();
      this.take(edge);
    });
    return button;
  }

  /** Chips for what can be chosen next, and lights on the board for those that it shows. */
  showChips() {
    const { walk } = this;
    const open = walk?.path.length ? walk.edges.filter((edge) => !edge.end) : [];
    const marked = open.map((edge) => ({ edge, marks: this.table.marks.of(walk.lineWith(edge)) }));
    marked.sort((one, other) => isBreach(one.marks) - isBreach(other.marks));
    const chips = marked.map(({ edge, marks }) => this.chip(edge, marks));
    const taken = walk?.taken ?? [];
    this.chips.replaceChildren(
      ...taken.map(({ edge, index }) => this.chosenChip(edge, index)),
      ...(walk?.field ? [make("span", { class: "slot" }, `${capital(walk.labelOf(walk.field))}:`)] : []),
      ...chips,
    );
    const choose = (index) => (isOnly) => (isOnly ? this.take(marked[index].edge) : chips[index].focus());
    this.table.lights.show(marked.map(({ edge, marks }, index) => ({ lights: edge.lights ?? [], breaks: isBreach(marks), choose: choose(index) })));
  }

  chosenChip(edge, index) {
    const says = spoken(edge.words);
    const button = make("button", { type: "button", class: "chosen", "aria-label": `Take back ${this.walk.labelOf(fieldOf(edge))}: ${says}` }, says, make("span", { "aria-hidden": "true" }, " ×"));
    button.addEventListener("click", () => {
      this.walk.cut(index);
      this.compose();
    });
    return button;
  }

  chip(edge, marks) {
    const says = edge.done ? "that is all" : spoken(edge.words);
    const button = make("button", { type: "button", class: isBreach(marks) ? "chip breach" : "chip" }, says, ...this.table.marks.nodes(marks));
    button.addEventListener("click", () => this.take(edge));
    return button;
  }

  /** Show the marks that have come meanwhile; what was chosen and typed stays. */
  showMarks() {
    if (!this.walk || this.isTyped) return;
    keepingFocus([this.verbs, this.chips], () => {
      this.showVerbs();
      this.showChips();
    });
    if (this.answer) this.show(this.answer);
  }

  /** Ask the service what the line comes to. */
  read(wait) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.ask().catch(ignoreAbort).catch((problem) => this.table.lose(problem)), wait);
  }

  async ask() {
    this.reading?.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    const { table } = this;
    const line = this.line.value;
    if (table.lines?.isBehind) return this.show(table.lines.answer(line));
    const asked = send(`/v1/games/${table.game}/lines`, { line, draws: this.drawPad.lines, foresee: true }, { key: table.key, signal });
    const { ok, body } = await asked.catch((problem) => {
      if (!table.lines || !(problem instanceof ServiceError)) throw problem;
      table.lines.lose();
      return { ok: true, body: table.lines.answer(line) };
    });
    signal.throwIfAborted();
    table.notices.regain();
    if (ok) return this.show({ ...body, line });
    return this.show({ answer: "refused", says: body.detail ?? body.title, line });
  }

  /** Show what a line comes to. */
  show(answer) {
    this.answer = answer;
    const { says, reads, near = [], could = [], more } = answer;
    if (answer.answer === "draw-missing" && this.table.isWitnessed) this.drawPad.ask(answer.request);
    const isUnread = ["incomplete", "unreadable"].includes(answer.answer);
    if (isUnread && (this.isTyped || this.walk?.isOpen)) this.chips.replaceChildren(...[...near.map((text) => ({ text, isNear: true })), ...could].map((each) => this.completion(each)), ...(more ? [make("span", { class: "about" }, `and ${more} more`)] : []));
    this.reads.replaceChildren(...(reads ? this.readBack(answer) : [answer.answer === "incomplete" ? "Choose what comes next, or write it." : capital(says ?? "")]));
    this.showButton();
    if (this.isReady && document.activeElement === document.body) this.button.focus({ preventScroll: true });
  }

  readBack({ answer, reads, says, clause, request, written, breaks = [] }) {
    const draws = request && !this.table.isWitnessed ? [` Oathbook draws ${request.count}.`] : [];
    const refused = answer === "refused" || answer === "not-covered";
    return [
      make("span", {}, "Reads back as ", make("b", {}, capital(reads)), "."),
      ...draws,
      ...(answer === "concealed" ? [" What follows from it cannot be seen from this seat."] : []),
      ...(refused ? [make("span", { class: "refused" }, ` ${capital(says)}`, ...(clause ? [" ", this.table.clauseLink(clause)] : []))] : []),
      ...breaks.map(({ promise, might, price }) => make("strong", { class: "breach" }, ` ${might ? "Might break" : "Breaks"} ${promise}${price ? `: ${price}` : ""}.`)),
      ...this.table.marks.sentences(written),
    ];
  }

  /** A word that could stand where the line cannot be read on. */
  completion({ text, literal, isNear }) {
    const isPlaceholder = literal === false;
    const button = make("button", { type: "button", class: "chip" }, isNear ? `Did you mean ${text}?` : spoken(text));
    button.addEventListener("click", () => {
      const { column = this.line.value.length } = this.answer;
      const before = [...this.line.value].slice(0, column).join("");
      this.line.value = isPlaceholder ? before : `${before}${before && !/\s$/.test(before) && !/^[,:;]/.test(text) ? " " : ""}${text} `;
      this.line.focus();
      this.typed(0);
    });
    return button;
  }

  get isReady() {
    if (!this.answer || this.answer.line !== this.line.value || !READY.includes(this.answer.answer)) return false;
    return this.answer.answer !== "draw-missing" || !this.table.isWitnessed;
  }

  showButton() { this.button.disabled = !this.isReady; }

  /** Enter before the line may be recorded: where one writes for all it is as soon as it is read; its draws come first. */
  async enter() {
    const { isScribe } = this.table;
    if (this.isEntered) return; // Enter was pressed before, and its answer is awaited
    this.isEntered = true;
    try {
      while (isScribe && this.isBegun && !this.answer) {
        clearTimeout(this.waiting);
        await this.ask().catch(ignoreAbort);
      }
    } finally {
      this.isEntered = false;
    }
    if (this.answer?.answer === "doubtful" && this.doubted !== this.line.value) this.doubted = this.line.value;
    else if (isScribe && (this.isReady || this.answer?.answer === "doubtful")) await this.decide();
    else this.drawPad.focus();
  }

  /** Send the line; one that breaks a promise takes a second step. */
  async decide() {
    const { answer } = this;
    const { breach, word } = this.table;
    if (answer.breaks?.length && !(await breach.confirm(answer.breaks, (promise) => word.letter(promise)))) return;
    this.button.disabled = true;
    await this.table.decide(answer, this.drawPad.lines);
    this.showButton();
  }

  /** The line has been recorded. */
  reset() {
    this.line.value = "";
    Object.assign(this, { isTyped: false, doubted: null });
    this.walk?.clear();
    this.forget();
  }

  /** Why it is not recorded, where the line stands. */
  refuse(says) {
    this.reads.replaceChildren(make("span", { class: "refused", role: "alert" }, capital(says)));
  }
}
