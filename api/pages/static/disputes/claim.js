// The form for a claim: what is wrong, at which event, by which clause.

import { ServiceError, getOfGame, getHead } from "../shared/client.js";
import { mayFileClaim } from "../shared/dispute_link.js";
import { Alternatives, line } from "./alternatives.js";
import { viewerName, capital, nameNodes } from "../shared/names.js";
import { make } from "../shared/make.js";
import { Notices } from "../shared/notices.js";
import { showFieldsFor, clearProblems, problemFields, showProblem } from "../shared/form_problems.js";
import { withRoot } from "../shared/root.js";
import { seatKey } from "../shared/seat_key.js";
import { Acts } from "../shared/acts.js";
import { endOfStep, startOfStep } from "../shared/stops.js";

const page = document.getElementById("claim");
const at = (id) => document.getElementById(id);

const ANOTHER = "another";

/** What can be claimed about an event of a step, by its type. */
const WRONG = {
  DecisionMade: ["decision-illegal", "this was not allowed"],
  OutcomeFollowed: ["outcome-wrong", "this is not what follows"],
  DrawMade: ["draw-wrong", "this draw is impossible"],
  TableActed: ["table-wrong", "this is not what the rules make of it"],
};

class ClaimPage {
  constructor() {
    this.game = page.dataset.game;
    this.key = seatKey(this.game);
    Object.assign(this, { form: at("file"), button: at("file").querySelector("button"), asking: null, isSent: false });
    this.acts = new Acts("/v1/disputes", this.key);
    this.notices = new Notices({ status: at("you"), trouble: at("trouble") });
    const query = new URLSearchParams(window.location.search);
    Object.assign(this, { wanted: query.get("claim"), viewer: query.get("as") });
    this.form.elements.at.value = query.get("at") ?? "";
    this.form.elements.at.addEventListener("change", () => this.list().catch((problem) => this.notices.lose(problem.message)));
    this.form.addEventListener("change", () => showFieldsFor(this.form, this.chosen?.claim));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.file();
    });
    this.form.elements.like.addEventListener("change", ({ target }) => this.take(target.value));
    this.instead = new Alternatives(at("instead"), this.form.elements.follows);
    showFieldsFor(this.form, null);
  }

  async open() {
    const { head, wasRefused } = await getHead(this.game, this.key);
    if (wasRefused) this.notices.trouble("The key in the address does not belong to this game.");
    this.isSeated = mayFileClaim(head);
    this.viewer = head.may_look_as.includes(this.viewer) ? this.viewer : head.as;
    this.notices.say(this.isSeated ? `You file the claim as ${viewerName(head.as)}.` : "To file a claim, you need the key of a seat: open this page from a replay that has one.");
    this.form.elements.at.max = head.position;
    this.form.elements.at.value ||= head.position;
    const [{ steps }, { promises }] = await Promise.all([getOfGame(this.game, "/outline", this.key), getOfGame(this.game, "/promises", this.key)]);
    Object.assign(this, { steps, promises });
    await this.list();
    this.button.disabled = !this.isSeated;
  }

  /** The chosen claim. */
  get chosen() {
    const picked = this.form.querySelector("[name=what]:checked");
    return picked && JSON.parse(picked.value);
  }

  /** Offer the claims that fit the step of a position, and the clauses that are named there. */
  async list() {
    const position = Number(this.form.elements.at.value);
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const end = endOfStep(this.steps, position);
    const fieldset = this.form.elements.claim;
    fieldset.setAttribute("aria-busy", "true");
    const [{ frames }, { listed = [], says = [] }] = await Promise.all([
      getOfGame(this.game, "/frames", this.key, { from: startOfStep(this.steps, end), to: end, as: this.viewer }, signal),
      getOfGame(this.game, "/options", this.key, { at: end }, signal),
    ]);
    const recorded = await this.recorded(frames, signal);
    signal.throwIfAborted();
    const isPlayed = frames[0]?.type === "DecisionMade"; // else nobody has decided what happened
    const claims = [...(isPlayed ? frames.flatMap(about) : []), ...after(end), ...this.promises.map(broken)];
    const first = claims.find(({ claim }) => this.wanted ? claim.claim === this.wanted : claim.at === position) ?? claims[0];
    fieldset.querySelector("div").replaceChildren(...claims.map((each) => pick(each, each === first)));
    this.cite(frames);
    const decisions = [["", "choose"], ...listed.map((each, index) => [line(each), capital(says[index])]), [ANOTHER, "another one, as data"]];
    this.form.elements.like.replaceChildren(...decisions.map(([value, words]) => make("option", { value }, words)));
    this.instead.show(recorded, frames.find(isOutcome)?.happenings ?? []);
    showFieldsFor(this.form, this.chosen.claim);
    fieldset.setAttribute("aria-busy", "false");
  }

  /** Take a decision that is possible there, or ask for another one. */
  take(decision) {
    const { decision: field } = this.form.elements;
    if (decision === ANOTHER) field.closest("details").open = true;
    else if (decision) field.value = decision;
  }

  /** What followed, as the public may see it: nobody should publish a secret that they did not write. */
  async recorded(frames, signal) {
    const outcome = frames.find(isOutcome);
    if (!outcome) return [];
    const { event } = await getOfGame(this.game, `/events/${outcome.position}`, { headers: {} }, {}, signal);
    return event.data.consequences;
  }

  /** Put the clauses that are cited there before all others. */
  cite(frames) {
    const ids = [...new Set(frames.flatMap((each) => each.happenings.flatMap(({ cites }) => cites)))];
    const [near, all] = this.form.querySelectorAll("optgroup");
    const { value } = this.form.elements.clause;
    near.replaceChildren(...[...all.children].filter((each) => ids.includes(each.value)).map((each) => each.cloneNode(true)));
    near.hidden = !near.children.length;
    this.form.elements.clause.value = value;
  }

  /** File it, and go to its case. */
  async file() {
    if (this.isSent) return;
    this.isSent = true;
    const { form } = this;
    clearProblems(form);
    try {
      const { dispute } = await this.acts.act("", this.body());
      window.location.assign(withRoot(`/disputes/${dispute}`));
    } catch (problem) {
      const refused = problem.problem ?? { detail: problem.message };
      for (const field of problemFields(refused)) form.elements[field]?.closest?.("details")?.setAttribute("open", "");
      showProblem(form, refused);
    } finally {
      this.isSent = false;
    }
  }

  /** The body to send: text that is not JSON is refused here, and `follows` is left out if nothing was changed. */
  body() {
    const problemFields = new FormData(this.form);
    const { chosen } = this;
    const clause = problemFields.get("clause") === "-" ? {} : { clause: problemFields.get("clause") };
    const decision = chosen.claim === "decision-refused" ? { decision: json("decision", problemFields.get("decision")) } : {};
    return { game: this.game, claim: { ...chosen, ...clause, ...decision, ...this.followed(problemFields.get("follows")) }, says: problemFields.get("says") };
  }

  /** What follows instead, if the text was changed. */
  followed(text) {
    if (text === null || text.trim() === this.instead.recorded.trim()) return {};
    const lines = text.split("\n").filter((line) => line.trim());
    return { follows: lines.map((line) => ({ event: json("follows", line) })) };
  }
}

function isOutcome({ type }) {
  return type === "OutcomeFollowed";
}

/** A claim to be chosen. */
function pick({ claim, about: words, says }, checked) {
  const said = make("span", {}, ...(words ? [make("span", { class: "words" }, ...nameNodes(words), ": ")] : []), make("b", {}, says));
  return make("label", { class: "pick" }, make("input", { type: "radio", name: "what", value: JSON.stringify(claim), required: true, checked }), said);
}

/** The claim that an event is wrong. */
function about({ type, position, happenings }) {
  const [claim, says] = WRONG[type] ?? [];
  if (!claim) return [];
  const words = happenings.map((each) => capital(each.sentence)).join(". ");
  return [{ claim: { claim, at: position }, about: `${position}: ${words}`, says }];
}

/** Claims about the game after a step. */
function after(end) {
  return [
    { claim: { claim: "standing", at: end }, says: `After position ${end} the scores, or the end, are wrong` },
    { claim: { claim: "decision-refused", at: end }, says: `After position ${end} a decision was refused that should have been allowed` },
  ];
}

function broken({ promise, letter }) {
  return { claim: { claim: "promise", promise }, about: `${promise}: “${letter}”`, says: "the letter of this was not kept" };
}

function json(field, text) {
  try {
    return JSON.parse(text);
  } catch {
    const example = field === "decision" ? '{"by": …, "kind": …}' : '{"kind": …} in each line';
    throw Object.assign(new Error(), { problem: { field, detail: `This is not JSON, such as ${example}` } });
  }
}

const filing = new ClaimPage();
filing.open().then(
  () => (page.dataset.ready = ""),
  (problem) => {
    if (!(problem instanceof ServiceError)) throw problem;
    filing.notices.trouble(problem.message);
  },
);
