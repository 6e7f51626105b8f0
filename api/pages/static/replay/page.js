// The page of a replay: its keys, buttons and fields.

import { ServiceError } from "../shared/client.js";
import { leadToForm, mayFileClaim } from "../shared/dispute_link.js";
import { Changes } from "./changes.js";
import { keyReader } from "./keys.js";
import * as moment from "../shared/moment.js";
import { Replay } from "./replay.js";
import { find } from "./jump.js";
import { SymbolKeys } from "./symbols.js";

const page = document.getElementById("replay");
const at = (id) => document.getElementById(id);

const NEEDS_NO_GAME = ["search", "next-game", "previous-game", "help", "close"];

/** Connect keys, buttons and fields to their actions; those that need the game wait until it is loaded. */
function connect(replay) {
  const changes = new Changes(replay, at("changes"));
  const doing = {
    "step-back": () => replay.walk("step", -1),
    "step-forward": () => replay.walk("step", 1),
    "event-back": () => replay.walk("event", -1),
    "event-forward": () => replay.walk("event", 1),
    "phase-back": () => replay.walk("phase", -1),
    "phase-forward": () => replay.walk("phase", 1),
    "turn-back": () => replay.walk("turn", -1),
    "turn-forward": () => replay.walk("turn", 1),
    "round-back": () => replay.walk("round", -1),
    "round-forward": () => replay.walk("round", 1),
    first: () => replay.go(1),
    last: () => replay.go(replay.upto),
    play: () => replay.playing.toggle(),
    faster: () => replay.playing.change(-1),
    slower: () => replay.playing.change(1),
    why: () => replay.panels.toggle("why"),
    graph: () => at("lines").toggleAttribute("hidden"),
    "next-view": () => replay.looking.choose(replay.looking.next),
    view: (key) => replay.looking.choose([...replay.players.keys()][Number(key) - 1]),
    "chosen-view": () => replay.looking.choose(at("viewer").value),
    spoilers: () => replay.hiding.toggle(),
    scrub: () => replay.go(Number(at("scrubber").value)),
    forget: () => replay.forget(),
    find: () => find(at("sought").value.trim(), replay),
    search: () => (at("sought").focus(), at("sought").select()),
    link: async () => replay.notices.say(await moment.copyLink({ ...replay.moment, ...(replay.head.closed ? {} : { viewer: null }) })), // while it runs, a seat's view is its own
    broken: () => replay.promised.goToBroken(),
    "mark-back": () => replay.noted.walk(-1),
    "mark-forward": () => replay.noted.walk(1),
    "next-game": () => document.querySelector("[data-goes=next-game]")?.click(),
    "previous-game": () => document.querySelector("[data-goes=previous-game]")?.click(),
    changes: () => changes.open(),
    help: () => at("help").showModal(),
    close: () => ([...document.querySelectorAll("dialog[open]")].at(-1) ?? { close: () => document.activeElement.blur() }).close(),
  };
  const doIt = async (does, key) => {
    replay.notices.hush();
    try {
      if (!replay.isOpen && !NEEDS_NO_GAME.includes(does)) await opening;
      await doing[does](key);
    } catch (problem) {
      replay.notices.lose(problem.message);
    }
  };
  const does = keyReader(at("help"), new SymbolKeys(page, at("signs")));
  document.addEventListener("keydown", (press) => {
    const wanted = does(press);
    if (!wanted) return;
    press.preventDefault();
    doIt(wanted, press.key);
  });
  for (const button of page.querySelectorAll("button[data-does]")) button.addEventListener("click", () => doIt(button.dataset.does));
  at("viewer").addEventListener("change", () => doIt("chosen-view"));
  at("forget").addEventListener("click", () => doIt("forget"));
  at("scrubber").addEventListener("input", () => doIt("scrub"));
  for (const [each, tells] of [[at("lines"), "tell"], [at("marks"), "label"]]) {
    each.addEventListener("click", (event) => replay.isOpen && replay.go(replay.chart.at(event)));
    each.addEventListener("pointermove", (event) => replay.isOpen && replay.chart[tells](event));
    each.addEventListener("pointerleave", () => replay.chart.tellNothing());
  }
  at("scores").closest("details").addEventListener("toggle", () => replay.isOpen && replay.chart.table());
  at("find").addEventListener("submit", (event) => {
    event.preventDefault();
    doIt("find");
  });
  window.addEventListener("hashchange", () => {
    const { key, position } = moment.read(window.location);
    const { thing } = history.state ?? {};
    if (key) window.location.reload(); // the viewer has changed
    else if (position && replay.isOpen) replay.go(position).then(() => thing && replay.tracing.focus(thing));
  });
  const skip = document.querySelector(".skip");
  skip.addEventListener("click", (event) => {
    event.preventDefault(); // or the address would be another one, to come Back from
    at(skip.hash.slice(1)).focus();
  });
  replay.hiding.show();
}

const replay = new Replay(page);
connect(replay);
leadToForm(at("dispute"), replay);
const opening = replay.open();
opening.then(
  () => {
    at("dispute").hidden = !mayFileClaim(replay.head);
    const isScribe = replay.head.entry === "scribe" && replay.head.as === "table";
    const link = at("to-table"); // not there where spoilers are hidden
    link?.toggleAttribute("hidden", replay.head.closed || !(isScribe || replay.players.has(replay.head.as)));
    if (link && isScribe) link.href = link.href.replace(/play$/, "scribe");
    page.dataset.ready = "";
  },
  (problem) => {
    if (!(problem instanceof ServiceError)) throw problem;
    replay.notices.trouble(problem.message);
  },
);
