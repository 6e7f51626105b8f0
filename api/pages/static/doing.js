// What whoever has the key of a seat can do with a promise.

import { make } from "./make.js";
import { positions } from "./placing.js";
import { Acts } from "./sending.js";

const DONE = { signatures: "You have signed it", declines: "You have declined it", withdrawal: "You have withdrawn it", consents: "You have consented to its release", claims: "Your claim is recorded", answers: "Your answer is recorded" };

export class Doing {
  /** `told` is the page of the promise, `section` holds the buttons and forms. */
  constructor(told, section) {
    Object.assign(this, { told, section, acts: new Acts(`/v1/games/${told.game}/promises`, told.key) });
    for (const button of this.buttons) button.addEventListener("click", () => this.does(button.dataset.act, {}));
    this.submits("claim", (form) => this.does("claims", { path: form.get("path"), claims: form.get("claims"), about: positions(form.get("about")), says: form.get("says") }));
    this.submits("answer", (form) => this.does("answers", { claim: Number(form.get("claim")), says: form.get("says") }));
  }

  get buttons() {
    return this.section.querySelectorAll("[data-act]");
  }

  form(name) {
    return this.section.querySelector(`#${name}`);
  }

  submits(name, action) {
    this.form(name).addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await action(new FormData(this.form(name)))) this.form(name).reset();
    });
  }

  /** Offer what this seat may do with the promise as it stands now; what is past is only looked at. */
  offer(promise, paths) {
    const { head, isPast } = this.told;
    const may = isPast ? {} : allowed(promise, head);
    for (const button of this.buttons) button.hidden = !may[button.dataset.act];
    const answerable = may.answers ?? [];
    this.form("claim").hidden = !may.claims;
    this.form("answer").hidden = !answerable.length;
    fill(this.form("claim").elements.path, paths.map((path) => [path, path]));
    fill(this.form("answer").elements.claim, answerable.map(({ position, by, path }) => [String(position), `${by} at position ${position}, about ${path}`]));
    this.section.querySelector("#you").textContent = head.as;
    this.section.hidden = !Object.values({ ...may, answers: answerable.length }).some(Boolean);
  }

  /** Do it, and show what has become of the promise; whether it was recorded. */
  async does(what, body) {
    const { told } = this;
    try {
      await this.acts.act(`/${told.promise}/${what}`, body);
      await told.inOrder(() => told.catchUp());
      told.notices.say(DONE[what]);
      if (document.activeElement === document.body) told.notices.status.focus(); // what had the focus is gone
      return true;
    } catch (problem) {
      told.notices.trouble(problem.message);
      return false;
    }
  }
}

/** What a seat may do: whoever signs, has offered, may release, or is a party. The service has the last word. */
function allowed({ stands, by, signers, signed, releasers, consented, obligors, addressees, bound_at: bound, claims }, { as: seat, closed, seats }) {
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
