// The page of a promise: its letter, how it stands and why, what was claimed and ruled, and what one can do with it.

import { Account } from "./account.js";
import { ServiceError, getOfGame, getHead } from "../shared/client.js";
import { PromiseActions } from "./actions.js";
import { GameFollower } from "../shared/game_follower.js";
import { spoilerQuery } from "../shared/query.js";
import { markOnHover, dutyItems, pieces, remarkItems } from "./letters.js";
import { claimItems, historyItems } from "./lifecycle.js";
import { make, refill } from "../shared/make.js";
import * as moment from "../shared/moment.js";
import { Notices } from "../shared/notices.js";
import { withRoot } from "../shared/root.js";
import { seatKey } from "../shared/seat_key.js";
import { statusBadge, statusNote } from "./promise_history.js";
import { viewerName } from "../shared/names.js";

const page = document.getElementById("promise");
const at = (id) => document.getElementById(id);

class PromisePage {
  constructor() {
    const { game, promise, seats } = page.dataset;
    const { viewer, spoilers } = moment.read(window.location);
    const position = Number(new URLSearchParams(window.location.search).get("at")) || null;
    Object.assign(this, { game, promise, seats: seats.split(" "), viewer, spoilers, position, length: 0 });
    this.key = seatKey(game);
    this.queue = Promise.resolve();
    this.notices = new Notices({ status: at("done"), trouble: at("trouble") });
    this.doing = new PromiseActions(this, at("acts"));
  }

  async open() {
    const { head, wasRefused } = await getHead(this.game, this.key);
    if (wasRefused) this.notices.trouble("The key in the address does not belong to this game; you see what the public sees.");
    this.head = head;
    if (this.spoilers && head.closed) this.position ??= (await this.asked("")).offered_at;
    await this.catchUp();
    if (!head.closed && !this.isPast) new GameFollower(this).begin();
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
    if (!this.isPast) this.head = await getOfGame(this.game, "", this.key);
    this.length = audit.position;
    this.show(told, audit);
    this.notices.regain();
  }

  asked(path) {
    return getOfGame(this.game, `/promises/${this.promise}${path}`, this.key, { at: this.position, as: this.viewer });
  }

  show(told, audit) {
    const { position, audit: { parts } } = audit;
    const { game, spoilers } = this;
    const looking = { ...(this.viewer ? { as: this.viewer } : {}), ...(spoilers ? { spoilers: "hidden" } : {}) };
    const replay = withQuery(`/games/${game}`, looking);
    const spans = Object.assign({}, ...parts.map((part) => part.spans));
    const link = (words, to) => make("a", { href: `${replay}#${to}` }, words);
    const other = (id) => withQuery(`/games/${game}/promises/${id}`, { ...looking, ...(this.isPast ? { at: position } : {}) });
    page.querySelector("[data-to=replay]").href = withRoot(`${replay}#${position}`);
    refill(at("asof"), ...this.moment(audit));
    at("how").replaceChildren(statusBadge(told), " ", statusNote(told));
    at("letter").replaceChildren(...pieces(told.letter, [...Object.values(spans), ...(told.duties ?? []).map(({ span }) => span)]));
    this.explainDuties(told);
    this.warn(told);
    this.explain(parts, told.letter, replay);
    at("life").replaceChildren(...historyItems(told, link, other));
    const said = claimItems(told, link, spans);
    at("claims").hidden = !said.length;
    at("claims").querySelector("ol").replaceChildren(...said);
    this.doing.offer(told, { paths: Object.keys(spans), referred: parts.flatMap(({ referrals }) => referrals.map(({ path }) => path)) });
  }

  /** The position and the viewer, with a link to the present unless that is a spoiler. */
  moment({ as: viewer, position }) {
    const eyes = viewer === "holder" ? "with everything revealed" : `seen by ${viewerName(viewer)}`;
    const says = `As it ${this.isPast ? "stood" : "stands"} at position ${position}, ${eyes}.`;
    const now = make("a", { href: window.location.pathname }, "How it stands now");
    return this.isPast && !this.spoilers ? [says, " ", now] : [says];
  }

  explain(parts, letter, replay) {
    const account = new Account({ replay, edition: page.dataset.edition, leading: spoilerQuery(this.spoilers), seats: this.seats });
    const told = parts.map((part) => account.part(part, letter, parts.length === 1));
    refill(at("account"), ...(told.length ? told : [make("p", {}, "It is not binding yet, so there is nothing to check.")]));
  }

  explainDuties({ duties = [] }) {
    at("means").hidden = !duties.length;
    at("means").querySelector("ul").replaceChildren(...dutyItems(duties, this.seats));
  }

  warn({ warnings = [], letter }) {
    at("warnings").hidden = !warnings.length;
    at("warnings").querySelector("ul").replaceChildren(...remarkItems(warnings, letter));
  }
}

function withQuery(path, looking) {
  const query = new URLSearchParams(looking);
  return query.size ? `${path}?${query}` : path;
}

markOnHover(page, at("letter"));

const told = new PromisePage();
told.open().then(
  () => (page.dataset.ready = ""),
  (problem) => {
    if (!(problem instanceof ServiceError)) throw problem;
    told.notices.trouble(problem.message);
  },
);
