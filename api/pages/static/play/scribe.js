// The scribe's page: whose line comes next, the sheet of all lines, and how they are corrected.

import { send } from "../shared/acts.js";
import { ServiceError, getOfGame, ignoreAbort } from "../shared/client.js";
import { make } from "../shared/make.js";
import { capital } from "../shared/names.js";
import { seatNumber } from "../shared/views.js";
import { DrawPad } from "./pad.js";

const TABLE = "table"; // the seat of what the players decide together
const FAR = 40; // steps that can be mended
const STOPS = ["refused", "unreadable", "draw-missing"];
const FATES = { refused: "not allowed", same: "the same", otherwise: "otherwise", struck: "struck out", unreadable: "cannot be read", "draw-missing": "its draw is missing" };
const QUIET = 250; // milliseconds without a key before the service is asked about a mended row
const PICK = /^(?:[^:]*:)?\s*([\p{L}\d-]+):$/u; // a player by the first letters, also behind one that stands there

/** Keeps whose line comes next; `element` offers the players if several are to act. */
export class Writer {
  constructor(table, element) {
    Object.assign(this, { table, element });
  }

  /** The seats without a key: the scribe decides for them. */
  get seats() {
    return this.table.head.writes_for;
  }

  /** Those to act for whom the scribe decides. */
  open(toAct) {
    return toAct.filter((each) => each === TABLE || this.seats.includes(each));
  }

  /** Whose line comes next: the same player's if still to act, else that of the next to act. */
  next({ to_act: toAct }) {
    const { by } = this.table;
    const open = this.open(toAct);
    return open.includes(by) ? by : open[0] ?? by ?? TABLE;
  }

  get prefix() {
    return `${this.table.by}: `;
  }

  show() {
    const { toAct, players, by } = this.table;
    const open = this.open(toAct);
    this.element.hidden = open.length < 2;
    this.element.replaceChildren(...open.map((seat) => this.button(seat, seatNumber(players, seat), seat === by)));
  }

  button(seat, number, isPressed) {
    const button = make("button", { type: "button", "aria-pressed": String(isPressed) }, make("i", { class: "seat", "data-seat": number, "aria-hidden": "true" }), this.table.nameOf(seat));
    button.addEventListener("click", () => this.write(seat));
    return button;
  }

  /** Switch to the player whose first letters stand before the colon of a line; returns whether there is one. */
  pick(line) {
    const begin = PICK.exec(line)?.[1].toLowerCase();
    if (!begin || line.trim() === this.prefix.trim()) return false;
    const { toAct, seats: all } = this.table;
    const found = [...new Set([...toAct, ...all, TABLE])].find((seat) => [seat, this.table.nameOf(seat)].some((each) => each.toLowerCase().startsWith(begin)));
    if (found) this.write(found);
    return Boolean(found);
  }

  /** Put the cursor into the line; not on touch screens, where that would open a keyboard. */
  ready() {
    if (!window.matchMedia("(pointer: fine)").matches) return;
    this.table.hand.line.focus();
    this.table.hand.select();
  }

  /** Switch to a seat. */
  async write(seat) {
    const { table } = this;
    table.by = seat;
    table.hand.reset();
    if (table.lines.isBehind) return table.offerChoices();
    await table.inOrder(async () => {
      table.offered = await table.choices(table.position);
      table.marks.take(table.offered);
      table.offerChoices();
      table.marks.complete();
    }).catch((problem) => table.lose(problem));
    return this.ready();
  }
}

/** The sheet: a row a step, the newest last. */
export class Sheet {
  constructor(table, list) {
    Object.assign(this, { table, list, rows: [], items: new Map(), mending: null });
  }

  /** Fetch the newest rows and those that may have been taken back since, and show them. */
  async bring() {
    const { game, key } = this.table;
    const from = this.rows.at(-2 * FAR)?.at;
    const { rows } = await getOfGame(game, "/lines", key, { from });
    const isOld = rows.at(-1)?.at === this.rows.at(-1)?.at;
    this.rows = [...this.rows.filter(({ at }) => at < from), ...rows];
    if (!this.mending || !isOld) this.show(); // do not disturb an edit unless somebody else wrote
  }

  /** Returns the decisions, and deeds of the table, from a position on that count. Acts on promises are never mended. */
  standing(from = 0) {
    return this.rows.filter(({ at, kind, lines, taken_back: back }) => at >= from && ["decision", "table"].includes(kind) && lines.length && !back);
  }

  show() {
    this.mending = null;
    const open = new Set(this.table.head.closed || this.table.lines.waiting.length ? [] : this.standing().slice(-FAR));
    this.items = new Map(this.rows.map((each) => [each.at, this.item(each, open.has(each))]));
    this.list.replaceChildren(...this.items.values());
    this.table.lines.showRows();
    this.list.parentElement.scrollTop = 0; // its end: it grows upwards
  }

  /** Show the queued lines below the others. */
  showWaiting(items) {
    for (const each of this.list.querySelectorAll(".queued")) each.remove();
    this.list.append(...items);
  }

  item({ at, by, lines, taken_back: back }, isOpen) {
    const [line = `${this.table.nameOf(by)} decided what is not shown yet`, ...below] = lines;
    const says = [back ? make("s", {}, line) : line, ...below.map((each) => make("small", {}, each.trim()))];
    const said = isOpen ? make("button", { type: "button", class: "said", "aria-label": `Mend ${lines.join(", ")}` }, ...says) : make("span", { class: "said" }, ...says);
    if (isOpen) said.addEventListener("click", () => this.mend(at));
    return make(
      "li",
      { "data-at": at, class: back ? "back" : false },
      make("span", { class: "at" }, String(at)),
      make("i", { class: "seat", "data-seat": seatNumber(this.table.players, by), "aria-hidden": "true" }),
      said,
      make("p", { class: "fate" }, back ? `taken back at ${back}` : ""),
    );
  }

  /** Begin to mend a row, or edit a later one while it is being mended. */
  mend(at) {
    const later = this.mending?.rows.find((each) => each.at === at);
    if (later) return this.mending.open(later).focus();
    if (this.mending) this.show();
    this.mending = new Mending(this, at);
  }
}

/** The mending of a row and those after it: it shows what would become of each before anything is stored. */
class Mending {
  constructor(sheet, from) {
    Object.assign(this, { sheet, table: sheet.table, from, fields: new Map(), asking: null, waiting: null, pad: null });
    this.rows = sheet.standing(from);
    this.done = this.button("Mend", () => this.finish());
    this.done.classList.add("main");
    this.open(this.rows[0]).focus();
    const leave = this.button("Leave it", () => this.leave());
    const strike = this.button("Strike it out", () => {
      this.fields.get(from).value = "";
      this.ask();
    });
    this.trouble = make("span", { class: "refused", role: "alert" });
    sheet.items.get(from).append(make("p", { class: "buttons" }, this.done, strike, leave, this.trouble));
    this.ask();
  }

  button(says, pressed) {
    const button = make("button", { type: "button" }, says);
    button.addEventListener("click", pressed);
    return button;
  }

  /** Make a row editable in place. */
  open({ at, lines }) {
    const field = make("textarea", { class: "said", rows: Math.max(2, lines.length), "aria-label": `Row ${at}: its line, and its draws below`, autocapitalize: "off", spellcheck: "false" });
    field.value = lines.map((each) => each.trim()).join("\n");
    field.addEventListener("input", () => {
      clearTimeout(this.waiting);
      this.done.disabled = true;
      this.waiting = setTimeout(() => this.ask(), QUIET);
    });
    field.addEventListener("keydown", (event) => event.key === "Escape" && this.leave());
    this.fields.set(at, field);
    this.sheet.items.get(at).querySelector(".said").replaceWith(field);
    return field;
  }

  /** The lines of a row as edited. */
  linesOf({ at, lines }) {
    return (this.fields.get(at)?.value.split("\n") ?? lines).map((each) => each.trim()).filter(Boolean);
  }

  /** The rows that are not struck out. */
  get remaining() {
    return this.rows.filter((each) => this.linesOf(each).length);
  }

  get body() {
    return { from: this.from, lines: this.remaining.map((each) => this.linesOf(each)) };
  }

  /** Ask the service what would become of every row. */
  async ask() {
    this.asking?.abort();
    this.asking = new AbortController();
    this.done.disabled = true;
    try {
      const { remaining } = this;
      if (!remaining.length) return this.tell([], []);
      const { ok, body } = await send(`/v1/games/${this.table.game}/mend?dry_run=true`, this.body, { key: this.table.key, signal: this.asking.signal });
      this.trouble.textContent = ok ? "" : capital(body.detail ?? body.title ?? "");
      if (ok) this.tell(remaining, body.rows);
    } catch (problem) {
      if (problem instanceof ServiceError) this.trouble.textContent = capital(problem.message);
      else ignoreAbort(problem);
    }
  }

  /** Show what would become of each row, and make the first one editable that is refused. */
  tell(remaining, fates) {
    const found = new Map(remaining.map(({ at }, index) => [at, fates[index]]));
    for (const row of this.rows) this.showFate(row, found.get(row.at) ?? { fate: "struck" });
    const stop = fates.findIndex(({ fate }) => STOPS.includes(fate));
    if (stop >= 0 && !this.fields.has(remaining[stop].at)) this.open(remaining[stop]);
    this.askFor(remaining[stop], fates[stop]?.request);
    const isAsBefore = remaining.length === this.rows.length && fates.every(({ fate }) => fate === "same");
    this.done.disabled = stop >= 0 || isAsBefore;
  }

  /** Show a pad for the missing draw below a row. The result becomes the last of its draws. */
  askFor(row, request) {
    this.pad?.element.remove();
    this.pad = null;
    if (!request) return;
    const element = make("div", { role: "group", "aria-label": "What came of the draw" });
    this.pad = new DrawPad(element, () => this.addDraws(row), () => this.table.hand.witnesses);
    this.pad.ask(request);
    this.sheet.items.get(row.at).append(element);
  }

  async addDraws(row) {
    const field = this.fields.get(row.at);
    const lines = field.value.split("\n").filter((each) => each.trim());
    const end = lines.findIndex((each) => /^\s*then\b/.test(each));
    lines.splice(end < 0 ? lines.length : end, 0, ...this.pad.lines);
    field.value = lines.join("\n");
    field.rows = Math.max(2, lines.length);
    await this.ask();
    if (this.pad) this.pad.focus();
    else this.done.focus();
  }

  showFate(row, { fate, says, clause, request }) {
    const item = this.sheet.items.get(row.at);
    const left = request && Object.entries(request.pile).map(([card, count]) => `${card} ${count}`).join(", ");
    item.dataset.fate = fate;
    item.querySelector(".fate").replaceChildren(FATES[fate], ...(STOPS.includes(fate) ? [request ? `: draw ${request.count} of ${left}` : `: ${says}`] : []), ...(clause ? [" ", this.table.clauseLink(clause)] : []));
  }

  leave() {
    clearTimeout(this.waiting);
    this.asking?.abort();
    this.sheet.show();
    this.sheet.items.get(this.from)?.querySelector("button")?.focus();
  }

  async finish() {
    const { table } = this;
    this.done.disabled = true;
    try {
      if (this.remaining.length) await table.acts.act("/mend", this.body, `"${table.position}"`);
      else await table.acts.act("/takeback", { from: this.from }, `"${table.position}"`);
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      this.trouble.textContent = capital(problem.message);
      this.done.disabled = false;
      return;
    }
    await table.inOrder(() => table.catchUp()).catch((problem) => table.lose(problem));
    table.notices.say("Mended");
    table.writer.ready();
  }
}
