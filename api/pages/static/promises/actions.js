// What a player with the key of a seat can do with a promise.

import { ServiceError } from "../shared/client.js";
import { make } from "../shared/make.js";
import { showFieldsFor, clearProblems, showProblem, parsePositions } from "../shared/form_problems.js";
import { RulingForm } from "./ruling_form.js";
import { label } from "./letters.js";
import { Acts } from "../shared/acts.js";
import { viewerName } from "../shared/names.js";

const DONE = { signatures: "You have signed it", declines: "You have declined it", withdrawal: "You have withdrawn it", consents: "You have consented to its release", claims: "Your claim is recorded", answers: "Your answer is recorded", rulings: "Your ruling is recorded" };

export class PromiseActions {
  /** `told` is the page of the promise, `section` holds the buttons and forms. */
  constructor(told, section) {
    Object.assign(this, { told, section, acts: new Acts(`/v1/games/${told.game}/promises`, told.key) });
    for (const button of this.buttons) button.addEventListener("click", () => this.does(button.dataset.act, {}));
    this.submits("claim", "claims", (form) => ({ path: form.get("path"), claims: form.get("claims"), about: parsePositions(form.get("about")), says: form.get("says") }));
    this.submits("answer", "answers", (form) => ({ claim: Number(form.get("claim")), says: form.get("says") }));
    this.judging = new RulingForm(this.form("rule"));
    this.submits("rule", "rulings", (form) => this.judging.body(form));
  }

  get buttons() {
    return this.section.querySelectorAll("[data-act]");
  }

  form(name) {
    return this.section.querySelector(`#${name}`);
  }

  /** Make a form send the `body` of its fields; a refusal is shown at its field. */
  submits(name, what, body) {
    const form = this.form(name);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      clearProblems(form);
      if (!(await this.does(what, body(new FormData(form)), (problem) => showProblem(form, problem)))) return;
      form.reset();
      showFieldsFor(form, null);
    });
  }

  /** Offer what this seat may do with the promise now; the past is only shown. */
  offer(promise, { paths, referred }) {
    const { head, isPast } = this.told;
    const may = isPast ? {} : permissions(promise, head);
    for (const button of this.buttons) button.hidden = !may[button.dataset.act];
    const answerable = may.answers ?? [];
    this.form("claim").hidden = !may.claims;
    this.form("answer").hidden = !answerable.length;
    fill(this.form("claim").elements.path, paths.map((path) => [path, label(path)]));
    fill(this.form("answer").elements.claim, answerable.map(({ position, by, path }) => [String(position), `${viewerName(by)} at position ${position}, about ${label(path)}`]));
    const mayRule = !isPast && this.judging.offer(promise, referred, head);
    this.section.querySelector("#you").textContent = viewerName(head.as);
    this.section.hidden = !Object.values({ ...may, answers: answerable.length, mayRule }).some(Boolean);
  }

  /** Do it, show the promise again, and return whether it was recorded. `refused` shows what was wrong. */
  async does(what, body, refused = ({ detail }) => this.told.notices.trouble(detail)) {
    const { told } = this;
    try {
      await this.acts.act(`/${told.promise}/${what}`, body);
      await told.inOrder(() => told.catchUp());
      told.notices.say(DONE[what]);
      if (document.activeElement === document.body) told.notices.status.focus(); // what had the focus is gone
      return true;
    } catch (trouble) {
      if (!(trouble instanceof ServiceError)) throw trouble;
      refused(trouble.problem ?? { detail: trouble.message });
      return false;
    }
  }
}

/** What a seat may do as signer, offerer, releaser or party. The service has the last word. */
function permissions({ stands, by, signers, signed, releasers, consented, obligors, addressees, bound_at: bound, claims }, { as: seat, closed, seats }) {
  const all = seats.map((each) => each.seat);
  if (!all.includes(seat)) return {};
  const parties = [...obligors, ...(addressees.length ? addressees : all), ...signers];
  const has = (made) => made.some((each) => each.seat === seat);
  const [isOffered, isParty] = [stands === "offered" && !closed, Boolean(bound) && parties.includes(seat)];
  return {
    signatures: isOffered && signers.includes(seat) && !has(signed),
    declines: isOffered && signers.includes(seat),
    withdrawal: isOffered && by === seat,
    consents: stands === "binding" && !closed && releasers.includes(seat) && !has(consented),
    claims: isParty && !closed,
    answers: isParty ? claims.filter((each) => each.by !== seat && !each.answers.some((one) => one.by === seat)) : [],
  };
}

/** The options of a field; what is chosen stays chosen. */
function fill(field, options) {
  const { value } = field;
  field.replaceChildren(...options.map(([each, says]) => make("option", { value: each, selected: each === value }, says)));
}
