// The page of a replay: its keys, buttons and fields.

import { Trouble } from "./asking.js";
import { bound } from "./keys.js";
import * as moment from "./moment.js";
import { Replay } from "./replaying.js";

const page = document.getElementById("replay");
const at = (id) => document.getElementById(id);

/** Let keys, buttons and fields do what they say. */
function started(replay) {
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
    play: () => replay.play(),
    faster: () => replay.speed(-1),
    slower: () => replay.speed(1),
    why: () => at("why").toggleAttribute("open"),
    explain: () => replay.explain(),
    graph: () => at("graph").toggleAttribute("open"),
    "next-view": () => replay.look(next(replay.head.may_look_as, replay.viewer)),
    view: (key) => replay.look([...replay.players.keys()][Number(key) - 1]),
    "chosen-view": () => replay.look(at("viewer").value),
    spoilers: () => replay.hide(),
    find: () => replay.find(at("sought").value.trim()),
    search: () => (at("sought").focus(), at("sought").select()),
    link: () => replay.copy(),
    "next-game": () => document.querySelector("[data-goes=next-game]")?.click(),
    "previous-game": () => document.querySelector("[data-goes=previous-game]")?.click(),
    help: () => at("help").showModal(),
    close: () => (at("help").open ? at("help").close() : document.activeElement.blur()),
  };
  const doIt = (does, key) => Promise.resolve(doing[does](key)).catch((problem) => replay.lose(problem.message));
  const does = bound(at("help"));
  document.addEventListener("keydown", (press) => {
    const wanted = does(press);
    if (!wanted) return;
    press.preventDefault();
    doIt(wanted, press.key);
  });
  for (const button of page.querySelectorAll("button[data-does]")) button.addEventListener("click", () => doIt(button.dataset.does));
  at("viewer").addEventListener("change", () => doIt("chosen-view"));
  at("scrubber").addEventListener("input", () => replay.go(Number(at("scrubber").value)));
  for (const each of [at("lines"), at("marks")]) each.addEventListener("click", (event) => replay.go(replay.chart.at(event)));
  at("why").addEventListener("toggle", () => at("why").open && doIt("explain"));
  at("scores").closest("details").addEventListener("toggle", () => replay.chart.table());
  at("find").addEventListener("submit", (event) => {
    event.preventDefault();
    doIt("find");
  });
  at("around").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault(); // a link followed would be a page to come Back to
    replay.go(Number(link.hash.slice(1)));
  });
  window.addEventListener("hashchange", () => {
    const { key, position } = moment.read(window.location);
    if (key) window.location.reload(); // another one looks
    else if (position) replay.go(position);
  });
  replay.speed(0);
  replay.showSpoilers();
}

function next(all, one) {
  return all[(all.indexOf(one) + 1) % all.length];
}

const replay = new Replay(page);
replay.open().then(
  () => {
    started(replay);
    page.dataset.ready = "";
  },
  (problem) => {
    if (!(problem instanceof Trouble)) throw problem;
    replay.trouble(problem.message);
  },
);
