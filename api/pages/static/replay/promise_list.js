// The promises beside a replay: each as it stood at the shown position, for this viewer.

import { getOfGame } from "../shared/client.js";
import { make, refill } from "../shared/make.js";
import { statusBadge, statusNote, signatureNote } from "../promises/promise_history.js";
import { nameNodes, viewerName, withNames } from "../shared/names.js";

const QUIET = 120; // milliseconds: nothing is requested for positions that are only passed
const KEPT = 50; // answers, for walking back

export class PromiseList {
  /** `panel` holds the list and the way to a new letter. */
  constructor(replay, panel) {
    const [list, offer] = [panel.querySelector("ul"), panel.querySelector(".offer")];
    const [count, none] = [document.querySelector(".panels .count"), panel.previousElementSibling];
    Object.assign(this, { replay, panel, list, offer, count, none, kept: new Map(), asking: null, waiting: null, meeting: null, first: null, known: 0 });
    list.addEventListener("click", (event) => this.clicked(event));
  }

  /** Show those of the shown position: at once if they are here, else after a pause. */
  show() {
    const { head, position } = this.replay;
    clearTimeout(this.waiting);
    this.asking?.abort();
    this.offer.hidden = head.closed || !head.seats.some(({ seat }) => seat === head.as);
    const found = this.isBefore(position) ? [] : this.kept.get(this.name);
    this.list.setAttribute("aria-busy", String(!found));
    if (found) this.tell(found);
    else this.waiting = setTimeout(() => this.bring().catch((problem) => this.fail(problem)), QUIET);
  }

  /** Whether nothing had been promised by then: of a game without promises nothing more is asked. */
  isBefore(position) {
    return this.first ? position < this.first : position <= this.known;
  }

  get name() {
    return `${this.replay.position} ${this.replay.viewer}`;
  }

  async bring() {
    const { name, replay: { position, viewer } } = this;
    this.asking = new AbortController();
    const { signal } = this.asking;
    if (!this.first && position > this.known) await (this.meeting ??= this.meet().finally(() => (this.meeting = null)));
    signal.throwIfAborted();
    const found = this.isBefore(position) ? [] : await this.asked({ at: position, as: viewer }, signal);
    signal.throwIfAborted();
    this.kept.set(name, found);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    this.tell(found);
  }

  /** Show none rather than those of another position. */
  fail(problem) {
    if (problem.name === "AbortError") return;
    this.tell([]);
    this.replay.notices.lose(problem.message);
  }

  /** Where the first promise of the game is, if there is one by now. */
  async meet() {
    const { length } = this.replay;
    const [first] = await this.asked({ at: length, limit: 1 });
    this.first = first?.offered_at ?? null;
    this.known = length;
  }

  async asked(parameters, signal) {
    const { promises } = await getOfGame(this.replay.game, "/promises", this.replay.key, parameters, signal);
    return promises;
  }

  tell(promises) {
    refill(this.list, ...promises.map((each) => this.item(each)));
    this.list.setAttribute("aria-busy", "false");
    this.panel.hidden = !promises.length && this.offer.hidden;
    this.none.hidden = promises.length > 0;
    const broken = promises.filter((each) => each.verdicts.some(({ status }) => status === "broken")).length;
    this.count.textContent = broken ? `${broken} broken` : promises.length;
    this.count.hidden = !promises.length;
    this.count.classList.toggle("broken", broken > 0);
  }

  item(promise) {
    const since = Math.max(0, ...promise.verdicts.filter((each) => !each.lean).map((each) => each.position));
    const notes = [statusNote(promise), signatureNote(promise), claimCounts(promise)].filter(Boolean);
    return make(
      "li",
      {},
      make("a", { href: this.address(promise.promise), "aria-label": `${promise.promise}: why it has this status` }, promise.promise),
      " ",
      statusBadge(promise),
      ...(since ? [" at ", make("a", { href: `#${since}`, "data-position": since }, `position ${since}`)] : []),
      make("blockquote", {}, promise.letter),
      ...promise.asks.map((each) => make("p", { class: "asked" }, make("b", {}, "still asked: "), ...nameNodes(withNames(each, [...this.replay.players.keys()])))),
      ...(notes.length ? [make("p", { class: "about" }, ...nameNodes(notes.join(". ")))] : []),
    );
  }

  /** The page of a promise at this position, for this viewer; the end of a running game is the present. */
  address(promise) {
    const { game, head, length, position, viewer, spoilers } = this.replay;
    const at = position === length && !head.closed ? {} : { at: position };
    const query = new URLSearchParams({ ...at, as: viewer, ...(spoilers ? { spoilers: "hidden" } : {}) });
    return `/games/${game}/promises/${promise}?${query}`;
  }

  clicked(event) {
    const link = event.target.closest("[data-position]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); // a link followed would be a page to come Back to
    this.replay.go(Number(link.dataset.position));
  }

  /** Go to where the next promise was broken, after here or else from the beginning, without spoilers. */
  async goToBroken() {
    const { replay } = this;
    const promises = await this.asked({ at: replay.upto, as: replay.viewer });
    const broken = promises.flatMap(({ verdicts }) => verdicts.filter(({ status }) => status === "broken"));
    const places = broken.map(({ position }) => position).sort((one, other) => one - other);
    const next = places.find((each) => each > replay.wanted) ?? places[0];
    if (next) await replay.go(next);
    else replay.notices.say(`No promise is broken${replay.spoilers ? " so far" : ""}, as far as ${viewerName(replay.viewer)} can tell`);
  }
}

function claimCounts({ claims, rulings }) {
  const counts = [[claims.length, "claim"], [rulings.length, "ruling"]].filter(([number]) => number);
  return counts.map(([number, what]) => `${number} ${what}${number === 1 ? "" : "s"}`).join(", ");
}
