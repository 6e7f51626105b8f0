// The page of a dispute: the claim, findings, evidence and rulings, and what you can do in it.

import { ServiceError, getJson } from "../shared/client.js";
import { FindingView } from "./finding.js";
import { Hearing } from "./hearing.js";
import { make, playerText, refill } from "../shared/make.js";
import { read } from "../shared/moment.js";
import { nameNodes } from "../shared/names.js";
import { Notices } from "../shared/notices.js";
import { ARBITERS, Party, actorName, viewerWords } from "./parties.js";
import { ClaimForms } from "./claim_form.js";

const SOON = 4000; // milliseconds between two requests
const STATES = { open: "waiting for a ruling", ruled: "anyone at the table may appeal once", appealed: "waiting for another arbiter", settled: "the ruling on the appeal is final", withdrawn: "the claim was withdrawn" };
const WORDS = { appealed: "on appeal", settled: "settled on appeal" };

const page = document.getElementById("case");
const at = (id) => document.getElementById(id);

class CasePage {
  constructor() {
    const { dispute, game, edition, seats } = page.dataset;
    Object.assign(this, { dispute, game, seats: seats.split(" "), as: null, position: 0 });
    this.party = new Party(game);
    this.notices = new Notices({ status: at("done"), trouble: at("trouble") });
    this.found = new FindingView({ game, edition, seats: this.seats });
    this.hearing = new Hearing(game);
    this.pleading = new ClaimForms(this, at("acts"));
    at("forget").addEventListener("click", () => this.forget());
    at("enter").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter(at("enter").elements.key.value.trim());
    });
  }

  open(key) {
    if (key) this.party.take(key);
    return this.catchUp();
  }

  /** Use another key from now on. */
  async enter(key) {
    this.party.take(key);
    await this.catchUp();
    at("enter").reset();
  }

  forget() {
    this.party.drop();
    this.catchUp();
  }

  /** Read the dispute as this viewer may see it, and show it if it has changed. */
  async catchUp() {
    try {
      const { told, wasRefused } = await this.party.met((party) => getJson(`/v1/disputes/${this.dispute}`, party));
      this.notices.regain();
      if (wasRefused) this.notices.trouble(`That key belongs neither to this game nor to an arbiter; you see what ${viewerWords(told.as)} sees.`);
      if (told.as !== this.as || told.position > this.position) this.show(told); // what was asked for earlier may come later
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      this.notices[problem.isTransient ? "lose" : "trouble"](problem.message);
    }
  }

  show(told) {
    Object.assign(this, { as: told.as, position: told.position });
    at("how").replaceChildren(make("span", { class: "stands", "data-status": told.state }, WORDS[told.state] ?? told.state), ` ${STATES[told.state]}`);
    at("you").textContent = `You see this as ${told.as === ARBITERS ? `the arbiter ${told.you.arbiter}` : viewerWords(told.as)}.`;
    at("forget").hidden = !this.party.key.value;
    refill(at("found"), ...this.findings(told));
    list(at("heard"), this.hearing.evidence(told));
    list(at("ruled"), this.hearing.rulings(told));
    this.pleading.offer(told);
  }

  /** The last finding, and those before it folded away. */
  findings({ findings }) {
    const [last, ...earlier] = [...findings].reverse();
    if (!last) return [make("p", {}, "The claim has not been checked yet.")];
    const others = earlier.map((each) => make("details", {}, make("summary", {}, `Earlier, from the first ${each.events} events: ${each.answer}`), ...this.finding(each)));
    return [...this.finding(last), ...others];
  }

  finding({ answer, at: when, by, finding, is_sealed: isSealed, sealed, through }) {
    const [shared, own] = [finding, sealed ?? finding].map((each) => this.found.nameNodes(each));
    const hiding = sealed
      ? [make("p", { class: "notice" }, `This rests on what ${viewerWords(through)} may see. In public it is ${answer}: ${shared.says}.`)]
      : isSealed
        ? [make("p", { class: "notice" }, `What else ${viewerWords(through)} may see says more; that part is sealed.`)]
        : [];
    return [
      make("p", { class: "verdict" }, make("span", { class: "stands", "data-status": own.answer }, own.answer), ...nameNodes(` ${own.says}`)),
      make("p", { class: "about" }, "Checked for ", playerText(actorName(by)), ` on ${when.slice(0, 10)}.`),
      ...hiding,
      ...this.found.told(own),
    ];
  }
}

function list(section, items) {
  section.hidden = !items.length;
  section.querySelector("ol").replaceChildren(...items);
}

const { key } = read(window.location);
if (key) history.replaceState(null, "", window.location.pathname); // no failure leaves it there
window.addEventListener("hashchange", () => read(window.location).key && window.location.reload());

const told = new CasePage();
told.open(key).then(() => {
  page.dataset.ready = "";
  setInterval(() => document.hidden || told.catchUp(), SOON);
});
