// The replay of a game: one position after another, as one viewer saw it.

import { Key, ServiceError, getOfGame, getHead, ignoreAbort } from "../shared/client.js";
import { Chart } from "./chart.js";
import { GameFollower } from "../shared/game_follower.js";
import { Frames } from "./frames.js";
import { standing } from "../shared/happenings.js";
import { Spoilers } from "./spoilers.js";
import { Log } from "./log.js";
import { ViewerChoice } from "./viewer.js";
import { make } from "../shared/make.js";
import * as moment from "../shared/moment.js";
import { Annotations } from "./annotations.js";
import { Notices } from "../shared/notices.js";
import { extendOutline } from "./outline.js";
import { Panels } from "./panels.js";
import { Autoplay } from "./autoplay.js";
import { PromiseList } from "./promise_list.js";
import { Drawing } from "./scene.js";
import { Narration } from "./narration.js";
import { Provenance } from "./provenance.js";
import { contradiction, endedLog } from "../shared/log_consistency.js";
import { seatNumber } from "../shared/views.js";
import { Backoff } from "../shared/backoff.js";
import { startOfStep, stop, stopsBy } from "../shared/stops.js";

const TOLD = 60; // events of a step that are told at most

const at = (id) => document.getElementById(id);

export class Replay {
  /** `page` names the game and its edition. */
  constructor(page) {
    const wanted = moment.read(window.location);
    if (wanted.key) moment.updateNow(wanted); // before anything else, so that no failure leaves the key in the address
    this.game = page.dataset.game;
    this.key = new Key(this.game);
    if (wanted.key) this.key.take(wanted.key);
    Object.assign(this, { start: wanted.position, position: 1, wanted: 1, length: 1, asked: 0, stood: 0, isOpen: false });
    this.hiding = new Spoilers(this, at("spoilers"), wanted.spoilers);
    this.looking = new ViewerChoice(this, at("viewer"), wanted.viewer);
    this.queue = Promise.resolve();
    this.notices = new Notices({ status: at("status"), trouble: at("trouble") });
    this.telling = new Narration(this, page.dataset.edition, { happenings: at("happenings"), reasons: at("reasons"), when: at("when"), heard: at("heard"), moment: at("moment").firstElementChild });
    this.drawing = new Drawing({ board: at("board"), table: at("table"), held: at("held"), pieces: at("pieces"), trays: at("trays"), marked: at("marked"), spaces: at("spaces"), seat: (name) => seatNumber(this.players, name), player: (name) => this.players.get(name) || name });
    this.chart = new Chart({ scrubber: at("scrubber"), marks: at("marks"), lines: at("lines"), here: at("here"), axis: at("axis"), under: at("under"), legend: at("legend"), scores: at("scores") });
    this.log = new Log(this, at("steps"));
    this.panels = new Panels(this, page.querySelectorAll(".panels button"), at("pull"), page);
    this.noted = new Annotations(this, at("noted"));
    this.tracing = new Provenance(this, page, at("why"));
    this.promised = new PromiseList(this, at("promises"));
    this.playing = new Autoplay(this, { play: at("play"), speeds: page.querySelectorAll(".speed output") });
  }

  /** Read what everything else needs, as often as it takes, and go to the position of the address. */
  async open() {
    const patience = new Backoff();
    while (!this.isOpen) {
      try {
        await this.begin();
        this.isOpen = true;
      } catch (problem) {
        if (!(problem instanceof ServiceError) || !problem.isTransient) throw problem;
        this.notices.lose(`${problem.message}; trying again.`);
        await patience.over();
      }
    }
    this.witness();
    if (!this.head.closed) new GameFollower(this).begin();
  }

  /** Look whether the log of the service goes on from what this browser was shown before. */
  async witness() {
    const says = await contradiction().catch(() => "");
    if (says) this.notices.trouble(says);
    at("ended").textContent = endedLog();
    at("ended").hidden = !at("ended").textContent;
  }

  async begin() {
    await this.meet();
    this.frames = new Frames(this, this.viewer);
    const [outline] = await Promise.all([this.sketched(this.viewer), this.noted.bring()]);
    this.takeOver(outline);
    await this.reach(this.start ?? (this.head.closed || this.spoilers ? 1 : this.length));
    moment.updateNow(this.place);
    this.notices.regain();
  }

  /** Ask who the viewer is, who plays, and which views are open. */
  async meet() {
    const { head, wasRefused } = await getHead(this.game, this.key);
    this.head = head;
    at("forget").hidden = !this.key.value;
    this.players = new Map(this.head.seats.map(({ seat, player }) => [seat, player]));
    this.looking.begin();
    if (wasRefused) this.notices.trouble(`The key in the address does not belong to this game; ${this.key.value ? "this tab keeps its old key" : "you see what the public sees"}.`);
  }

  get viewer() {
    return this.looking.viewer;
  }

  /** One thing after another, for what changes the outline. */
  inOrder(action) {
    const done = this.queue.then(action);
    this.queue = done.catch(() => {});
    return done;
  }

  /** Request what rests on the record alone: of a finished game browsers keep it, without asking again. */
  ask(path, parameters, signal) {
    return getOfGame(this.game, path, this.key, { ...parameters, of: this.head.lasting }, signal);
  }

  sketched(viewer, after = 0) {
    return this.ask("/outline", { after, as: viewer, ...this.hiding.parameters });
  }

  takeOver(outline) {
    this.outline = outline;
    this.length = outline.position;
    this.mark();
  }

  /** Draw the game from end to end, without spoilers. */
  mark() {
    this.chart.show(this.outline, this.upto, this.noted.known, [...this.players.keys()]);
    this.noted.show();
    this.log.show();
  }

  /** Whether nothing is told of what is still to come. */
  get spoilers() {
    return this.hiding.isOn;
  }

  get upto() {
    return this.hiding.upto;
  }

  get isAtEnd() {
    return this.wanted === this.length;
  }

  /** Go to a position; if that fails, stay and say so, and try it again until one goes elsewhere. */
  async go(position) {
    this.notices.hush();
    for (const patience = new Backoff(); ; ) {
      try {
        return await this.reach(position);
      } catch (problem) {
        this.playing.pause();
        this.notices.lose(problem.message);
        if (!problem.isTransient) return undefined;
      }
      const { asked } = this;
      await patience.over();
      if (asked !== this.asked) return undefined;
    }
  }

  /** Go to a position: at once if its scenes are here, else as soon as they have come, one after the other. */
  async reach(position) {
    const wanted = Math.min(Math.max(1, position), this.length);
    const number = ++this.asked;
    this.wanted = wanted;
    const { frames } = this;
    try {
      if (await this.bring(frames, wanted)) this.notices.regain();
    } catch (problem) {
      if (number === this.asked && this.stood && problem.name !== "AbortError") this.stay();
      return ignoreAbort(problem);
    }
    const isLate = number < this.stood || (number < this.asked && frames.get(this.wanted));
    if (isLate || frames !== this.frames) return undefined;
    this.stood = number;
    this.stand(wanted);
    this.note();
    return this.prepare();
  }

  /** Stay at the shown position. */
  stay() {
    this.wanted = this.position;
    this.chart.point(this.position, this.wanted);
  }

  /** The last position before the step to which one belongs; of a step of very many events, not so far back. */
  before(position, outline = this.outline) {
    return Math.max(1, startOfStep(outline.steps, position) - 1, position - TOLD);
  }

  /** The scenes of the step to which a position belongs, up to there, and the one that it changed. */
  bring(frames, position, outline = this.outline) {
    return frames.need(this.before(position, outline), position, outline.position);
  }

  prepare() {
    this.frames.prepare(this.position, this.length).catch(() => {});
  }

  get moment() {
    const { position, spoilers } = this;
    return { position, spoilers, viewer: this.viewer === "public" && !this.key.value ? null : this.viewer };
  }

  /** The moment for the address; the end of a running game needs no position. */
  get place() {
    const isLive = this.position === this.length && !this.head.closed && !this.spoilers;
    return isLive ? { ...this.moment, position: null } : this.moment;
  }

  note() {
    if (this.isOpen) moment.updateSoon(this.place);
  }

  stand(position) {
    const before = Math.max(this.before(position), this.position < position ? this.position : 1); // what this step changed, or a part of it
    this.position = position;
    const frame = this.frames.get(position);
    this.tracing.draw(frame.scene, () => {
      this.drawing.show(frame.scene, this.compared ?? this.frames.get(before)?.scene);
      at("standing").replaceChildren(...standing(frame, this.players));
    });
    this.compared = null;
    this.telling.show(frame);
    this.hiding.see(position);
    if (this.chart.upto !== this.upto) {
      this.mark();
      if (this.spoilers && this.hiding.isAllSeen) this.looking.offer();
    }
    this.showPlace();
    this.promised.show();
    if (this.panels.shown === "why") this.telling.explain().catch((problem) => this.notices.lose(problem.message));
    else at("reasons").replaceChildren(); // or they would be shown for a moment with another position
  }

  /** Where the position is in the game; nothing of what happened there. */
  showPlace() {
    at("where").replaceChildren(make("span", { class: "word" }, "Position "), String(this.position), ...(this.spoilers ? [] : [make("small", {}, ` of ${this.length}`)]));
    this.chart.point(this.position, this.wanted);
    this.log.point();
  }

  /** One stop of a unit back or forward; after the last comes the end, before the first the beginning. */
  walk(unit, direction) {
    if (unit === "event") return this.go(this.wanted + direction);
    const stops = stopsBy(unit, this.outline);
    if (!stops) return this.notices.say(`This game has no ${unit}s`);
    const next = stop(stops, this.wanted, direction);
    if (next !== this.wanted) return this.go(next);
    return this.go(direction > 0 ? this.length : 1);
  }

  /** Show another viewer's view; what is not as the one before saw it is marked. */
  see(found) {
    if (this.position === this.wanted) this.compared = this.frames.get(this.position)?.scene;
    this.log.clear();
    return this.renew(found);
  }

  /** Show what was asked for anew. */
  renew({ outline, frames }) {
    this.frames.clear();
    this.frames = frames;
    this.takeOver(outline);
    return this.reach(this.wanted);
  }

  /** Forget the key, and see what the public sees. */
  forget() {
    this.key.leave();
    moment.updateNow({ ...this.moment, viewer: null });
    window.location.reload();
  }

  /** Take in new events: a page at the end moves along, a page that looks back stays where it is. */
  async catchUp() {
    const [more] = await Promise.all([this.sketched(this.viewer, this.length), this.noted.bring()]);
    const outline = extendOutline(this.outline, more);
    if (this.isAtEnd) await this.bring(this.frames, outline.position, outline).catch(ignoreAbort);
    const goesAlong = this.isAtEnd && outline.position > this.length;
    this.takeOver(outline);
    if (more.corrections.length) this.telling.tell();
    if (goesAlong) await this.reach(this.length);
    this.showPlace();
    this.prepare();
    const { may_look_as: open } = this.head;
    this.head = await getOfGame(this.game, "", this.key);
    if (this.head.may_look_as.length !== open.length) this.looking.offer();
    this.note();
    this.notices.regain();
  }
}
