// What lies beside the board: a table of what each player has, cards, cubes, and everything else as lists.

import { capital } from "../shared/names.js";
import { make, playerText, provenanceLink } from "../shared/make.js";

const MOST_CUBES = 12; // of one colour that are drawn; the number is always there

/** The tables of the players: one for the first counts of each, one for the second, and so on. */
export function holdings(trays, before, { seat, player }) {
  const tables = [];
  const had = new Map();
  for (const tray of trays.filter(({ kind }) => kind === "counts")) {
    const number = had.get(tray.seat) ?? 0;
    had.set(tray.seat, number + 1);
    (tables[number] ??= []).push(tray);
  }
  return tables.map((columns) => tableOf(columns, before, { seat, player }));
}

/** A column a player, a row a thing; a cell is empty where a player has no place for it. */
function tableOf(columns, before, { seat, player }) {
  const things = [...new Set(columns.flatMap(({ stacks }) => stacks.map(({ label }) => label)))];
  const heads = columns.map((tray) => make("th", { scope: "col", title: player(tray.seat) }, make("i", { class: "seat", "data-seat": seat(tray.seat), "aria-hidden": "true" }), provenanceLink(`trays.${tray.index}.since`, playerText(player(tray.seat)))));
  const rows = things.map((thing) => make("tr", {}, make("th", { scope: "row" }, capital(thing)), ...columns.map((tray) => cell(tray, thing, before))));
  return make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...heads)), make("tbody", {}, ...rows));
}

function cell(tray, thing, before) {
  const number = tray.stacks.findIndex(({ label }) => label === thing);
  if (number < 0) return make("td");
  const { id, count } = tray.stacks[number];
  const then = before?.find((each) => each.id === tray.id)?.stacks.find((each) => each.id === id)?.count ?? (before ? 0 : count);
  const change = count === then ? [] : [make("span", { class: "change" }, `${count > then ? "+" : "\u2212"}${Math.abs(count - then)}`)];
  return make("td", {}, provenanceLink(`trays.${tray.index}.stacks.${number}`, String(count)), ...change);
}

/** A tray with its stacks; those that are not as they were before are marked. */
export function trayElement(tray, before) {
  const then = before?.find((each) => each.id === tray.id);
  const news = changedIds(tray.stacks, then?.stacks ?? before);
  return make(
    "section",
    { class: "tray", "data-kind": tray.kind || false },
    make("h3", {}, provenanceLink(`trays.${tray.index}.since`, tray.label)),
    tray.stacks.length
      ? make("ul", {}, ...tray.stacks.map((stack, number) => lot(stack, { since: `trays.${tray.index}.stacks.${number}`, isNew: news.has(stack.id), kind: tray.kind })))
      : make("p", { class: "about" }, provenanceLink(`trays.${tray.index}.since`, "nothing")),
  );
}

function lot(stack, { since, isNew, kind }) {
  const looks = `stack${stack.face_down ? " down" : ""}${isNew ? " new" : ""}`;
  const count = stack.count === 1 ? [] : [make("b", {}, `${stack.count} × `)];
  const cubes = kind === "cubes" && stack.count <= MOST_CUBES ? [make("span", { class: "cubes", "aria-hidden": "true" }, ...Array.from({ length: stack.count }, () => make("i")))] : [];
  return make("li", { class: looks, "data-colour": stack.colour || false }, provenanceLink(since, ...count, stack.label), ...cubes);
}

/** The ids of what is not as it was before; none where there was no before. */
export function changedIds(now, before) {
  if (!before) return new Set();
  const then = new Map(before.map((each) => [each.id, asDrawn(each)]));
  return new Set(now.filter((each) => then.get(each.id) !== asDrawn(each)).map((each) => each.id));
}

/** Of a thing what is seen: not what it stands for where something is chosen. */
function asDrawn({ stands_for: _, ...thing }) {
  return JSON.stringify(thing);
}
