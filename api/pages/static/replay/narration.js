// What happened at the shown position, in full, in one line and for ears, and why.

import { getOfGame } from "../shared/client.js";
import { Happenings, stepSummary, sentence } from "../shared/happenings.js";
import { spoilerQuery } from "../shared/query.js";
import { make, refill } from "../shared/make.js";
import { Account } from "../promises/account.js";
import { capital, nameNodes, viewerName } from "../shared/names.js";
import { seatNumber } from "../shared/views.js";
import { startOfStep } from "../shared/stops.js";

const STILL_TO_COME = "The outcome is still to come.";

export class Narration {
  /** Of a replay by an edition; `happenings`, `reasons`, `when`, `heard` and `moment` are filled. */
  constructor(replay, edition, parts) {
    Object.assign(this, { replay, ...parts });
    this.moment.addEventListener("scroll", () => this.fade(), { passive: true });
    new ResizeObserver(() => this.fade()).observe(this.moment);
    this.happened = new Happenings(edition, () => spoilerQuery(replay.spoilers), () => [...replay.players.keys()]);
  }

  /** Tell the step up to the shown position. */
  show({ position, step: number, by, at }) {
    const step = this.tell();
    this.when.replaceChildren(...nameNodes(`Step ${number}, by ${this.replay.players.has(by) ? viewerName(by) : by}, ${at.slice(0, 19).replace("T", " ")} UTC`));
    this.heard.textContent = `${position}: ${sentence(step)}`;
    this.moment.replaceChildren(...stepSummary(step, seatNumber(this.replay.players, step[0].by), (promise) => this.letter(promise)));
    this.moment.scrollTop = 0;
    this.moment.classList.remove("small");
    requestAnimationFrame(() => this.fit());
  }

  /** Use smaller letters if the sentence does not fit. */
  fit() {
    const { clientHeight, scrollHeight } = this.moment;
    this.moment.classList.toggle("small", scrollHeight > clientHeight);
    this.fade();
  }

  /** Show whether more of the sentence comes below. */
  fade() {
    const { scrollTop, clientHeight, scrollHeight } = this.moment;
    this.moment.classList.toggle("goes-on", scrollHeight - scrollTop - clientHeight > 4);
  }

  /** The letter of a promise, as it was offered. */
  letter(promise) {
    const offer = this.replay.outline.promises.find((each) => each.kind === "offered" && each.promise === promise);
    return offer?.says.match(/“(.*)”/s)?.[1] ?? "";
  }

  /** What happened in this step, and what of it has been put right since; the scenes of that. */
  tell() {
    const { position, upto, frames, outline: { steps, corrections } } = this.replay;
    const step = frames.between(startOfStep(steps, position), position);
    const known = corrections.filter((each) => each.position <= Math.max(position, upto));
    refill(this.happenings, ...this.happened.events(step, position, known));
    return step;
  }

  /** Why: the derivation of what happened here, unless it is still to come. */
  async explain() {
    const { replay } = this;
    const { game, key, position, viewer } = replay;
    const [why, breaches] = await Promise.all([getOfGame(game, `/events/${position}/why`, key, { as: viewer }), Promise.all(this.broken.map((each) => this.breach(each)))]);
    replay.notices.regain();
    if (position !== replay.position || viewer !== replay.viewer) return;
    refill(this.reasons, ...breaches, ...(why.outcome > replay.upto ? [make("p", {}, STILL_TO_COME)] : this.happened.reasons(why)));
    replay.tracing.explained();
  }

  /** The promises that were broken in the shown step, up to the shown position. */
  get broken() {
    const { position, outline: { steps, promises } } = this.replay;
    const first = startOfStep(steps, position);
    return promises.filter((each) => each.kind === "broken" && each.position >= first && each.position <= position);
  }

  /** A breach: what was promised, who pays what by which clause, and what shows that they caused it. */
  async breach({ promise, position, says }) {
    const { replay } = this;
    const { game, key, viewer } = replay;
    const { audit } = await getOfGame(game, `/promises/${promise}/audit`, key, { at: position, as: viewer });
    const { edition, leading, seats } = this.happened;
    const account = new Account({ replay: "", edition, leading: leading(), seats: seats() });
    const blamed = audit.parts.flatMap((part) => account.blame({ ...part, spans: {} }, ""));
    const whole = make("a", { href: replay.promised.address(promise) }, "The promise and its proof");
    return make("section", { class: "breach" }, make("p", { class: "became broken" }, ...nameNodes(`${capital(says)}.`)), make("blockquote", {}, this.letter(promise)), ...blamed, make("p", {}, whole));
  }
}
