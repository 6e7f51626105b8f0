// The letter editor: suggests next words, reads the letter back, shows what is wrong with it, and offers it.

import { ServiceError, getOfGame, getHead } from "../shared/client.js";
import { markOnHover, dutyItems, part, pieces, remarkItems } from "./letters.js";
import { make } from "../shared/make.js";
import { viewerName } from "../shared/names.js";
import { Notices } from "../shared/notices.js";
import { suggestions, withSuggestion } from "./completions.js";
import { withRoot } from "../shared/root.js";
import { seatKey } from "../shared/seat_key.js";
import { Acts, send } from "../shared/acts.js";

const QUIET = 200; // milliseconds without a key before the letter is read

const page = document.getElementById("editor");
const at = (id) => document.getElementById(id);

class Editor {
  constructor() {
    this.game = page.dataset.game;
    this.key = seatKey(this.game);
    Object.assign(this, { form: at("draft"), field: at("letter"), button: at("draft").querySelector("button:not([type])"), waiting: null, reading: null, readBack: null });
    this.acts = new Acts(`/v1/games/${this.game}/promises`, this.key);
    this.notices = new Notices({ status: at("verdict"), trouble: at("trouble") });
    markOnHover(at("read"), at("read").querySelector("blockquote"));
    this.field.addEventListener("input", () => this.changed());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.offer();
    });
  }

  async open() {
    const { head, wasRefused } = await getHead(this.game, this.key);
    this.isSeated = head.seats.some(({ seat }) => seat === head.as) && !head.closed;
    this.seats = head.seats.map(({ seat }) => seat);
    if (wasRefused) this.notices.trouble("The key in the address does not belong to this game.");
    at("you").textContent = head.closed
      ? "The game is over. You can check letters here, but no longer offer them."
      : this.isSeated
        ? `You are ${viewerName(head.as)}.`
        : "You can check letters here. To offer one, you need the key of a seat: open this page from a replay that has one.";
    await this.listOthers();
    await this.read();
  }

  /** List the promises that this one could replace. */
  async listOthers() {
    const { promises } = await getOfGame(this.game, "/promises", this.key);
    const binding = promises.filter(({ stands }) => stands === "binding");
    at("amends").hidden = !binding.length;
    this.form.elements.replaces.append(...binding.map(({ promise, letter }) => make("option", { value: promise }, `${promise}: ${part(letter, 0, 60)}…`)));
  }

  /** Discard what was said about the words before. */
  changed() {
    this.readBack = null;
    this.button.disabled = true;
    at("next").setAttribute("aria-busy", "true");
    this.reading?.abort();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.read().catch((problem) => this.notices.lose(problem.message)), QUIET);
  }

  /** Ask the service to read the letter. */
  async read() {
    clearTimeout(this.waiting);
    this.reading?.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    const letter = this.field.value;
    if (!letter.trim()) return this.showNothing();
    try {
      const { ok, status, body } = await send("/v1/letters/check", { letter, game: this.game }, { key: this.key, signal });
      signal.throwIfAborted();
      if (!ok && body.offset === undefined) throw new ServiceError(status, body.detail || body.title || `status ${status}`);
      this.notices.regain();
      if (ok) this.showRead(letter, body);
      else this.showWrong(letter, body);
    } catch (problem) {
      if (problem.name !== "AbortError") throw problem;
    }
  }

  /** Nothing is written yet: show how letters begin. */
  showNothing() {
    this.notices.regain();
    this.showWrong("", { offset: 0, says: "", next: JSON.parse(page.dataset.begins), suggestions: [] });
  }

  /** The letter reads: show what would be signed, and the remarks on it. */
  showRead(letter, { read_back: readBack, stands, remarks, duties, suggestions: instead, next }) {
    this.readBack = readBack;
    at("read").hidden = false;
    at("read").querySelector("blockquote").replaceChildren(...pieces(readBack, duties.map(({ span }) => span)));
    at("read").querySelector("h3").hidden = !duties.length;
    at("read").querySelector(".meaning").replaceChildren(...dutyItems(duties, this.seats));
    at("read").querySelector(".remarks").replaceChildren(...remarkItems(remarks, letter));
    this.offerInstead(letter, instead);
    const rejected = remarks.filter(({ weight }) => weight === "reject");
    this.markWhere(letter, rejected.map(({ span }) => span));
    this.notices.say(stands ? verdictText(remarks.length) : "It reads, but it cannot be signed like this.");
    this.button.disabled = !(stands && this.isSeated);
    this.suggest({ next, offset: [...letter].length });
  }

  /** The letter does not read: show where, why, and what is possible there. */
  showWrong(letter, problem) {
    at("read").hidden = true;
    const { offset, says: why, next, suggestions: instead } = problem;
    const isUnfinished = !part(letter, offset).trim();
    this.notices.say(letter.trim() ? `${why.slice(0, 1).toUpperCase()}${why.slice(1)}.` : "");
    const word = part(letter, offset).match(/^("[^"]*"?|\S+)/)?.[0] ?? "";
    this.offerInstead(letter, instead);
    this.markWhere(letter, isUnfinished ? [] : [[offset, offset + [...word].length]]);
    this.button.disabled = true;
    this.suggest({ ...problem, next: next ?? [] });
  }

  /** Show the letter with the first wrong words marked, if any are wrong. */
  markWhere(letter, spans) {
    const [first] = spans;
    at("marked").hidden = !first;
    if (first) at("marked").replaceChildren(part(letter, 0, first[0]), make("mark", {}, part(letter, ...first)), part(letter, first[1]));
  }

  /** Whole letters to take in place of this one, each by a click. */
  offerInstead(letter, instead) {
    at("instead").hidden = !instead.length || !letter.trim();
    at("instead").querySelector("ul").replaceChildren(...instead.map((each) => make("li", {}, this.whole(each))));
  }

  whole(letter) {
    const button = make("button", { type: "button" }, letter);
    button.addEventListener("click", () => {
      this.field.value = letter;
      this.field.focus();
      this.changed();
      this.read().catch((problem) => this.notices.lose(problem.message));
    });
    return button;
  }

  suggest(told) {
    const all = suggestions(told);
    const had = at("next").contains(document.activeElement);
    at("next-title").textContent = all[0]?.inPlace ? "Possible here instead" : "Possible next words";
    at("next").hidden = !all.length;
    at("next").setAttribute("aria-busy", "false");
    at("next").querySelector(".phrases").replaceChildren(...all.map((each) => this.phrase(each)));
    if (had) this.field.focus();
  }

  phrase(suggestion) {
    const names = { number: "a number", text: "plain words in quotes" };
    const button = make("button", { type: "button", "data-kind": suggestion.kind }, names[suggestion.kind] ?? suggestion.says);
    button.addEventListener("click", () => at("next").ariaBusy === "true" || this.take(suggestion)); // or it is stale
    return button;
  }

  /** Put a phrase where it belongs, and go on from there. */
  take(suggestion) {
    const { text, selected } = withSuggestion(this.field.value, suggestion);
    this.field.value = text;
    this.field.focus();
    this.field.setSelectionRange(...selected);
    this.changed();
    this.read().catch((problem) => this.notices.lose(problem.message));
  }

  /** Offer the letter as it reads; then it has a page of its own. */
  async offer() {
    if (!this.readBack || this.button.disabled) return;
    this.button.disabled = true;
    try {
      const replaces = this.form.elements.replaces.value || null;
      const { promise } = await this.acts.act("", { letter: this.readBack, replaces });
      window.location.assign(withRoot(`/games/${this.game}/promises/${promise.promise}${window.location.search}`));
    } catch (problem) {
      this.notices.trouble(problem.message);
      this.button.disabled = false;
    }
  }
}

function verdictText(remarks) {
  if (!remarks) return "It reads, and can be signed.";
  return `It reads, and can be signed, with ${remarks === 1 ? "a warning" : `${remarks} warnings`} below.`;
}

const editor = new Editor();
editor.open().then(
  () => (page.dataset.ready = ""),
  (problem) => {
    if (!(problem instanceof ServiceError)) throw problem;
    editor.notices.trouble(problem.message);
  },
);
