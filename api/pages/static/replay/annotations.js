// What was promised, disputed and corrected, listed in words: the marks of the timeline say the same to the eye.

import { ServiceError, getJson } from "../shared/client.js";
import { capital } from "../shared/names.js";
import { make, refill } from "../shared/make.js";
import { kindWords } from "./chart.js";

const MOST = 500; // disputes that are marked, the newest ones

const DISPUTED = {
  "decision-illegal": "this was not allowed",
  "decision-refused": "a decision was refused here that should have been allowed",
  "outcome-wrong": "this is not what follows",
  "draw-wrong": "this draw is impossible",
  "table-wrong": "this is not what the rules make of it",
  standing: "the scores, or the end, are wrong here",
};

export class Annotations {
  /** `details` holds the list, and is hidden while there is nothing in it. */
  constructor(replay, details) {
    Object.assign(this, { replay, details, list: details.querySelector("ol"), disputes: [] });
    this.list.addEventListener("click", (event) => this.clicked(event));
  }

  /** Request the disputes; without an answer nothing is marked. */
  async bring() {
    if (this.replay.spoilers) return; // what is disputed tells how the game went
    try {
      const { disputes } = await getJson("/v1/disputes", this.replay.key, { game: this.replay.game, limit: MOST });
      this.disputes = disputes.filter(({ at }) => at).map(disputeNote);
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
    }
  }

  /** All that may be told now, in the order of positions. */
  get known() {
    const { outline, upto } = this.replay;
    const promised = outline.promises.map(({ position, kind, says }) => ({ position, kind: kind === "broken" ? "broken" : "promise", says }));
    const corrected = outline.corrections.map(correctionNote);
    const all = [...promised, ...corrected, ...this.disputed];
    return all.filter(({ position }) => position <= upto).sort((one, other) => one.position - other.position);
  }

  /** The disputes about events that may be told now. */
  get disputed() {
    const { upto, spoilers } = this.replay;
    return spoilers ? [] : this.disputes.filter(({ position }) => position <= upto);
  }

  /** What else begins, such as a vote: turns and phases have keys of their own. */
  get begun() {
    const { marks, begins } = this.replay.outline;
    const counted = new Set(Object.values(begins).flat());
    const begun = marks.map(({ position, kinds }) => ({ position, says: kindWords(kinds.filter((each) => /_(begins|opens)$/.test(each))) }));
    return begun.filter(({ position, says }) => says && !counted.has(position));
  }

  /** Go to the next promise, dispute or beginning in a direction, and say what it is. */
  async walk(direction) {
    const { upto, wanted, notices } = this.replay;
    const marks = [...this.known, ...this.begun].filter(({ position }) => position <= upto && (position - wanted) * direction > 0);
    if (!marks.length) return notices.say(direction > 0 ? "No mark comes after this" : "No mark comes before this");
    const next = (direction > 0 ? Math.min : Math.max)(...marks.map(({ position }) => position));
    await this.replay.go(next);
    if (this.replay.position === next) notices.say(capital(marks.filter(({ position }) => position === next).map(({ says }) => says).join("; ")));
  }

  /** Show them as a list, rebuilt only if it changed, so that a selection in it stays. */
  show() {
    const items = this.known.map((each) => this.item(each));
    this.details.hidden = !items.length;
    this.details.querySelector(".count").textContent = items.length;
    const { children } = this.list;
    if (children.length !== items.length || items.some((each, index) => !each.isEqualNode(children[index]))) refill(this.list, ...items);
  }

  item({ position, says, dispute }) {
    const way = dispute && !this.replay.spoilers ? [" · ", make("a", { href: `/disputes/${dispute}`, "aria-label": `The dispute about position ${position}` }, "the dispute")] : [];
    return make("li", { value: position }, make("a", { href: `#${position}`, "data-position": position }, capital(says)), ...way);
  }

  clicked(event) {
    const link = event.target.closest("[data-position]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); // a link followed would be a page to come Back to
    this.replay.go(Number(link.dataset.position));
  }
}

/** A dispute of the docket, at the event that it is about. */
function disputeNote({ dispute, at, claim, state, ruled }) {
  return { position: at, kind: "dispute", says: `disputed: ${DISPUTED[claim]}; ${ruled ? `ruled ${ruled}` : state}`, dispute };
}

function correctionNote({ position, at, dispute }) {
  return { position, kind: "dispute", says: `the outcome at ${at[0]} is corrected by a ruling`, dispute };
}
