// The letter editor: suggests next words, reads the letter back, and shows what is wrong with it.

import { ServiceError, getJson, getOfGame } from "../shared/client.js";
import { LetterCard } from "./letter_card.js";
import { markOnHover, dutyItems, part, pieces, remarkItems } from "./letters.js";
import { make } from "../shared/make.js";
import { Notices } from "../shared/notices.js";
import { suggestions, withSuggestion } from "./completions.js";
import { send } from "../shared/acts.js";

const WIDE = "(min-width: 50rem)"; // where the text stands beside the card at once
const QUIET = 200; // milliseconds without typing before the letter is read

const at = (id) => document.getElementById(id);

export class LetterEditor {
  /** `form` is the draft, `trouble` shows failures of the service, `offer` gets a readable letter and the promise to replace, or null. */
  constructor({ game, key, form, trouble, offer }) {
    Object.assign(this, { game, key, form, offer, field: at("letter"), button: form.querySelector("button:not([type])"), canOffer: false, waiting: null, reading: null, readBack: null });
    at("words").open = window.matchMedia(WIDE).matches;
    this.notices = new Notices({ status: at("verdict"), trouble });
    markOnHover(at("read"), at("read").querySelector("blockquote"));
    at("anew").querySelector("button").addEventListener("click", () => this.fill(""));
    this.field.addEventListener("input", () => this.changed());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit().catch((problem) => this.notices.trouble(problem.message));
    });
  }

  /** Open the editor. `seats` are the seats of the game; `canOffer` says whether the user may offer letters. */
  async open(seats, canOffer) {
    Object.assign(this, { seats, canOffer });
    const [{ begins, lists }] = await Promise.all([getJson("/v1/letters/choices", this.key, { game: this.game }), this.listOthers()]);
    this.begins = begins;
    this.card = new LetterCard(at("card"), { lists, seats, take: (letter) => this.fill(letter) });
    await this.read();
  }

  /** List the promises that this one could replace. */
  async listOthers() {
    const { promises } = await getOfGame(this.game, "/promises", this.key);
    const binding = promises.filter(({ stands }) => stands === "binding");
    at("amends").hidden = !binding.length;
    this.form.elements.replaces.replaceChildren(this.form.elements.replaces.options[0], ...binding.map(({ promise, letter }) => make("option", { value: promise }, `${promise}: ${part(letter, 0, 60)}…`)));
  }

  /** Discard the answer about the previous text. */
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
    const letter = this.field.value.trim() ? this.field.value : this.begins;
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

  /** Show what would be signed, and the remarks, for a readable letter. */
  showRead(letter, { read_back: readBack, stands, remarks, duties, suggestions: instead, asks, next, card }) {
    const unfilled = remarks.some(({ code }) => code === "unfilled");
    if (this.card.show(readBack, card, { remarks, duties })) this.field.value = readBack;
    this.readBack = readBack;
    at("anew").hidden = true;
    at("read").hidden = unfilled;
    at("read").querySelector("blockquote").replaceChildren(...pieces(readBack, duties.map(({ span }) => span)));
    at("read").querySelector("h3").hidden = !duties.length;
    at("read").querySelector(".meaning").replaceChildren(...dutyItems(duties, this.seats));
    at("read").querySelector(".remarks").replaceChildren(...remarkItems(remarks, letter));
    this.offerInstead(letter, instead, asks);
    const rejected = remarks.filter(({ weight, code }) => weight === "reject" && code !== "unfilled");
    this.markWhere(letter, rejected.map(({ span }) => span));
    this.notices.say(stands ? verdictText(remarks.length) : unfilled ? `Still to choose: ${remarks.map(({ says }) => says).join(" ")}` : "It reads, but it cannot be signed like this.");
    this.button.disabled = !(stands && this.canOffer);
    this.suggest({ next: this.field.value.trim() ? next : JSON.parse(this.form.dataset.begins), offset: [...letter].length });
  }

  /** Show where and why the letter cannot be read, and what is possible there. */
  showWrong(letter, problem) {
    this.card.hide();
    at("anew").hidden = false;
    at("read").hidden = true;
    const { offset, says: why, next, suggestions: instead, asks } = problem;
    const isUnfinished = !part(letter, offset).trim();
    this.notices.say(letter.trim() ? `${why.slice(0, 1).toUpperCase()}${why.slice(1)}.` : "");
    const word = part(letter, offset).match(/^("[^"]*"?|\S+)/)?.[0] ?? "";
    this.offerInstead(letter, instead, asks);
    this.markWhere(letter, isUnfinished ? [] : [[offset, offset + [...word].length]]);
    this.button.disabled = true;
    this.suggest({ ...problem, next: next ?? [] });
  }

  /** Show the letter with the first wrong words marked, if any are wrong. */
  markWhere(letter, spans) {
    const [first] = spans;
    at("wrong").hidden = !first;
    if (first) at("wrong").replaceChildren(part(letter, 0, first[0]), make("mark", {}, part(letter, ...first)), part(letter, first[1]));
  }

  /** Show suggested letters; a click on one replaces the draft. Where there are none, show what to say first. */
  offerInstead(letter, instead, asks) {
    at("asks").textContent = letter.trim() ? (asks ?? "") : "";
    at("instead").hidden = !instead.length || !letter.trim();
    at("instead").querySelector("ul").replaceChildren(...instead.map((each) => make("li", {}, this.whole(each))));
  }

  whole(letter) {
    const button = make("button", { type: "button" }, letter);
    button.addEventListener("click", () => this.fill(letter));
    return button;
  }

  /** Take a whole letter in place of the draft. */
  fill(letter) {
    this.field.value = letter;
    this.changed();
    this.read().catch((problem) => this.notices.lose(problem.message));
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
    button.addEventListener("click", () => at("next").ariaBusy === "true" || this.take(suggestion)); // a busy list is out of date
    return button;
  }

  /** Insert a suggestion, and read the letter again. */
  take(suggestion) {
    const { text, selected } = withSuggestion(this.field.value, suggestion);
    this.field.value = text;
    this.field.focus();
    this.field.setSelectionRange(...selected);
    this.changed();
    this.read().catch((problem) => this.notices.lose(problem.message));
  }

  /** Offer the letter as the service has read it back. */
  async submit() {
    if (!this.readBack || this.button.disabled) return;
    this.button.disabled = true;
    try {
      await this.offer(this.readBack, this.form.elements.replaces.value || null);
    } catch (problem) {
      this.button.disabled = false;
      throw problem;
    }
  }
}

function verdictText(remarks) {
  if (!remarks) return "It reads, and can be signed.";
  return `It reads, and can be signed, with ${remarks === 1 ? "a warning" : `${remarks} warnings`} below.`;
}
