// The replay of a game: one position after another, as one viewer saw it.

import { around } from "./around.js";
import { Key, ask } from "./asking.js";
import { Chart } from "./chart.js";
import { Frames } from "./frames.js";
import { Happened, sentence, standing } from "./happened.js";
import { follow } from "./live.js";
import { make, refill } from "./make.js";
import * as moment from "./moment.js";
import { Table } from "./scene.js";
import { barred, views } from "./views.js";
import { startOfStep, stop, stopsBy } from "./walking.js";

const WRONG_KEY = [400, 401, 422]; // no key of this game, or nothing that could be one
const TOGETHER = 50; // milliseconds in which events are taken in at once
const STILL_TO_COME = "What follows from this is still to come.";
const PACES = [100, 200, 400, 800, 1600, 3200, 6400, 10000]; // milliseconds a decision

const at = (id) => document.getElementById(id);

export class Replay {
  /** `page` names the game and its edition. */
  constructor(page) {
    const wanted = moment.read(window.location);
    this.game = page.dataset.game;
    this.key = new Key(this.game);
    if (wanted.key) {
      this.key.take(wanted.key);
      moment.settle(wanted); // before anything is asked, so that no failure leaves the key in the address
    }
    this.viewer = wanted.viewer;
    this.spoilers = wanted.spoilers;
    this.position = 1;
    this.wanted = 1;
    this.horizon = 1;
    this.pace = PACES.indexOf(1600);
    this.frames = new Frames((from, to, signal) => ask(this.game, "/scenes", this.key, { from, to, as: this.viewer }, signal));
    this.happened = new Happened(page.dataset.edition);
    this.table = new Table(at("board"), at("pieces"), at("trays"));
    this.chart = new Chart({ scrubber: at("scrubber"), marks: at("marks"), lines: at("lines"), legend: at("legend"), scores: at("scores") });
    this.start = wanted.position;
    this.turn = Promise.resolve();
  }

  /** Read what everything else needs, and stand where the address says. */
  async open() {
    await this.meet();
    await this.sketch();
    await this.go(this.start ?? (this.head.closed || this.spoilers ? 1 : this.length), { settle: true });
    if (!this.head.closed) this.attend();
  }

  /** Who asks, who plays, and whose eyes there are to look through. */
  async meet() {
    try {
      this.head = await ask(this.game, "", this.key);
    } catch (problem) {
      if (!WRONG_KEY.includes(problem.status) || !this.key.value) throw problem;
      this.key.drop();
      this.head = await ask(this.game, "", this.key);
      this.trouble("The key in that address is no key of this game; this is what the public sees.");
    }
    this.players = new Map(this.head.seats.map(({ seat, player }) => [seat, player]));
    if (this.viewer && !this.head.may_look_as.includes(this.viewer)) {
      this.trouble(barred([...this.players.keys()], this.viewer));
      this.viewer = null;
    }
    this.viewer ??= this.head.as;
    this.offerViews();
  }

  offerViews() {
    at("viewer").replaceChildren(...views([...this.players.keys()], this.head.may_look_as, this.viewer));
    at("viewer").value = this.viewer;
  }

  /** One thing after another, for what changes the outline. */
  inTurn(action) {
    const done = this.turn.then(action);
    this.turn = done.catch(() => {});
    return done;
  }

  /** The outline, whole or behind what is there. */
  async sketch({ whole = false } = {}) {
    const after = whole ? 0 : (this.outline?.position ?? 0);
    const more = await ask(this.game, "/outline", this.key, { after, as: this.viewer });
    this.outline = after ? joined(this.outline, more) : more;
    this.length = this.outline.position;
    this.chart.show(this.outline, this.upto);
  }

  get upto() {
    return this.spoilers ? this.horizon : this.length;
  }

  /** Stand at a position: at once where its scenes are here, else as soon as they have come. */
  async go(position, { settle = false } = {}) {
    this.wanted = Math.min(Math.max(1, position), this.length);
    const wanted = this.wanted;
    try {
      const isAsked = await this.frames.need(Math.max(startOfStep(this.outline.steps, wanted), wanted - 100), wanted, this.length);
      if (isAsked) this.regain();
    } catch (problem) {
      if (problem.name === "AbortError") return;
      this.pause();
      this.lose(problem.message);
      return;
    }
    if (wanted !== this.wanted || !this.frames.get(wanted)) return;
    this.stand(wanted);
    (settle ? moment.settle : moment.note)(this.moment);
    this.frames.prepare(wanted, this.length).then(() => this.listAround(), () => {});
  }

  get moment() {
    const { position, spoilers } = this;
    return { position, spoilers, viewer: this.viewer === "public" && !this.key.value ? null : this.viewer };
  }

  stand(position) {
    const came = this.position;
    this.position = position;
    const frame = this.frames.get(position);
    const step = this.frames.between(startOfStep(this.outline.steps, position), position);
    this.table.show(frame.scene, this.frames.get(came === position ? position - 1 : came)?.scene);
    refill(at("happenings"), ...this.happened.events(step, position));
    at("where").textContent = `Position ${position}${this.spoilers ? "" : ` of ${this.length}`}`;
    at("when").textContent = `Step ${frame.step}, by ${frame.by}, ${frame.at.slice(0, 19).replace("T", " ")} UTC`;
    at("standing").replaceChildren(...standing(frame, this.players));
    at("heard").textContent = `${position}: ${sentence(step)}`;
    if (position > this.horizon || this.chart.upto !== this.upto) {
      this.horizon = Math.max(this.horizon, position);
      this.chart.show(this.outline, this.upto);
    }
    this.chart.point(position);
    this.listAround();
    if (at("why").open) this.explain().catch((problem) => this.lose(problem.message));
  }

  listAround() {
    around(at("around"), this.frames, this.outline, this);
  }

  /** Why: the derivation of what happened here, unless it is still to come. */
  async explain() {
    const { position, viewer } = this;
    const why = await ask(this.game, `/events/${position}/why`, this.key, { as: viewer });
    this.regain();
    if (position !== this.position || viewer !== this.viewer) return;
    refill(at("reasons"), ...(why.outcome > this.upto ? [make("p", {}, STILL_TO_COME)] : this.happened.reasons(why)));
  }

  /** One stop of a unit back or forward; never past what may be seen. */
  walk(unit, direction) {
    const { steps } = this.outline;
    const position = this.wanted;
    let next;
    if (unit === "event") next = position + direction;
    else if (unit === "step") next = stop(steps, position, direction);
    else next = stop(stopsBy(unit, this.outline), position, direction);
    if (next === position && unit !== "event") next = direction > 0 ? this.length : 1;
    return this.go(next);
  }

  async look(viewer) {
    if (!viewer || viewer === this.viewer || !this.head.may_look_as.includes(viewer)) return;
    this.viewer = viewer;
    at("viewer").value = viewer;
    await this.inTurn(() => this.seeAnew(viewer));
  }

  async seeAnew(viewer) {
    if (viewer !== this.viewer) return; // somebody else's eyes have been asked for since
    this.frames.clear();
    await this.sketch({ whole: true });
    await this.go(this.wanted);
    this.say(`Seen by ${at("viewer").selectedOptions[0].textContent}`);
  }

  play() {
    if (this.playing) return this.pause();
    at("play").setAttribute("aria-pressed", "true");
    this.playing = true;
    const tick = async () => {
      const wasLast = this.wanted === this.length;
      await this.walk("step", 1);
      if (!this.playing) return;
      if (wasLast && this.head.closed) this.pause();
      else this.timer = setTimeout(tick, PACES[this.pace]);
    };
    this.timer = setTimeout(tick, PACES[this.pace]);
    return undefined;
  }

  pause() {
    clearTimeout(this.timer);
    this.playing = false;
    at("play").setAttribute("aria-pressed", "false");
  }

  speed(change) {
    this.pace = Math.min(PACES.length - 1, Math.max(0, this.pace + change));
    at("speed").textContent = `${PACES[this.pace] / 1000} s`;
  }

  hide() {
    this.spoilers = !this.spoilers;
    this.horizon = this.position;
    this.showSpoilers();
    this.chart.show(this.outline, this.upto);
    this.say(this.spoilers ? "What is still to come is hidden" : "Everything is shown");
    return this.go(this.wanted);
  }

  showSpoilers() {
    at("spoilers").setAttribute("aria-pressed", String(this.spoilers));
    for (const link of document.querySelectorAll("[data-goes]")) {
      link.search = this.spoilers ? "?spoilers=hidden" : "";
    }
  }

  async copy() {
    const link = new URL(moment.address(this.moment), window.location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      this.say(`Copied: ${link}`);
    } catch {
      this.say(`Copy this: ${link}`);
    }
  }

  async find(sought) {
    if (/^\d{1,6}$/.test(sought)) return this.go(Number(sought));
    if (!sought) return undefined;
    for (const after of [this.position, 0]) {
      const { places } = await ask(this.game, "/timeline", this.key, { says: sought, after, limit: 1 });
      if (places.length && places[0].position <= this.upto) return this.go(places[0].position);
    }
    this.say(`Nothing ${this.spoilers ? "so far " : ""}says “${sought}”`);
    return undefined;
  }

  /** Follow a running game, again where somebody comes Back to the page. */
  attend() {
    const control = new AbortController();
    const left = () => {
      control.abort();
      window.addEventListener("pageshow", () => this.attend(), { once: true });
    };
    window.addEventListener("pagehide", left, { once: true });
    let soon = null;
    const tell = () => {
      soon ??= setTimeout(() => {
        soon = null;
        this.inTurn(() => this.catchUp()).catch((problem) => this.lose(problem.message));
      }, TOGETHER);
    };
    const cut = () => this.lose("Cut off from the running game; trying again.");
    follow(this.game, this.key, this.length, { tell, cut }, control.signal);
  }

  /** Take in what has come since; whoever stands at the end goes along. */
  async catchUp() {
    const wasLast = this.wanted === this.length;
    await this.sketch();
    await this.go(wasLast ? this.length : this.wanted);
    const open = this.head.may_look_as.length;
    this.head = await ask(this.game, "", this.key);
    if (this.head.may_look_as.length !== open) this.offerViews();
    this.regain();
  }

  say(words) {
    at("status").textContent = words;
  }

  /** A trouble that is over with the next answer. */
  lose(words) {
    this.lost = true;
    this.trouble(words);
  }

  regain() {
    if (this.lost) at("trouble").hidden = true;
    this.lost = false;
  }

  trouble(words) {
    at("trouble").textContent = words;
    at("trouble").hidden = false;
  }
}

/** An outline with what has come since. */
function joined(outline, more) {
  const begins = Object.fromEntries(Object.entries(more.begins).map(([unit, stops]) => [unit, [...outline.begins[unit], ...stops]]));
  const lists = Object.fromEntries(["steps", "marks", "scores"].map((name) => [name, [...outline[name], ...more[name]]]));
  return { ...more, ...lists, begins };
}
