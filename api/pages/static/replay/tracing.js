// Everything drawn leads to the event since which it is so, and to why; Back leads to where one was.

import { ask } from "../shared/asking.js";
import * as moment from "../shared/moment.js";

const QUIET = 120; // milliseconds: of what somebody walks past nothing is asked
const KEPT = 50; // answers, so that whoever comes Back finds everything as it was

/**
 * What leads somewhere says in `data-since` where the answer has its position: "pieces.0.notes.1". It becomes a link
 * once that is known; what has no link of its own, as on the board, leads there when clicked.
 */
export class Tracing {
  /** `page` holds everything that leads somewhere, `why` says why something happened where it is open. */
  constructor(replay, page, why) {
    Object.assign(this, { replay, page, why, scene: null, isLed: false, found: null, kept: new Map(), asking: null, waiting: null });
    page.addEventListener("click", (event) => this.clicked(event));
  }

  /** Draw another scene, and let it lead to where it came from, soon; the focus stays on what it was on. */
  draw(scene, action) {
    const had = this.thing(document.activeElement?.closest("[data-since]"));
    action();
    this.scene = scene;
    if (had && document.activeElement === document.body) this.focus(had);
    clearTimeout(this.waiting);
    this.asking?.abort();
    for (const each of this.all) unlinked(each);
    this.link(this.kept.get(this.name));
    if (!this.found) this.waiting = setTimeout(() => this.trace().catch(() => {}), QUIET); // or nothing leads anywhere
  }

  /** What somebody is shown where: it never changes, however the game goes on. */
  get name() {
    return `${this.replay.position} ${this.replay.viewer}`;
  }

  get all() {
    return this.page.querySelectorAll("a[data-since]");
  }

  async trace() {
    const { name, replay: { position, viewer, game, key } } = this;
    const asking = new AbortController();
    this.asking = asking;
    const found = await ask(game, `/scenes/${position}/since`, key, { as: viewer }, asking.signal);
    asking.signal.throwIfAborted();
    this.kept.set(name, found);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    this.link(found);
  }

  link(found) {
    this.found = found;
    if (found) for (const each of this.all) linked(each, this.since(each));
  }

  since({ dataset }) {
    return dataset.since.split(".").reduce((inner, name) => inner?.[name], this.found);
  }

  clicked(event) {
    const from = event.target.closest("[data-since]");
    if (!from || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const position = this.since(from);
    if (position) this.lead(position, this.thing(from));
  }

  /** What an element tells of, wherever it stands: "trays.2.stacks.0" is ["trays","bag","stacks","red"], by their ids. */
  thing(element) {
    if (!element) return null;
    let inner = this.scene;
    const named = element.dataset.since.split(".").map((name) => {
      inner = inner?.[name];
      return inner?.id ?? name;
    });
    return JSON.stringify(named);
  }

  /** Go to the event and say why; what led there has the focus again after Back. */
  async lead(position, thing) {
    const { replay } = this;
    this.isLed = position !== replay.position || !this.why.open;
    if (position !== replay.position) {
      replay.playing.pause();
      moment.settle(replay.moment, { thing });
      await replay.go(position);
      if (replay.position !== position) return;
      moment.add(replay.moment);
    }
    this.why.open = true;
    this.why.querySelector("summary").focus();
  }

  /** Bring what happened and its reasons into sight for whoever was led there: above all how they begin. */
  explained() {
    if (!this.isLed) return;
    this.isLed = false;
    for (const each of [this.why, this.page.querySelector(".now")]) each?.scrollIntoView({ block: "nearest" });
  }

  /** Come back to what the focus was on, or to what it was part of: a tray, or a piece. */
  focus(thing) {
    const [kind, id] = JSON.parse(thing);
    const links = new Map([...this.all].map((each) => [this.thing(each), each]));
    (links.get(thing) ?? links.get(JSON.stringify([kind, id, "since"])))?.focus();
  }
}

function linked(element, position) {
  if (!position) return;
  element.setAttribute("href", `#${position}`);
  element.setAttribute("aria-label", `${element.textContent}, last changed at event ${position}`);
  element.removeAttribute("tabindex");
}

function unlinked(element) {
  for (const name of ["href", "aria-label"]) element.removeAttribute(name);
  element.tabIndex = -1;
}
