// The page of a dispute: what was claimed, found, shown and ruled, and what one can do in it.

import { Trouble, asked } from "../shared/asking.js";
import { Found } from "./found.js";
import { Hearing } from "./hearing.js";
import { make, name, refill } from "../shared/make.js";
import { read } from "../shared/moment.js";
import { Notices } from "../shared/notices.js";
import { ARBITERS, Party, doer, known } from "./parties.js";
import { Pleading } from "./pleading.js";

const SOON = 4000; // milliseconds between two looks at what has come since
const STATES = { open: "a ruling is still to come", ruled: "anybody at the table may appeal once", appealed: "another arbiter is to rule", settled: "the ruling on the appeal stands", withdrawn: "the claim was taken back" };
const WORDS = { appealed: "on appeal", settled: "settled on appeal" };

const page = document.getElementById("case");
const at = (id) => document.getElementById(id);

class Told {
  constructor() {
    const { dispute, game, edition, seats } = page.dataset;
    Object.assign(this, { dispute, game, seats: seats.split(" "), as: null, position: 0 });
    this.party = new Party(game);
    this.notices = new Notices({ status: at("done"), trouble: at("trouble") });
    this.found = new Found({ game, edition });
    this.hearing = new Hearing(game);
    this.pleading = new Pleading(this, at("acts"));
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

  /** Look with another key from now on. */
  async enter(key) {
    this.party.take(key);
    await this.catchUp();
    at("enter").reset();
  }

  forget() {
    this.party.drop();
    this.catchUp();
  }

  /** Read the dispute as whoever looks may see it, and show it if it is another one than before. */
  async catchUp() {
    try {
      const { told, wasRefused } = await this.party.met((party) => asked(`/v1/disputes/${this.dispute}`, party));
      this.notices.regain();
      if (wasRefused) this.notices.trouble(`That is no key of this game, nor of an arbiter; this is what ${known(told.as)} sees.`);
      if (told.as !== this.as || told.position > this.position) this.show(told); // what was asked for earlier may come later
    } catch (problem) {
      if (!(problem instanceof Trouble)) throw problem;
      this.notices[problem.passes ? "lose" : "trouble"](problem.message);
    }
  }

  show(told) {
    Object.assign(this, { as: told.as, position: told.position });
    at("how").replaceChildren(make("span", { class: "stands", "data-status": told.state }, WORDS[told.state] ?? told.state), ` ${STATES[told.state]}`);
    at("you").textContent = `You look as ${told.as === ARBITERS ? `the arbiter ${told.you.arbiter}` : known(told.as)}.`;
    at("forget").hidden = !this.party.key.value;
    refill(at("found"), ...this.findings(told));
    list(at("heard"), this.hearing.evidence(told));
    list(at("ruled"), this.hearing.rulings(told));
    this.pleading.offer(told);
  }

  /** The last finding, and those before it folded away. */
  findings({ findings }) {
    const [last, ...earlier] = [...findings].reverse();
    if (!last) return [make("p", {}, "Nobody has had the record answer yet.")];
    const others = earlier.map((each) => make("details", {}, make("summary", {}, `Earlier, in ${each.events} events: ${each.answer}`), ...this.finding(each)));
    return [...this.finding(last), ...others];
  }

  finding({ answer, at: when, by, finding, is_sealed: isSealed, sealed, through }) {
    const own = sealed ?? finding;
    const hiding = sealed
      ? [make("p", { class: "notice" }, `This follows from what ${known(through)} may see. To everybody it is ${answer}: ${finding.says}.`)]
      : isSealed
        ? [make("p", { class: "notice" }, `What ${known(through)} may see besides says more, which is sealed.`)]
        : [];
    return [
      make("p", { class: "verdict" }, make("span", { class: "stands", "data-status": own.answer }, own.answer), ` ${own.says}`),
      make("p", { class: "about" }, "Asked for by ", name(doer(by)), ` on ${when.slice(0, 10)}.`),
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

const told = new Told();
told.open(key).then(() => {
  page.dataset.ready = "";
  setInterval(() => document.hidden || told.catchUp(), SOON);
});
