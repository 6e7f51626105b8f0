// Remedies of a ruling: how they are said, and how a form puts several of them together.

import { ServiceError } from "../shared/client.js";
import { valueText } from "../shared/happenings.js";
import { make, playerText } from "../shared/make.js";
import { nameNodes, viewerName } from "../shared/names.js";

const PARTS = "parts.";

/** A remedy in words; `at` makes a link to a position of the game. */
export function remedyNodes({ remedy, seat, points, says, position, fork, outcomes, lines, draws }, at) {
  const name = seat ? make("b", {}, ...nameNodes(viewerName(seat))) : "";
  switch (remedy) {
    case "penalise":
      return [name, points ? ` loses ${points}` : " is warned", ...(says ? [": ", make("q", {}, playerText(says))] : [])];
    case "award":
      return [name, ` gets ${points}`];
    case "loss":
      return [name, " loses the game"];
    case "assign-result":
      return outcomeNodes(outcomes);
    case "edit-state":
      return ["The game is edited", ...(position ? [" at ", at(position)] : []), ...lines.flatMap((each) => [" ", make("code", {}, playerText(each))])];
    case "redraw":
      return ["The draws are made again", ...(position ? [" at ", at(position)] : []), ...(draws?.length ? [": ", drawsText(draws)] : [])];
    case "correct":
      return ["The outcome is corrected", ...(position ? [" at ", at(position)] : [])];
    case "play-on-from":
      return ["The game is played on from ", at(position), ...(fork ? [" as ", make("a", { href: `/games/${fork}` }, "a game of its own")] : [])];
    default:
      return ["The game stays as it is recorded"];
  }
}

/** What came when draws were made again. */
const drawsText = (draws) => draws.map(({ drawn }) => drawn.join(", ")).join("; ");

/** Who wins by a result; of several outcomes, each with its parts, such as 60 : 40. */
function outcomeNodes(outcomes) {
  const won = ({ winners }) => (winners.length ? `${winners.map(viewerName).join(", ")} ${winners.length > 1 ? "win" : "wins"}` : "nobody wins");
  const isWeighted = outcomes.length > 1;
  return outcomes.flatMap((each, index) => [index ? " : " : "", ...nameNodes(won(each)), isWeighted ? ` ${each.parts ?? 1}` : ""]);
}

/** What one choice of the form says, out of its fields; nothing where nothing is chosen. */
export function remedyFrom(form) {
  const [remedy, seat, points] = [form.get("remedy"), form.get("seat"), Number(form.get("points"))];
  switch (remedy) {
    case "":
      return null;
    case "penalise":
      return { remedy, seat, points, says: form.get("says") };
    case "award":
      return { remedy, seat, points };
    case "loss":
      return { remedy, seat };
    case "assign-result":
      return { remedy, outcomes: outcomesFrom(form) };
    case "edit-state":
      return { remedy, lines: linesOf(form.get("lines")) };
    case "redraw":
      return { remedy, draws: linesOf(form.get("drawn") ?? "").map((each) => ({ label: "", drawn: each.split(",").map((card) => card.trim()) })) };
    case "play-on-from":
      return { remedy, position: Number(form.get("position")) };
    default:
      return { remedy };
  }
}

/** The lines of a text, without empty ones. */
function linesOf(text) {
  return text.split("\n").map((each) => each.trim()).filter(Boolean);
}

/** What an edit would change, in one line. */
function changesText({ sentences, changed }) {
  const places = changed.map(({ path, before, after }) => `${path.replaceAll(/[.[\]]+/g, " ").trim()}: ${valueText(before)} → ${valueText(after)}`);
  return [...sentences, ...places].join("; ") || "It changes nothing that everyone sees.";
}

function outcomesFrom(form) {
  const given = [...form.entries()].filter(([name, parts]) => name.startsWith(PARTS) && Number(parts) > 0);
  return given.map(([name, parts]) => ({ winners: name === PARTS ? [] : [name.slice(PARTS.length)], parts: Number(parts) }));
}

/** The remedies that are put together in a form before it is sent. */
export class RemedyList {
  /** `form` holds the choice; `changed` is called when another choice is shown, `tried` to try an edit. */
  constructor(form, changed, tried) {
    Object.assign(this, { form, changed, tried, remedies: [] });
    form.querySelector("#try").addEventListener("click", () => this.try());
    form.querySelector("#more").addEventListener("click", () => this.add());
    this.show();
  }

  /** Say what the edit would change, or why it cannot be. */
  async try() {
    const { lines } = this.form.elements;
    if (!lines.reportValidity()) return;
    const says = this.form.querySelector("#tried");
    try {
      says.textContent = changesText(await this.tried(linesOf(lines.value)));
    } catch (trouble) {
      if (!(trouble instanceof ServiceError)) throw trouble;
      says.textContent = trouble.problem?.detail ?? trouble.message;
    }
  }

  /** Keep what the form says now, and let another remedy be chosen. */
  add() {
    const { elements } = this.form;
    const asked = [elements.seat, elements.points, elements.position, elements.says, elements.lines, ...(elements.drawn ? [elements.drawn] : []), ...this.form.querySelectorAll(`[name^="${PARTS}"]`)];
    if (!asked.every((field) => field.disabled || field.reportValidity())) return;
    const chosen = remedyFrom(new FormData(this.form));
    if (chosen) this.remedies.push(chosen);
    this.show();
  }

  /** The remedies as a ruling has them: the first, and those beside it. */
  body(form) {
    const chosen = remedyFrom(form);
    const [remedy, ...also] = [...this.remedies, ...(chosen ? [chosen] : [])];
    return { remedy, also };
  }

  clear() {
    this.remedies = [];
    this.show();
  }

  show() {
    const items = this.remedies.map((each, index) => {
      const drop = make("button", { type: "button", class: "small" }, "Leave it out");
      drop.addEventListener("click", () => {
        this.remedies.splice(index, 1);
        this.show();
      });
      return make("li", {}, ...remedyNodes(each, (position) => `position ${position}`), " ", drop);
    });
    const list = this.form.querySelector("#remedies");
    list.replaceChildren(...items);
    list.hidden = !items.length;
    const { remedy } = this.form.elements;
    remedy.querySelector('[value=""]').hidden = remedy.querySelector('[value=""]').disabled = !items.length;
    remedy.value = items.length ? "" : "let-stand";
    this.changed();
  }
}
