// The table of a running game: whose turn it is, the board, the hand of the seat, news, promises and the standing.

import { Acts } from "../shared/acts.js";
import { Backoff } from "../shared/backoff.js";
import { ServiceError, getHead, getOfGame } from "../shared/client.js";
import { follow } from "../shared/event_stream.js";
import { standing } from "../shared/happenings.js";
import { invitations } from "../shared/kept_keys.js";
import { make, playerText } from "../shared/make.js";
import { capital, viewerName } from "../shared/names.js";
import { Notices } from "../shared/notices.js";
import { seatKey } from "../shared/seat_key.js";
import { seatNumber } from "../shared/views.js";
import { Drawing } from "../replay/scene.js";
import { BreachDialog } from "./breach.js";
import { Hand } from "./hand.js";
import { Herald } from "./herald.js";
import { LetterDialog } from "./letter_dialog.js";
import { Lights } from "./lights.js";
import { OptionMarks } from "./marks.js";
import { News } from "./news.js";
import { LineQueue } from "./queue.js";
import { requestOf } from "./requests.js";
import { Sheet, Writer } from "./scribe.js";
import { Seating } from "./seating.js";
import { keepPage, stopWorker } from "./service_worker.js";
import { TakebackPanel } from "./takeback.js";
import { WordPanel } from "./word.js";

const NOTHING = { nodes: [], root: 0, count: 0, complete: false };
const TOGETHER = 50; // milliseconds in which events are taken in at once

const page = document.getElementById("playing");
const at = (id) => document.getElementById(id);

class Table {
  constructor() {
    this.game = page.dataset.game;
    this.key = seatKey(this.game);
    Object.assign(this, { seat: null, by: null, position: 0, soon: null, before: null, isStale: false, offered: NOTHING, queue: Promise.resolve() });
    this.notices = new Notices({ status: at("status"), trouble: at("trouble") });
    this.acts = new Acts(`/v1/games/${this.game}`, this.key);
    this.drawing = new Drawing({ board: at("board"), table: at("table"), held: at("held"), pieces: at("pieces"), trays: at("trays"), marked: at("marked"), spaces: at("spaces"), seat: (name) => seatNumber(this.players, name), player: (name) => this.nameOf(name) });
    this.lights = new Lights(this.drawing, [[at("board"), at("board"), "choosing"], [at("table"), page.querySelector('[data-shows="table"]'), "lit"]]);
    this.hand = new Hand(this, { form: at("hand"), verbs: at("verbs"), chips: at("chips"), line: at("line"), button: at("decide"), reads: at("reads"), pad: at("pad") });
    this.marks = new OptionMarks(this, () => this.hand.showMarks());
    this.word = new WordPanel(this, at("promises"));
    this.letterDialog = new LetterDialog(this, at("draft-dialog"), at("promise"));
    this.writer = this.isScribe ? new Writer(this, at("writers")) : null;
    this.lines = this.isScribe ? new LineQueue(this, at("offline")) : null;
    this.news = this.isScribe ? new Sheet(this, at("rows")) : new News(this, at("steps"), at("news-title"));
    this.takeback = new TakebackPanel(this, at("takeback"));
    this.breach = new BreachDialog(at("breach"));
    this.seating = new Seating(this, at("curtain"));
    this.herald = this.isScribe ? null : new Herald(this, at("notify"));
    for (const tab of page.querySelectorAll("[data-shows]")) tab.addEventListener("click", () => this.showPanel(tab.dataset.shows));
  }

  async open() {
    const patience = new Backoff();
    for (;;) {
      try {
        return await this.begin();
      } catch (problem) {
        if (!(problem instanceof ServiceError) || !problem.isTransient) throw problem;
        this.notices.lose(`${problem.message}; trying again.`);
        await patience.over();
      }
    }
  }

  async begin() {
    this.seating.sit();
    const { head, wasRefused } = await getHead(this.game, this.key);
    this.head = head;
    this.players = new Map(head.seats.map(({ seat, player }) => [seat, player]));
    this.seat = this.players.has(head.as) || head.as === "table" ? head.as : null;
    if (wasRefused) this.notices.trouble("The key in the address does not belong to this game.");
    if (!this.seat || (this.isScribe && this.seat !== "table")) return this.lookOn();
    page.hidden = false;
    at("me").replaceChildren(make("i", { class: "seat", "data-seat": seatNumber(this.players, this.seat), "aria-hidden": "true" }), this.isScribe ? "You write for " : this.seat === "table" ? "You speak for " : "You are ", make("b", {}, playerText(this.nameOf(this.seat))));
    this.forms = await getOfGame(this.game, "/forms", this.key);
    await this.lines?.open();
    await this.catchUp();
    if (this.isScribe && window.matchMedia("(min-width: 60rem)").matches) this.showPanel("table"); // the sheet is always there
    this.seating.guard(at("pass"));
    this.seating.offerToKeep(at("keep"));
    at("inviting").hidden = Object.keys(invitations(this.game)).length === 0;
    if (!head.closed) this.attend();
    if (this.isScribe) this.beginToWrite();
  }

  /** Send the waiting lines, and let the page start without a connection from now on. */
  beginToWrite() {
    this.lines.show();
    this.lines.send();
    this.writer.ready();
    if (this.head.closed) return;
    keepPage(this).then(
      (isKept) => page.toggleAttribute("data-kept", isKept),
      (problem) => console.warn("This page cannot start without a connection:", problem.message),
    );
  }

  /** Nobody of this game: ask who is at the device, or lead to the replay. */
  async lookOn() {
    if (!this.seating.isShared || this.isScribe) {
      at("visitor").hidden = false;
      return;
    }
    const { to_act: toAct } = await getOfGame(this.game, "/options", this.key);
    this.seating.ask(toAct);
  }

  get seats() {
    return [...this.players.keys()];
  }

  /** What the game is called. */
  get title() {
    return page.dataset.title;
  }

  /** Whether this page writes down what the others play. */
  get isScribe() {
    return "written" in page.dataset;
  }

  /** The seats for which this page acts. */
  get own() {
    return this.isScribe ? this.writer.seats : [this.seat];
  }

  get isWitnessed() {
    return this.head.chance === "witnessed";
  }

  nameOf(seat) {
    return viewerName(seat);
  }

  clauseLink(clause) {
    return make("a", { class: "clause", href: `/rulesets/${page.dataset.edition}#${clause}` }, clause);
  }

  /** Follow the game from now on. */
  attend() {
    this.control = new AbortController();
    const told = {
      tell: () => (this.soon ??= setTimeout(() => this.takeIn(), TOGETHER)),
      cut: () => (this.lines ? this.lines.lose() : this.notices.lose("Lost the connection to the game; trying again.")),
      refused: (status) => this.notices.lose(`The game cannot be followed: status ${status}.`),
    };
    follow(this.game, this.key, this.position, told, this.control.signal);
  }

  leave() {
    this.control?.abort();
    clearTimeout(this.soon);
  }

  /** Handle a request without an answer: a scribe's page goes offline, other pages show a notice. */
  lose(problem) {
    if (this.lines && problem.isTransient) this.lines.lose();
    else this.notices.lose(capital(problem.message));
  }

  async takeIn() {
    this.soon = null;
    await this.inOrder(() => this.catchUp()).catch((problem) => this.lose(problem));
  }

  /** Load everything again, because the page may show old answers. */
  refresh() {
    this.isStale = true;
    return this.takeIn();
  }

  inOrder(action) {
    const done = this.queue.then(action);
    this.queue = done.catch(() => {});
    return done;
  }

  /** Show the newest position; nothing is asked for again that is shown already. */
  async catchUp() {
    const head = await getOfGame(this.game, "", this.key);
    if (head.position === this.position && !this.isStale) return;
    const { position } = head;
    this.isStale = false;
    this.by = this.isScribe ? this.writer.next(head) : this.seat;
    const [choices, { scenes }] = await Promise.all([
      this.choices(position),
      getOfGame(this.game, "/scenes", this.key, { from: position, to: position, as: this.seat }),
    ]);
    const [frame] = scenes;
    Object.assign(this, { head, position, toAct: choices.to_act, offered: choices });
    await this.lines?.settle(position);
    this.marks.take(choices);
    this.drawing.show(frame.scene, this.before ?? frame.scene);
    this.before = frame.scene;
    at("standing").replaceChildren(...standing({ ...frame, to_act: choices.to_act }, this.players));
    this.showTurn(frame);
    this.seating.offerToSpeak(at("speak"), this.toAct);
    this.letterDialog.show(head);
    if (head.closed) this.end(frame);
    else this.offerChoices();
    const [promises, request] = await Promise.all([this.word.bring(this.seat), this.takeback.bring(position), this.news.bring(position)]);
    if (!head.closed) this.marks.complete();
    this.herald?.tell(this.isMyTurn, [...promises, ...request]);
    this.notices.regain();
    page.dataset.position = position;
  }

  /** Offer the choices of this position; nothing while other lines wait, because their effect is not known. */
  offerChoices() {
    if (!this.toAct || this.head.closed) return;
    this.writer?.show();
    const isKnown = !this.lines?.isBehind || (!this.lines.waiting.length && this.offered.position === this.position);
    this.hand.offer(this.forms, isKnown ? this.offered : NOTHING);
  }

  /** What the seat can choose whose decision is made here. */
  choices(position) {
    return getOfGame(this.game, "/options", this.key, { form: "choices", marks: true, at: position, seat: this.by === this.seat ? undefined : this.by });
  }

  /** Whether that seat is to act. */
  get isToAct() {
    return !this.head.closed && this.toAct.includes(this.by);
  }

  get isMyTurn() {
    return !this.isScribe && this.isToAct;
  }

  /** Whose turn it is, in words and in colour. */
  showTurn({ standing: { ending, stall } }) {
    const names = this.toAct.map((seat) => this.nameOf(seat));
    const won = ending?.winners.map((seat) => this.nameOf(seat)).join(", ");
    at("turn").dataset.mine = String(this.isMyTurn);
    at("turn").textContent = ending ? `The game is over${won ? `, won by ${won}` : `: ${ending.outcome}`}` : this.isMyTurn ? `Your turn, ${this.nameOf(this.seat)}` : names.length ? `Waiting for ${names.join(", ")}` : stall ? `Held up: ${stall}` : "Nobody is to act";
  }

  end() {
    this.hand.close(make("span", {}, "Nothing more is decided here. ", make("a", { href: `/games/${this.game}/result` }, "The result"), ", ", make("a", { href: `/games/${this.game}` }, "the replay"), ", ", make("a", { href: `/v1/games/${this.game}/record`, download: true }, "the record"), "."));
    this.leave();
    if (this.isScribe) stopWorker(this.game);
  }

  /** Add a line to the queue, which sends it in order and repeats it until the service answers. */
  async writeDown({ line, written, by }, draws) {
    this.hand.reset(); // what is typed from now on is the next line
    this.hand.compose();
    this.writer.ready();
    await this.lines.write([written ? `${by}: ${written}` : line, ...draws]);
  }

  /** Record a line that was read; one that came too late is read again and asked for again. */
  async decide(read, draws) {
    if (this.isScribe && read.answer !== "takeback") return this.writeDown(read, draws);
    try {
      await this.acts.act(...requestOf(read, draws), `"${this.position}"`);
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      if (problem.status === 412) {
        await this.inOrder(() => this.catchUp());
        this.notices.say("Something happened meanwhile. Look again, and decide again.");
      } else if (problem.isTransient) this.notices.lose(`${problem.message}. Nothing is lost: decide again, and it is recorded once.`);
      else this.hand.refuse(problem.message);
      return undefined;
    }
    this.hand.reset();
    const seat = this.seat;
    await this.inOrder(() => this.catchUp()).catch((problem) => this.lose(problem));
    this.notices.say("Recorded");
    this.writer?.ready();
    if (this.seating.isShared && this.seat === seat && !this.isMyTurn && !this.head.closed) this.seating.fall();
    return undefined;
  }

  /** Show one of the panels beside the board. */
  showPanel(name) {
    page.dataset.shown = name;
    for (const tab of page.querySelectorAll("[data-shows]")) tab.setAttribute("aria-pressed", String(tab.dataset.shows === name));
  }
}

const table = new Table();
table.open().then(
  () => (page.dataset.ready = ""),
  (problem) => {
    if (!(problem instanceof ServiceError)) throw problem;
    table.notices.trouble(problem.message);
  },
);
