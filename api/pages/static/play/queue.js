// The lines of a scribe that are not in the record yet: kept in the browser, sent in order, each once.

import { send, unique } from "../shared/acts.js";
import { Backoff } from "../shared/backoff.js";
import { ServiceError, request } from "../shared/client.js";
import { make } from "../shared/make.js";
import { capital } from "../shared/names.js";
import { seatNumber } from "../shared/views.js";
import { LineStore } from "./line_store.js";
import { doubtAbout } from "./spelling.js";

const SILENT = [0, 408, 429, 502, 503, 504]; // the service does not answer, or asks to wait
const BELOW = /^(draw|then)\s/; // a line that belongs below that of a step

/**
 * A line is `{order, game, id, lines, on, at}`: the line of a step and those below it; `id` is its `Idempotency-Key`,
 * whatever becomes of it; `isSent` whether it may have arrived; `on` the position that it was written on, unless another waits before it; `at` the position
 * that it has in the record, from when it is there until the sheet shows it.
 */
export class LineQueue {
  /** `table` is the page, `message` the element that says what waits and why. */
  constructor(table, message) {
    Object.assign(this, { table, message, lines: [], stop: null, isMending: false, sending: null, isOffline: false, store: new LineStore(() => this.warn()), patience: new Backoff() });
    window.addEventListener("online", () => this.probe());
    navigator.serviceWorker?.addEventListener("message", () => this.lose());
  }

  /** Take up what waited when the page was left. */
  async open() {
    const all = await this.store.open();
    const { game, notices } = this.table;
    if (!(await isOnlyTab(game))) return notices.trouble("This sheet is open in another tab, too. Write in one of them.");
    this.lines = all.filter((each) => each.game === game);
    if (this.waiting.length) this.waiting[0].isSent = true;
    return undefined;
  }

  /** Those that are not in the record yet. */
  get waiting() {
    return this.lines.filter(({ at }) => !at);
  }

  /** Whether the next line goes behind others, so that the rules cannot be asked about it yet. */
  get isBehind() {
    return this.isOffline || (this.waiting.length > 0 && !this.isMending);
  }

  /** Whether something can be added to the last step: what was sent once must stay as it is. */
  get mayAddBelow() {
    const last = this.waiting.at(-1);
    return Boolean(last) && !last.isSent;
  }

  /** What can be said of such a line by the forms alone. */
  answer(line) {
    if (BELOW.test(line)) return this.mayAddBelow ? { answer: "waits", line } : { answer: "unreadable", says: "Its line is in the record already, or may be: mend it there.", line };
    const { forms, players } = this.table;
    const says = doubtAbout(line, forms, ["table", ...[...players].flat().filter(Boolean)]);
    return says ? { answer: "doubtful", says: `${says} Enter once more writes it down as it is.`, line } : { answer: "waits", line };
  }

  /** Write the lines of a step down, or what belongs below the last step: in the browser first. */
  async write(lines) {
    if (this.isMending) return this.mend(lines);
    if (BELOW.test(lines[0])) return this.addBelow(lines[0]);
    return this.add(lines);
  }

  async add(lines) {
    const last = this.lines.at(-1);
    const on = this.waiting.length ? undefined : Math.max(this.table.position, last?.at ?? 0);
    const line = { game: this.table.game, id: unique(), lines, on };
    this.lines.push(line); // before it has its order: what is written next comes after it
    line.order = await this.store.add(line);
    if (line.on !== on) await this.store.save(line); // the one before it is in the record since
    if (this.isOffline || this.stop) this.show();
    else this.showRows(); // it goes out at once, and what can be chosen comes with the answer
    this.send();
  }

  async addBelow(text) {
    await this.sending; // the step may be on its way
    const last = this.waiting.at(-1);
    const { hand, notices } = this.table;
    if (this.mayAddBelow) {
      await this.change({ ...last, lines: [...last.lines, text] });
      return this.send();
    }
    return hand.isBegun ? notices.trouble(`“${text}” was not written down: its line is in the record already, or may be.`) : hand.write(text);
  }

  /** Put other lines in the place of those that were refused. */
  async mend(lines) {
    const { line } = this.stop;
    await this.change({ ...line, on: this.placeOf(this.stop), lines: [...lines, ...line.lines.filter((each) => each.startsWith("then "))] });
    this.send();
  }

  /** Let what was refused, or what somebody wrote meanwhile, not count: the next line takes the position. */
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

  /** Send a line on the position of now: the scribe has seen what came. */
  async goOn(stop) {
    await this.change({ ...stop.line, on: this.placeOf(stop) });
    this.send();
  }

  /** The position on which a stopped line goes out again. */
  placeOf({ line, isOvertaken }) {
    return isOvertaken ? this.table.position : line.on;
  }

  /** Forget those that the sheet shows. */
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

  /** What stopped the queue is out of the way. */
  start() {
    Object.assign(this, { stop: null, isMending: false });
    this.show();
  }

  /** Send what waits, a line after the other, until one is refused or the service is silent. */
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
        const answer = await send(`/v1/games/${this.table.game}/mend`, { lines: [line.lines] }, { key: this.table.key, headers }).catch(silence);
        if (answer.ok) await this.record(line, answer.body.position);
        else if (SILENT.includes(answer.status)) this.lose();
        else await this.refuse(line, answer);
      }
    } finally {
      this.sending = null; // in the turn in which there was nothing more to send
    }
  }

  /** A line is in the record: the next one goes on the position after it. */
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

  /** The service does not answer: ask it again until it does. */
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

  /** Ask whether the service answers again; what is kept in the browser is no answer. */
  async probe() {
    const { game, key } = this.table;
    const answer = await request(`/v1/games/${game}`, { headers: key.headers, cache: "no-store" }).catch(silence);
    if (!this.isOffline || SILENT.includes(answer.status)) return;
    this.isOffline = false;
    await this.table.refresh();
    this.show();
    this.send();
  }

  /** Show the lines below the sheet, and say what they wait for. */
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

  /** Take a stopped line into the hand, with its draws; what is written there takes its place. */
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

/** An answer of status 0 in place of a request that got none. */
function silence(problem) {
  if (!(problem instanceof ServiceError)) throw problem;
  return { ok: false, status: problem.status, body: {} };
}

function button(says, pressed) {
  const made = make("button", { type: "button" }, says);
  made.addEventListener("click", pressed);
  return made;
}
