// What you can do in a dispute: forms, each shown to those who may send it.

import { ServiceError, getOfGame } from "../shared/client.js";
import { make } from "../shared/make.js";
import { viewerName } from "../shared/names.js";
import { ARBITERS } from "./parties.js";
import { RemedyList } from "./remedies.js";
import { showField as askFor, showFieldsFor, clearProblems, showProblem, parsePositions } from "../shared/form_problems.js";
import { Acts } from "../shared/acts.js";

const DONE = { finding: "The claim has been checked", evidence: "Your evidence is added", unsealing: "It is unsealed", ruling: "Your ruling is entered", appeal: "Your appeal is made", withdrawal: "The claim is withdrawn" };

/** What a form sends, out of its fields. */
const BODIES = {
  finding: () => ({}),
  withdrawal: () => ({}),
  evidence: (form) => ({ says: form.get("says"), about: parsePositions(form.get("about")) }),
  unsealing: (form) => ({ at: Number(form.get("at")), fields: form.getAll("field"), reason: form.get("reason") }),
  ruling: (form, remedies) => ({ answer: form.get("answer"), reasons: form.get("reasons"), against: form.get("against") ?? "", ...remedies.body(form) }),
  appeal: (form) => ({ grounds: form.get("grounds") }),
};

export class ClaimForms {
  /** `told` is the page of the dispute, `section` holds the forms. */
  constructor(told, section) {
    Object.assign(this, { told, section, acts: new Acts(`/v1/disputes/${told.dispute}`, told.party), sent: null });
    for (const form of this.forms) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.does(form);
      });
    }
    const [ruling, unsealing] = [this.form("ruling"), this.form("unsealing")];
    ruling.elements.remedy.addEventListener("change", () => showFieldsFor(ruling, ruling.elements.remedy.value));
    ruling.elements.answer.addEventListener("change", () => this.compare());
    unsealing.elements.at.addEventListener("change", () => this.list());
    this.remedies = new RemedyList(ruling, () => showFieldsFor(ruling, ruling.elements.remedy.value), (lines) => this.acts.act("/edit", { lines }, "*"));
  }

  get forms() {
    return this.section.querySelectorAll("[data-act]");
  }

  form(act) {
    return this.section.querySelector(`[data-act=${act}]`);
  }

  /** Offer what this viewer may do in the dispute now. The service has the last word. */
  offer(told) {
    this.now = told;
    const may = permissions(told, this.told.seats);
    for (const form of this.forms) form.hidden = !may[form.dataset.act];
    const isPublic = told.as === "public";
    this.section.querySelector("#enter").hidden = !isPublic;
    const note = this.section.querySelector("#nothing");
    note.hidden = isPublic || Object.values(may).some(Boolean);
    note.textContent = "There is nothing more for you to do here.";
    this.form("finding").querySelector("button").textContent = told.findings.length ? "Check the claim again" : "Check the claim";
    this.compare();
    if (may.unsealing && this.listed === undefined) {
      const { missing } = decisiveFinding(told) ?? {};
      if (missing?.kind === "hidden" && missing.position) this.form("unsealing").elements.at.value = missing.position;
      this.list();
    }
    const { position } = this.form("ruling").elements;
    const advised = decisiveFinding(told)?.rewind?.to;
    if (advised && !position.value) position.value = advised;
  }

  /** Ask for the reason if the ruling is not what the record says. */
  compare() {
    const answer = decisiveFinding(this.now)?.answer;
    const given = this.form("ruling").elements.answer.value;
    askFor(this.section.querySelector("#against"), Boolean(given) && ["upheld", "rejected"].includes(answer) && answer !== given);
  }

  /** List what is hidden from the arbiters at a position. */
  async list() {
    const form = this.form("unsealing");
    const at = Number(form.elements.at.value);
    this.listed = at;
    const { event } = at ? await getOfGame(this.told.game, `/events/${at}`, { headers: {} }).catch(ignoreServiceError) : {};
    if (this.listed !== at) return;
    const open = this.now.unsealed.flatMap((each) => each.fields.map((one) => one.digest));
    const fields = event ? hidden(event.data).filter(({ sd }) => !open.includes(sd)) : [];
    const items = fields.map(({ sd, to, name }) => make("label", { class: "pick" }, make("input", { type: "checkbox", name: "field", value: sd }), ` ${name}, hidden by ${to.map(viewerName).join(", ")}`));
    form.querySelector("button").disabled = !items.length;
    form.querySelector("fieldset div").replaceChildren(...(items.length ? items : ["Nothing here can be unsealed."]));
  }

  /** Send a form, and show what has become of the dispute; what is refused is said at its field. */
  async does(form) {
    if (this.sent === form) return;
    this.sent = form;
    const { act } = form.dataset;
    clearProblems(form);
    try {
      const on = act === "ruling" ? `"${this.now.position}"` : "*"; // nobody rules on what they have not seen
      this.told.show(await this.acts.act(`/${act}`, BODIES[act](new FormData(form), this.remedies), on));
      form.reset();
      if (act === "ruling") this.remedies.clear();
      this.listed = undefined;
      this.offer(this.now);
      this.told.notices.say(DONE[act]);
    } catch (trouble) {
      if (!(trouble instanceof ServiceError)) throw trouble;
      showProblem(form, trouble.problem ?? { detail: trouble.message });
      if (trouble.status === 412) await this.told.catchUp();
    } finally {
      this.sent = null;
    }
  }
}

/** What a viewer may do: seats and arbiters act until the ruling; only who filed the claim withdraws it or leaves the ruling to others. */
function permissions({ as: viewer, you, by, state, findings }, seats) {
  const [isOpen, rules] = [state === "open" || state === "appealed", viewer === ARBITERS];
  const sits = you?.seat === "table" || seats.includes(viewer);
  const filed = Boolean(you) && you.seat === by.seat && you.arbiter === by.arbiter;
  return {
    finding: isOpen && (sits || rules),
    evidence: isOpen && (sits || rules),
    unsealing: isOpen && rules,
    ruling: isOpen && rules && !filed && findings.length > 0,
    appeal: state === "ruled" && sits,
    withdrawal: state === "open" && filed,
  };
}

/** The finding that a ruling is compared with: the last that decides, else the last; sealed ones count as arbiters see them. */
function decisiveFinding({ findings }) {
  const seen = findings.map((each) => (each.by.arbiter && each.sealed ? each.sealed : each.finding));
  return seen.findLast((each) => each.answer !== "undetermined") ?? seen.at(-1);
}

/** The hidden fields of an event that some seat may see and not everybody, with where they stand. */
function hidden(value, name = "") {
  if (typeof value !== "object" || value === null) return [];
  if ("sd" in value) return value.to?.length ? [{ ...value, name: name.trim().split(" ").slice(-2).join(" ") }] : [];
  return Object.entries(value).flatMap(([key, inner]) => hidden(inner, `${name} ${Array.isArray(value) ? Number(key) + 1 : key}`));
}

function ignoreServiceError(problem) {
  if (!(problem instanceof ServiceError)) throw problem;
  return {};
}
