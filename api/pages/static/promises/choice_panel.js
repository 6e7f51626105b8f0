// What can be put into a place of a card: a panel below its row. The first choice of an addition is which.

import { nameNodes, withNames } from "../shared/names.js";
import { make } from "../shared/make.js";

const ASKED = { amount: "How much", number: "Which number", times: "How often", text: "In plain words", act: "To", state: "That", timing: "When", point: "Until then", event: "If this happens", who: "Who", unit: "What is counted" };

export class ChoicePanel {
  /** `lists` are phrases by the name of their list, `seats` those of the game; `take` gets the change and the phrase. */
  constructor({ lists, seats }, take) {
    Object.assign(this, { lists, seats, take, opener: null });
    this.element = make("div", { class: "choice-panel", role: "group" });
    this.element.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.close();
      this.opener?.focus();
    });
  }

  close() {
    this.element.remove();
  }

  /** What can stand in place of some words; `text` are all that it would replace. */
  openChanges(opener, edits, text) {
    const [changes, removals] = [edits.filter(({ says }) => !says), edits.filter(({ says }) => says)];
    this.open(opener, [...changes.flatMap((edit) => this.section(edit, text)), ...(removals.length ? [this.chips(removals.map((edit) => [["leave it out"], edit, ""]))] : [])]);
  }

  /** What can be added. */
  openAdditions(opener, edits) {
    const named = Object.groupBy(edits, ({ says }) => says);
    const [inline] = Object.values(named).filter(([{ choices }], _, all) => choices.length && (all.length === 1 || choices[0] === "timing"));
    const chips = Object.entries(named).filter(([, same]) => same !== inline).map(([name, same]) => {
      const button = make("button", { type: "button" }, name);
      button.addEventListener("click", () => (same[0].choices.length ? this.openAdditions(opener, same) : this.take(same[0], "")));
      return button;
    });
    const sections = (inline ?? []).flatMap((edit) => this.section(edit, ""));
    return this.open(opener, [...(chips.length ? [make("p", { class: "phrases" }, ...chips)] : []), ...sections]);
  }

  open(opener, sections) {
    const isOpen = this.element.isConnected && this.opener === opener && !sections.length;
    this.close();
    if (isOpen) return;
    this.opener = opener;
    this.element.replaceChildren(...sections);
    opener.closest(".card-place").after(this.element);
    this.element.querySelector("button, input")?.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** One change with the phrases of its lists. */
  section(edit, text) {
    const [list] = edit.choices;
    const called = ASKED[list] && (edit.before.startsWith("not ") ? "Not to" : ASKED[list]);
    const title = called ? [make("p", { class: "about" }, called)] : [];
    if (list === "text") return [...title, this.written(edit, edit.before || text === "…" ? "" : text)];
    if (["amount", "times", "number"].includes(list)) return [...title, this.numbers(edit, text)];
    return [...title, this.chips(edit.choices.flatMap((each) => this.lists[each] ?? []).map((phrase) => [this.phraseNodes(phrase), edit, phrase]))];
  }

  chips(choices) {
    return make(
      "p",
      { class: "phrases" },
      ...choices.map(([says, edit, phrase]) => {
        const button = make("button", { type: "button" }, ...says);
        button.addEventListener("click", () => this.take(edit, phrase));
        return button;
      }),
    );
  }

  /** How much: words before the number, and the first few numbers. */
  numbers(edit, text) {
    const [list] = edit.choices;
    const { measure, n } = readAmount(text);
    const small = Array.from({ length: 9 }, (_, index) => [[String(index + 1)], edit, counted(list, measure, index + 1)]);
    const measures = list === "number" ? [] : this.lists.measure.filter((each) => each && (list !== "times" || !["any", "more than"].includes(each)));
    return this.chips([...measures.map((each) => [[each], edit, each === "any" ? each : counted(list, each, n)]), ...small]);
  }

  /** Words of one's own. */
  written(edit, text) {
    const field = make("input", { value: text, maxlength: 400, "aria-label": "In plain words" });
    const put = make("button", { type: "button" }, "Put in");
    const take = () => field.value.trim() && this.take(edit, field.value.trim().replaceAll('"', "'"));
    put.addEventListener("click", take);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      take();
    });
    return make("p", { class: "written" }, field, put);
  }

  /** A phrase with the sorts of what goes in. */
  phraseNodes(phrase) {
    return phrase.replaceAll('"', "").split(/(\{\w+\})/).flatMap((each) => (each.startsWith("{") ? [make("i", {}, each.slice(1, -1))] : nameNodes(withNames(each, this.seats))));
  }
}

/** The words before the number in an amount, and the number: *once* is 1. */
export function readAmount(text) {
  const [words] = text.match(/^(at least|at most|exactly|more than)?/);
  return { measure: words, n: Number(text.match(/\d+/)?.[0] ?? (/twice/.test(text) ? 2 : 1)) };
}

/** An amount, a number or how often, as a letter writes it. */
export function counted(list, measure, n) {
  if (list === "number") return String(n);
  return list === "times" ? `${measure || "at least"} ${n} times` : `${measure} ${n}`.trim();
}
