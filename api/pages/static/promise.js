// The page of a promise: its letter, how it stands and why, what was claimed and ruled, and what one can do with it.

import { Account } from "./account.js";
import { Trouble, ask, met } from "./asking.js";
import { Doing } from "./doing.js";
import { Following } from "./following.js";
import { kept } from "./leading.js";
import { mark, pieces, remarked } from "./letters.js";
import { claims, life } from "./lives.js";
import { make, refill } from "./make.js";
import * as moment from "./moment.js";
import { Notices } from "./notices.js";
import { seated } from "./seated.js";
import { badge, beside } from "./stood.js";
import { called } from "./views.js";

const page = document.getElementById("promise");
const at = (id) => document.getElementById(id);

class Told {
  constructor() {
    const { game, promise } = page.dataset;
    const { viewer, spoilers } = moment.read(window.location);
    const position = Number(new URLSearchParams(window.location.search).get("at")) || null;
    Object.assign(this, { game, promise, viewer, spoilers, position, isPast: position !== null || spoilers, length: 0 });
    this.key = seated(game);
    this.queue = Promise.resolve();
    this.notices = new Notices({ status: at("done"), trouble: at("trouble") });
    this.doing = new Doing(this, at("acts"));
  }

  async open() {
    const { head, wasRefused } = await met(this.game, this.key);
    if (wasRefused) this.notices.trouble("The key in that address is no key of this game; this is what the public sees.");
    this.head = head;
    await this.catchUp();
    if (!head.closed && !this.isPast) new Following(this).begin();
  }

  /** One thing after another. */
  inOrder(action) {
    const done = this.queue.then(action);
    this.queue = done.catch(() => {});
    return done;
  }

  /** Read and show all of it; without spoilers nothing behind the moment from which one came, or behind the offer. */
  async catchUp() {
    if (this.spoilers && !this.position) this.position = (await this.asked("")).offered_at;
    const [told, audit] = await Promise.all([this.asked(""), this.asked("/audit")]);
    if (!this.isPast) this.head = await ask(this.game, "", this.key);
    this.length = audit.position;
    this.show(told, audit);
    this.notices.regain();
  }

  asked(path) {
    return ask(this.game, `/promises/${this.promise}${path}`, this.key, { at: this.position, as: this.viewer });
  }

  show(told, { as: viewer, position, audit: { parts } }) {
    const { game, spoilers } = this;
    const query = new URLSearchParams({ ...(this.viewer ? { as: viewer } : {}), ...(spoilers ? { spoilers: "hidden" } : {}) });
    const replay = `/games/${game}${query.size ? `?${query}` : ""}`;
    page.querySelector("[data-to=replay]").href = `${replay}#${position}`;
    const now = make("a", { href: window.location.pathname }, "How it stands now");
    refill(at("asof"), ...[`As it ${this.isPast ? "stood" : "stands"} at position ${position}, ${viewer === "holder" ? "with everything revealed" : `seen by ${called(viewer)}`}.`, ...(this.isPast && !spoilers ? [" ", now] : [])]);
    at("how").replaceChildren(badge(told), " ", beside(told));
    const spans = Object.assign({}, ...parts.map((part) => part.spans));
    at("letter").replaceChildren(...pieces(told.letter, Object.values(spans)));
    this.warn(told);
    const account = new Account({ replay, edition: page.dataset.edition, leading: kept(spoilers) });
    const wholes = parts.map((part) => account.part(part, told.letter, parts.length === 1));
    refill(at("account"), ...(wholes.length ? wholes : [make("p", {}, "It binds nobody yet: there is nothing to hold it against.")]));
    const link = (words, to) => make("a", { href: `${replay}#${to}` }, words);
    at("life").replaceChildren(...life(told, link, (id) => `/games/${game}/promises/${id}?${new URLSearchParams({ ...Object.fromEntries(query), ...(this.isPast ? { at: position } : {}) })}`));
    const said = claims(told, link, spans);
    at("claims").hidden = !said.length;
    at("claims").querySelector("ol").replaceChildren(...said);
    this.doing.offer(told, Object.keys(spans));
  }

  warn({ warnings = [], letter }) {
    at("warnings").hidden = !warnings.length;
    at("warnings").querySelector("ul").replaceChildren(...remarked(warnings, letter));
  }
}

/** The words of a clause are marked while something about it is pointed at, or has the focus. */
for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  page.addEventListener(on, ({ target }) => {
    const about = target.closest("[data-span]");
    if (about) mark(at("letter"), about.dataset.span.split(" ").map(Number));
  });
  page.addEventListener(off, () => mark(at("letter"), null));
}

const told = new Told();
told.open().then(
  () => (page.dataset.ready = ""),
  (problem) => {
    if (!(problem instanceof Trouble)) throw problem;
    told.notices.trouble(problem.message);
  },
);
