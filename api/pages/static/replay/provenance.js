// Everything drawn links to the event that last changed it, and to the reasons; Back returns.

import * as moment from "../shared/moment.js";
import { withRoot } from "../shared/root.js";

const QUIET = 120; // milliseconds: nothing is requested for positions that are only passed
const KEPT = 50; // answers, so that everything is as it was after Back

/**
 * An element says in `data-since` where the answer has its position: "pieces.0.notes.1". It becomes a link once the
 * answer is here; an element that cannot be a link, as on the board, leads there when clicked.
 */
export class Provenance {
  /** `page` holds the links, `why` is the panel of the reasons. */
  constructor(replay, page, why) {
    Object.assign(this, { replay, page, why, scene: null, isLed: false, found: null, kept: new Map(), asking: null, waiting: null });
    page.addEventListener("click", (event) => this.clicked(event));
  }

  /** Draw another scene, and link it soon; the focus stays on what it was on. */
  draw(scene, action) {
    const had = this.thing(document.activeElement?.closest("[data-since]"));
    action();
    this.scene = scene;
    if (had && document.activeElement === document.body) this.focus(had);
    clearTimeout(this.waiting);
    this.asking?.abort();
    for (const each of this.all) clearLink(each);
    this.link(this.kept.get(this.name));
    if (!this.found) this.waiting = setTimeout(() => this.trace().catch(() => {}), QUIET); // or nothing leads anywhere
  }

  /** The position, the viewer and whether spoilers are hidden: what they show never changes, however the game goes on. */
  get name() {
    return `${this.replay.position} ${this.replay.viewer} ${this.replay.spoilers}`;
  }

  get all() {
    return this.page.querySelectorAll("a[data-since]");
  }

  async trace() {
    const { name, replay: { position, viewer } } = this;
    const asking = new AbortController();
    this.asking = asking;
    const found = await this.replay.ask(`/scenes/${position}/since`, { as: viewer, ...this.replay.hiding.parameters }, asking.signal);
    asking.signal.throwIfAborted();
    this.kept.set(name, found);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    this.link(found);
  }

  link(found) {
    this.found = found;
    if (found) for (const each of this.all) makeLink(each, this.since(each));
  }

  since({ dataset }) {
    return dataset.since.split(".").reduce((inner, name) => inner?.[name], this.found);
  }

  clicked(event) {
    const from = event.target.closest("[data-since]");
    if (!from || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const position = this.since(from);
    if (typeof position === "string") return; // a link to the ruling
    event.preventDefault();
    if (position) this.lead(position, this.thing(from));
  }

  /** The thing that an element is about, by ids: "trays.2.stacks.0" is ["trays","bag","stacks","red"]. */
  thing(element) {
    if (!element) return null;
    let inner = this.scene;
    const named = element.dataset.since.split(".").map((name) => {
      inner = inner?.[name];
      return inner?.id ?? name;
    });
    return JSON.stringify(named);
  }

  /** Go to the event and show the reasons; the link has the focus again after Back. */
  async lead(position, thing) {
    const { replay } = this;
    this.isLed = position !== replay.position || this.why.hidden;
    if (position !== replay.position) {
      replay.playing.pause();
      moment.updateNow(replay.moment, { thing });
      await replay.go(position);
      if (replay.position !== position) return;
      moment.pushAddress(replay.moment);
    }
    if (this.why.hidden) await replay.panels.toggle("why");
    this.why.focus();
  }

  /** Scroll to what happened and its reasons after a link was followed. */
  explained() {
    if (!this.isLed) return;
    this.isLed = false;
    for (const each of [this.why, this.page.querySelector(".now")]) each?.scrollIntoView({ block: "nearest" });
  }

  /** Focus a thing again, or the tray or piece that it was part of. */
  focus(thing) {
    const [kind, id] = JSON.parse(thing);
    const links = new Map([...this.all].map((each) => [this.thing(each), each]));
    const link = links.get(thing) ?? links.get(JSON.stringify([kind, id, "since"]));
    const panel = link?.closest("section[hidden]");
    if (panel) this.replay.panels.toggle(panel.id);
    link?.focus();
  }
}

function makeLink(element, position) {
  if (!position) return;
  const isRuling = typeof position === "string";
  element.setAttribute("href", isRuling ? withRoot(`/disputes/${position}`) : `#${position}`);
  element.setAttribute("aria-label", `${element.textContent}${isRuling ? ", the ruling" : `, last changed at event ${position}`}`);
  element.removeAttribute("tabindex");
}

function clearLink(element) {
  for (const name of ["href", "aria-label"]) element.removeAttribute(name);
  element.tabIndex = -1;
}
