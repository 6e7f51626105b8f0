// Names as people read them: the service writes sentences with them, and what is stored with ids is named here.

import { make } from "./make.js";

/** The names of players by their seats, from `data-people` with a line "seat name" each; empty on pages about no game. */
const PEOPLE = new Map(Array.from((document.body.dataset.people ?? "").matchAll(/^(\S+) (.*)$/gm), ([, seat, name]) => [seat, name]));
const CALLED = [...PEOPLE.values()];
const NAMES = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])(${CALLED.flatMap((each) => [each, capital(each)]).sort((one, other) => other.length - one.length).map(escaped).join("|") || "(?!)"})(?![\\p{L}\\p{M}\\p{N}_])`, "u");

/** Those who look and have no seat. */
const OTHERS = new Map([
  ["public", "the public"],
  ["table", "the table"],
  ["holder", "everything"],
]);

const QUOTED = /(“[^”]*”|"[^"]*")/;
const ID = /[A-Za-z0-9_-]+/g;
const FIGURE = /^([A-Za-z]*[a-z]\w*)-(\d+)$/;
const LABEL = /^“([a-z_]+(?:\/[\w-]+)+)”$/;

/** A text that begins with a capital. */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A seat, or another viewer, as sentences call it. */
export function viewerName(viewer) {
  return OTHERS.get(viewer) ?? PEOPLE.get(viewer) ?? capital(viewer);
}

/** A unit as it is called beside a number: "2 hearts", "1 heart", "1 victory", and "1 Prestige" as ever. */
export function unitFor(number, unit) {
  if (Math.abs(number) !== 1 || !unit.endsWith("s") || unit.endsWith("ss")) return unit;
  return unit.endsWith("ies") ? `${unit.slice(0, -3)}y` : unit.slice(0, -1);
}

/** A sentence in which `seats` and pieces stand by their ids, with their names; what it quotes stays as it was written. */
export function withNames(says, seats) {
  const name = (id) => (seats.includes(id) ? viewerName(id) : id.replace(FIGURE, figureName));
  const said = { plain: (part) => part.replace(ID, name), quote: (part) => part.replace(LABEL, (_, label) => `“${purpose(label)}”`), name: (part) => part };
  return partsOf(says).map(([kind, part]) => said[kind](part)).join("");
}

/** Returns a sentence as nodes. Names of players are isolated and have the colour and mark of the seat. */
export function nameNodes(says) {
  return partsOf(says).map(([kind, part]) => (kind === "name" ? make("bdi", { class: "who", "data-seat": String(CALLED.findIndex((each) => each === part || capital(each) === part)) }, part) : part));
}

/** Splits a sentence into pairs of a kind (`quote`, `name` or `plain`) and a text. */
function partsOf(says) {
  const split = (text, pattern, kind, others) => text.split(pattern).flatMap((part, index) => (index % 2 ? [[kind, part]] : others(part)));
  return split(says, QUOTED, "quote", (part) => split(part, NAMES, "name", (rest) => [["plain", rest]]));
}

function escaped(name) {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** `FoxBandit-1` of the record is `Fox Bandit 1`, and `ash-1` is `Ash 1`. */
function figureName(_, stem, number) {
  return `${PEOPLE.get(stem) ?? capital(stem.replace(/([a-z])(?=[A-Z])/g, "$1 "))} ${number}`;
}

/** What a draw is for, by its label: `strike/1/ash` is "strike for Ash". */
export function purpose(label) {
  const [what, ...of] = label.split("/").filter((each) => !/^\d+$/.test(each));
  const whose = of.map((each) => ` for ${PEOPLE.get(each) ?? capital(each.replace(FIGURE, figureName))}`);
  return `${what.replaceAll("_", " ")}${whose.at(-1) ?? ""}`;
}
