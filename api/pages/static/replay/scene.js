// The table, drawn from shapes alone: cells and pieces as SVG, and in words beside it what lies there.

import { draw, make, name, traced } from "../shared/make.js";

const SIDE = { hex: 6, square: 4 };
const RADIUS = { hex: 577, square: 707 }; // thousandths of a step, from the middle to a corner
const TURN = { hex: -90, square: -45 };
const AROUND = 220; // how far from the middle several pieces of a cell stand

/** A piece's letter: its initial where all of them differ, A, B, C … otherwise. */
function tags(pieces) {
  const initials = pieces.map((piece) => piece.label.slice(0, 1).toUpperCase());
  const clear = new Set(initials).size === initials.length && initials.every((each) => /\p{L}/u.test(each));
  return new Map(pieces.map((piece, index) => [piece.id, clear ? initials[index] : letters(index)]));
}

function letters(index) {
  return index < 26 ? String.fromCharCode(65 + index) : letters(Math.floor(index / 26) - 1) + letters(index % 26);
}

export class Drawing {
  /** `board` is drawn; `table` holds the lists `pieces`, `trays` and `spaces`, the last of marked cells, within `marked`. */
  constructor({ board, table, pieces, trays, marked, spaces }) {
    Object.assign(this, { board, table, pieces, trays, marked, spaces, cells: null, grounds: new Map() });
    this.standing = draw("g");
  }

  /** Show a scene; pieces and stacks that are not as on the one before are marked. */
  show(scene, before) {
    if (this.cells === null || (scene.cells !== this.cells && !alike(scene.cells, this.cells))) this.lay(scene.cells);
    this.cells = scene.cells;
    const tag = tags(scene.pieces);
    const news = changed(scene.pieces, before?.pieces);
    const marks = new Map(scene.cells.map((cell) => [cell.id, cell.mark]));
    this.standing.replaceChildren(...this.stood(scene, tag, news));
    const taken = new Set(scene.pieces.map((piece) => piece.cell));
    for (const [cell, ground] of this.grounds) ground.classList.toggle("taken", taken.has(cell));
    this.pieces.replaceChildren(...scene.pieces.map((piece, index) => told(piece, index, { marks, tag: tag.get(piece.id), isNew: news.has(piece.id) })));
    this.trays.replaceChildren(...scene.trays.map((tray, index) => lies(tray, index, before?.trays)));
  }

  lay(cells) {
    this.board.toggleAttribute("hidden", cells.length === 0);
    if (!cells.length) this.spread();
    const marked = cells.map((cell, index) => ({ ...cell, since: `cells.${index}` })).filter((cell) => cell.mark);
    this.marked.toggleAttribute("hidden", marked.length === 0);
    this.spaces.replaceChildren(...marked.map(({ id, mark, since }) => make("li", {}, traced(since, `${id}: ${mark}`))));
    if (!cells.length) return;
    const xs = cells.map((cell) => cell.x);
    const ys = cells.map((cell) => cell.y);
    const [left, top] = [Math.min(...xs) - 620, Math.min(...ys) - 620];
    this.board.setAttribute("viewBox", `${left} ${top} ${Math.max(...xs) - left + 620} ${Math.max(...ys) - top + 620}`);
    this.grounds = new Map(cells.map((cell, index) => [cell.id, space(cell, index)]));
    this.board.replaceChildren(draw("g", {}, ...this.grounds.values()), this.standing);
  }

  /** Without a board, what lies on the table has its place. */
  spread() {
    this.board.after(this.table);
    this.table.hidden = false;
    document.querySelector(`[aria-controls="${this.table.id}"]`).hidden = true;
  }

  stood(scene, tag, news) {
    const cells = new Map(scene.cells.map((cell) => [cell.id, cell]));
    const there = new Map();
    for (const [index, piece] of scene.pieces.entries()) {
      if (cells.has(piece.cell)) there.set(piece.cell, [...(there.get(piece.cell) ?? []), { piece, since: `pieces.${index}.since` }]);
    }
    return [...there].flatMap(([cell, pieces]) =>
      pieces.map(({ piece, since }, index) => {
        const angle = (2 * Math.PI * index) / pieces.length;
        const away = pieces.length > 1 ? AROUND : 0;
        const { x, y } = cells.get(cell);
        const at = [x + Math.round(away * Math.sin(angle)), y - Math.round(away * Math.cos(angle))];
        const radius = pieces.length > 1 ? Math.min(200, away * Math.sin(Math.PI / pieces.length)) : 310;
        return token(piece, { since, tag: tag.get(piece.id), at, radius, isNew: news.has(piece.id) });
      }),
    );
  }
}

function space(cell, index) {
  const corners = Array.from({ length: SIDE[cell.shape] }, (_, number) => {
    const angle = ((TURN[cell.shape] + (number * 360) / SIDE[cell.shape]) * Math.PI) / 180;
    const reach = RADIUS[cell.shape] - 14;
    return `${Math.round(cell.x + reach * Math.cos(angle))},${Math.round(cell.y + reach * Math.sin(angle))}`;
  });
  const words = cell.mark.split(" ").filter(Boolean);
  return draw(
    "g",
    { class: "cell", "data-mark": cell.mark || false, "data-since": cell.mark ? `cells.${index}` : false },
    draw("title", {}, cell.mark ? `${cell.id}: ${cell.mark}` : cell.id),
    draw("polygon", { points: corners.join(" ") }),
    ...words.map((word, line) => {
      const y = cell.y + 60 + 190 * (line - (words.length - 1) / 2);
      return draw("text", { class: "mark", x: cell.x, y }, word);
    }),
    draw("text", { class: "id", x: cell.x, y: cell.y + 450 }, cell.id),
  );
}

function token(piece, { since, tag, at: [x, y], radius, isNew }) {
  return draw(
    "g",
    { class: isNew ? "piece new" : "piece", "data-colour": piece.colour, "data-since": since },
    draw("title", {}, said(piece)),
    ...(isNew ? [draw("circle", { class: "halo", cx: x, cy: y, r: radius + 70 })] : []),
    draw("circle", { cx: x, cy: y, r: radius }),
    draw("text", { x, y: y + radius * 0.36, "font-size": tag.length > 1 ? radius * 0.75 : radius }, tag),
  );
}

function said(piece) {
  return [`${piece.label} (${piece.colour})`, piece.cell ?? "off the board", ...piece.notes].join(", ");
}

/** Where a piece is, as far as there is a board to be on: `marks` are those of its cells. */
function place(piece, marks) {
  if (!marks.size) return "";
  return piece.cell === null ? ", off the board" : `, at ${piece.cell}`;
}

function told(piece, index, { marks, tag, isNew }) {
  const notes = piece.notes.flatMap((note, number) => [number ? ", " : ": ", traced(`pieces.${index}.notes.${number}`, note)]);
  return make(
    "li",
    { class: isNew ? "new" : false },
    make("span", { class: "tag", "data-colour": piece.colour, "aria-hidden": "true" }, tag),
    traced(`pieces.${index}.since`, make("b", {}, name(piece.label)), ` ${piece.colour}${place(piece, marks)}`),
    marks.get(piece.cell) ? `, ${marks.get(piece.cell)}` : "",
    ...notes,
  );
}

function lies(tray, index, before) {
  const then = before?.find((each) => each.id === tray.id);
  const news = changed(tray.stacks, then?.stacks ?? before);
  return make(
    "section",
    { class: "tray" },
    make("h3", {}, traced(`trays.${index}.since`, tray.label)),
    tray.stacks.length
      ? make("ul", {}, ...tray.stacks.map((stack, number) => lot(stack, `trays.${index}.stacks.${number}`, news.has(stack.id))))
      : make("p", { class: "about" }, traced(`trays.${index}.since`, "nothing")),
  );
}

function lot(stack, since, isNew) {
  const kind = `stack${stack.face_down ? " down" : ""}${isNew ? " new" : ""}`;
  const count = stack.count === 1 ? [] : [make("b", {}, `${stack.count} × `)];
  return make("li", { class: kind, "data-colour": stack.colour || false }, traced(since, ...count, stack.label));
}

/** The ids of what is not as it was before; none where there was no before. */
function changed(now, before) {
  if (!before) return new Set();
  const then = new Map(before.map((each) => [each.id, JSON.stringify(each)]));
  return new Set(now.filter((each) => then.get(each.id) !== JSON.stringify(each)).map((each) => each.id));
}

function alike(one, other) {
  return one.length === other.length && JSON.stringify(one) === JSON.stringify(other);
}
