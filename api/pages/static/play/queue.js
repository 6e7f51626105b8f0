// The scribe's lines that are not in the record yet. They are stored in the browser and sent in order, each once.

import { send, newId } from "../shared/acts.js";
import { Backoff } from "../shared/backoff.js";
import { ServiceError, request } from "../shared/client.js";
import { make } from "../shared/make.js";
import { capital } from "../shared/names.js";
import { seatNumber } from "../shared/views.js";
import { LineStore } from "./line_store.js";
import { doubtAbout } from "./spelling.js";

const SILENT = [0, 408, 429, 502, 503, 504]; // the service does not answer, or asks to wait
const BELOW = /^(draw|then)\s/; // lines that belong below the first line of a step

/**
 * A queued step is `{order, game, id, lines, on, at, isSent}`. `lines` are its first line and those below it; `id` is
 * its `Idempotency-Key`, which never changes; `isSent` is whether it may have arrived; `on` is the position before it,
 * unset if another step waits before it; `at` is its position in the record, set once it is recorded.
 */
export class LineQueue {
  /** `table` is the page, `message` the element that says how many lines wait, and why. */
  constructor(table, message) {
    Object.assign(this, { table, message, lines: [], stop: null, isMending: false, sending: null, isOffline: false, store: new LineStore(() => this.warn()), patience: new Backoff() });
    window.addEventListener("online", () => this.probe());
    navigator.serviceWorker?.addEventListener("message", () => this.lose());
  }

  /** Load the lines that waited when the page was closed. */
  async open() {
    const all = await this.store.open();
    const { game, notices } = this.table;
    if (!(await isOnlyTab(game))) return notices.trouble("This sheet is open in another tab, too. Write in one of them.");
    this.lines = all.filter((each) => each.game === game);
    if (this.waiting.length) this.waiting[0].isSent = true;
    return undefined;
  }

  /** The steps that are not in the record yet. */
  get waiting() {
    return this.lines.filter(({ at }) => !at);
  }

  /** Whether the next line has to wait, so that the service cannot check it yet. */
  get isBehind() {
    return this.isOffline || (this.waiting.length > 0 && !this.isMending);
  }

  /** Whether a line can be added below the last step. Once sent, a step must stay as it is. */
  get mayAddBelow() {
    const last = this.waiting.at(-1);
    return Boolean(last) && !last.isSent;
  }

  /** Returns an answer about such a line from the forms alone. */
  answer(line) {
    if (BELOW.test(line)) return this.mayAddBelow ? { answer: "waits", line } : { answer: "unreadable", says: "Its line is in the record already, or may be: mend it there.", line };
    const { forms, players } = this.table;
    const says = doubtAbout(line, forms, ["table", ...[...players].flat().filter(Boolean)]);
    return says ? { answer: "doubtful", says: `${says} Press Enter again to write it down as it is.`, line } : { answer: "waits", line };
  }

  /** Store the lines of a step, or a line below the last step, and send them. */
  async write(lines) {
    if (this.isMending) return this.mend(lines);
    if (BELOW.test(lines[0])) return this.addBelow(lines[0]);
    return this.add(lines);
  }

  async add(lines) {
    const last = this.lines.at(-1);
    const on = this.waiting.length ? undefined : Math.max(this.table.position, last?.at ?? 0);
    const line = { game: this.table.game, id: newId(), lines, on };
    this.lines.push(line); // before `order` is known, so that the next line comes after it
    line.order = await this.store.add(line);
    if (line.on !== on) await this.store.save(line); // meanwhile the step before it was recorded
    if (this.isOffline || this.stop) this.show();
    else this.showRows(); // it is sent at once, and the answer brings the next choices
    this.send();
  }

  async addBelow(text) {
    await this.sending; // the step may be in a request just now
    const last = this.waiting.at(-1);
    const { hand, notices } = this.table;
    if (this.mayAddBelow) {
      await this.change({ ...last, lines: [...last.lines, text] });
      return this.send();
    }
    return hand.isBegun ? notices.trouble(`“${text}” was not written down: its line is in the record already, or may be.`) : hand.write(text);
  }

  /** Replace the lines of the refused step. Its `then` lines are kept. */
  async mend(lines) {
    const { line } = this.stop;
    await this.change({ ...line, on: this.placeOf(this.stop), lines: [...lines, ...line.lines.filter((each) => each.startsWith("then "))] });
    this.send();
  }

  /** Delete the stopped step; the next one takes its position. */
  async strike(stop) {
    const { line } = stop;
    const [, next] = this.waiting;
    const on = this.placeOf(stop);
    this.lines = this.lines.filter((each) => each !== line);
    if (next) next.on = on;
    await this.store.save(next);
    await this.store.remove(line);
    this.start();
    this.send();
  }

  /** Send a stopped step after the events that somebody else recorded. */
  async goOn(stop) {
    await this.change({ ...stop.line, on: this.placeOf(stop) });
    this.send();
  }

  /** Returns the position before a stopped step when it is sent again. */
  placeOf({ line, isOvertaken }) {
    return isOvertaken ? this.table.position : line.on;
  }

  /** Delete the recorded steps that the sheet shows at this position. */
  async settle(position) {
    const done = this.lines.filter(({ at }) => at <= position);
    if (!done.length) return;
    this.lines = this.lines.filter((each) => !done.includes(each));
    await this.store.remove(...done);
  }

  async change(line) {
    this.lines = this.lines.map((each) => (each.id === line.id ? line : each));
    await this.store.save(line);
    if (!this.stop || this.stop.line.id === line.id) this.start();
    else this.show();
  }

  /** Let the queue go on after a stop. */
  start() {
    Object.assign(this, { stop: null, isMending: false });
    this.show();
  }

  /** Send the waiting steps one by one until one is refused or the service does not answer. */
  send() {
    this.sending ??= this.sendAll();
    return this.sending;
  }

  async sendAll() {
    await null; // so that `sending` is set first
    try {
      for (let [line] = this.waiting; line?.order && !this.stop && !this.isOffline; [line] = this.waiting) {
        line.isSent = true;
        const headers = { "If-Match": `"${line.on ?? this.table.position}"`, "Idempotency-Key": line.id };
        const answer = await send(`/v1/games/${this.table.game}/mend`, { lines: [line.lines] }, { key: this.table.key, headers }).catch(failedAnswer);
        if (answer.ok) await this.record(line, answer.body.position);
        else if (SILENT.includes(answer.status)) this.lose();
        else await this.refuse(line, answer);
      }
    } finally {
      this.sending = null; // no `await` between the last check of the queue and this
    }
  }

  /** Note that a step is in the record. The next one follows its position. */
  async record(line, position) {
    const [, next] = this.waiting;
    this.patience.reset();
    Object.assign(line, { at: position });
    if (next) next.on = position;
    await this.store.save(line, next);
    this.showRows();
    if (next) return;
    await this.table.refresh(); // the rows can be mended again
    this.table.notices.say("Recorded");
  }

  async refuse(line, { status, body }) {
    const isOvertaken = status === 412;
    const says = isOvertaken ? "somebody else wrote meanwhile: look at the rows above" : (body.detail ?? body.title ?? "").replace(/^lines\[0\]: /, "");
    this.stop = { line, isOvertaken, says };
    await this.table.refresh();
    this.show();
  }

  /** Go offline, and try the service again until it answers. */
  lose() {
    if (this.isOffline) return;
    this.isOffline = true;
    this.show();
    this.wait();
  }

  async wait() {
    while (this.isOffline) {
      await this.patience.over();
      await this.probe();
    }
  }

  /** Check whether the service answers again, without the caches. */
  async probe() {
    const { game, key } = this.table;
    const answer = await request(`/v1/games/${game}`, { headers: key.headers, cache: "no-store" }).catch(failedAnswer);
    if (!this.isOffline || SILENT.includes(answer.status)) return;
    this.isOffline = false;
    await this.table.refresh();
    this.show();
    this.send();
  }

  /** Show the queued lines below the sheet, and why they wait. */
  show() {
    const { length } = this.waiting;
    const many = length ? `${length === 1 ? "One line waits" : `${length} lines wait`}. ` : "";
    const stopped = this.isMending ? "What you write now takes the place of the one that stopped." : "The first of them is stopped: mend it or strike it out.";
    const why = this.isOffline ? "Offline: words are checked, rules are not until the connection is back." : this.stop ? stopped : "";
    this.message.hidden = !why;
    this.message.textContent = many + why;
    this.showRows();
    this.table.offerChoices();
  }

  showRows() {
    this.table.news.showWaiting(this.lines.map((each) => this.item(each)));
  }

  item(line) {
    const [first, ...below] = line.lines;
    const [, name] = /^\s*([^:]*?)\s*:/.exec(first.toLowerCase()) ?? [];
    const [seat] = [...this.table.players].find((names) => names.some((each) => each?.toLowerCase() === name)) ?? [];
    const stop = this.stop?.line === line ? this.stop : null;
    return make(
      "li",
      { class: "queued", "data-fate": stop ? "refused" : line.at ? "same" : "waiting" },
      make("span", { class: "at" }),
      make("i", { class: "seat", "data-seat": seatNumber(this.table.players, seat), "aria-hidden": "true" }),
      make("span", { class: "said" }, first, ...below.map((each) => make("small", {}, each))),
      make("p", { class: "fate", role: stop ? "alert" : false }, stop ? capital(stop.says) : line.at ? "in the record" : "waiting"),
      ...(stop ? [make("p", { class: "buttons" }, ...this.buttons(stop))] : []),
    );
  }

  buttons(stop) {
    return [
      ...(stop.isOvertaken ? [button("Write it down all the same", () => this.goOn(stop))] : []),
      this.isMending ? button("Leave it", () => this.leave()) : button("Mend it", () => this.edit(stop)),
      button("Strike it out", () => this.strike(stop)),
    ];
  }

  /** Put a stopped line and its draws into the input. The next line that is entered replaces it. */
  edit({ line: { lines: [first, ...below] } }) {
    const { hand } = this.table;
    this.isMending = true;
    this.show();
    hand.write(first);
    hand.drawPad.fill(below.filter((each) => each.startsWith("draw ")));
  }

  /** Without a store the lines are here alone. */
  warn() {
    this.table.notices.trouble("This browser stores nothing: what waits is lost if the page is closed.");
  }

  leave() {
    this.isMending = false;
    this.table.hand.reset();
    this.show();
  }
}

/** Whether no other tab of this browser has the sheet; asked of the browser's locks, and held until the tab is closed. */
function isOnlyTab(game) {
  if (!navigator.locks) return true;
  return new Promise((told) => navigator.locks.request(`oathbook lines of ${game}`, { ifAvailable: true }, (lock) => (told(Boolean(lock)), lock && new Promise(() => {}))));
}

/** Returns an answer for a request that failed without one; throws any other problem. */
function failedAnswer(problem) {
  if (!(problem instanceof ServiceError)) throw problem;
  return { ok: false, status: problem.status, body: {} };
}

function button(says, pressed) {
  const made = make("button", { type: "button" }, says);
  made.addEventListener("click", pressed);
  return made;
}
