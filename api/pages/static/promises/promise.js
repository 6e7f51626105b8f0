// The page of a promise: its letter, how it stands and why, what was claimed and ruled, and what one can do with it.

import { Account } from "./account.js";
import { Trouble, ask, met } from "../shared/asking.js";
import { Doing } from "./doing.js";
import { Following } from "../shared/following.js";
import { kept } from "../shared/leading.js";
import { marking, meant, pieces, remarked } from "./letters.js";
import { claims, life } from "./lives.js";
import { make, refill } from "../shared/make.js";
import * as moment from "../shared/moment.js";
import { Notices } from "../shared/notices.js";
import { rooted } from "../shared/root.js";
import { seated } from "../shared/seated.js";
import { badge, beside } from "./stood.js";
import { called } from "../shared/names.js";

const page = document.getElementById("promise");
const at = (id) => document.getElementById(id);

class Told {
  constructor() {
    const { game, promise, seats } = page.dataset;
    const { viewer, spoilers } = moment.read(window.location);
    const position = Number(new URLSearchParams(window.location.search).get("at")) || null;
    Object.assign(this, { game, promise, seats: seats.split(" "), viewer, spoilers, position, length: 0 });
    this.key = seated(game);
    this.queue = Promise.resolve();
    this.notices = new Notices({ status: at("done"), trouble: at("trouble") });
    this.doing = new Doing(this, at("acts"));
  }

  async open() {
    const { head, wasRefused } = await met(this.game, this.key);
    if (wasRefused) this.notices.trouble("The key in the address does not belong to this game; you see what the public sees.");
    this.head = head;
    if (this.spoilers && head.closed) this.position ??= (await this.asked("")).offered_at;
    await this.catchUp();
    if (!head.closed && !this.isPast) new Following(this).begin();
  }

  /** Whether the page shows the past, or a position from the address: nothing can be done there. */
  get isPast() {
    return this.position !== null;
  }

  /** One thing after another. */
  inOrder(action) {
    const done = this.queue.then(action);
    this.queue = done.catch(() => {});
    return done;
  }

  /** Read and show all of it, as it is at the moment that is looked at. */
  async catchUp() {
    const [told, audit] = await Promise.all([this.asked(""), this.asked("/audit")]);
    if (!this.isPast) this.head = await ask(this.game, "", this.key);
    this.length = audit.position;
    this.show(told, audit);
    this.notices.regain();
  }

  asked(path) {
    return ask(this.game, `/promises/${this.promise}${path}`, this.key, { at: this.position, as: this.viewer });
  }

  show(told, audit) {
    const { position, audit: { parts } } = audit;
    const { game, spoilers } = this;
    const looking = { ...(this.viewer ? { as: this.viewer } : {}), ...(spoilers ? { spoilers: "hidden" } : {}) };
    const replay = addressed(`/games/${game}`, looking);
    const spans = Object.assign({}, ...parts.map((part) => part.spans));
    const link = (words, to) => make("a", { href: `${replay}#${to}` }, words);
    const other = (id) => addressed(`/games/${game}/promises/${id}`, { ...looking, ...(this.isPast ? { at: position } : {}) });
    page.querySelector("[data-to=replay]").href = rooted(`${replay}#${position}`);
    refill(at("asof"), ...this.moment(audit));
    at("how").replaceChildren(badge(told), " ", beside(told));
    at("letter").replaceChildren(...pieces(told.letter, [...Object.values(spans), ...(told.duties ?? []).map(({ span }) => span)]));
    this.explainDuties(told);
    this.warn(told);
    this.explain(parts, told.letter, replay);
    at("life").replaceChildren(...life(told, link, other));
    const said = claims(told, link, spans);
    at("claims").hidden = !said.length;
    at("claims").querySelector("ol").replaceChildren(...said);
    this.doing.offer(told, { paths: Object.keys(spans), referred: parts.flatMap(({ referrals }) => referrals.map(({ path }) => path)) });
  }

  /** The position and the viewer, with a link to the present unless that is a spoiler. */
  moment({ as: viewer, position }) {
    const eyes = viewer === "holder" ? "with everything revealed" : `seen by ${called(viewer)}`;
    const says = `As it ${this.isPast ? "stood" : "stands"} at position ${position}, ${eyes}.`;
    const now = make("a", { href: window.location.pathname }, "How it stands now");
    return this.isPast && !this.spoilers ? [says, " ", now] : [says];
  }

  explain(parts, letter, replay) {
    const account = new Account({ replay, edition: page.dataset.edition, leading: kept(this.spoilers), seats: this.seats });
    const told = parts.map((part) => account.part(part, letter, parts.length === 1));
    refill(at("account"), ...(told.length ? told : [make("p", {}, "It is not binding yet, so there is nothing to check.")]));
  }

  explainDuties({ duties = [] }) {
    at("means").hidden = !duties.length;
    at("means").querySelector("ul").replaceChildren(...meant(duties, this.seats));
  }

  warn({ warnings = [], letter }) {
    at("warnings").hidden = !warnings.length;
    at("warnings").querySelector("ul").replaceChildren(...remarked(warnings, letter));
  }
}

function addressed(path, looking) {
  const query = new URLSearchParams(looking);
  return query.size ? `${path}?${query}` : path;
}

marking(page, at("letter"));

const told = new Told();
told.open().then(
  () => (page.dataset.ready = ""),
  (problem) => {
    if (!(problem instanceof Trouble)) throw problem;
    told.notices.trouble(problem.message);
  },
);
