// The table, drawn from shapes alone: cells and pieces as SVG, and in words beside it what lies there.

import { draw, make, playerText, provenanceLink } from "../shared/make.js";
import { glyphOf, hasMotif, withPattern } from "./shapes.js";
import { changedIds, holdings, trayElement } from "./trays.js";

const SIDE = { hex: 6, square: 4 };
const RADIUS = { hex: 577, square: 707 }; // thousandths of a step, from the middle to a corner
const TURN = { hex: -90, square: -45 };
const ROOM = { top: -95, width: 720, height: 470 }; // of a cell, for pieces: below its name
const NAME = { size: 210, double: 190, width: 850, top: 560 }; // of a cell: in a line or two, the upper of which has less room
const MARK = { few: { size: 190, apart: 222 }, many: { size: 125, apart: 175 }, alone: { size: 420, apart: 0 }, middle: 180, higher: 120, side: 3.4 }; // of a cell: a line a word, within its sides
const LARGEST = 200; // the radius of a piece that stands alone
const GREAT = { radius: 270, down: 130 }; // and of one in a cell that is known by its coordinates alone
const BARE = { radius: 340, down: 0, top: -ROOM.height / 2 }; // or in which no name is written
const SHRUNK = 0.82; // a text that is too wide becomes smaller, but no smaller than this; then it becomes narrower
const FONT = '100px ui-sans-serif, system-ui, "DejaVu Sans", sans-serif'; // as in table.css
const HELD = 250; // milliseconds: steps that come faster than this are those of a key that is held

export class Drawing {
  /** `seat` gives the number of a seat, `player` its name; `board` is drawn; `table` holds the players' tables `held`, the lists `pieces`, `trays` and `spaces`, the last of marked cells, within `marked`. */
  constructor({ board, table, held, pieces, trays, marked, spaces, seat, player }) {
    Object.assign(this, { board, table, held, pieces, trays, marked, spaces, seat, player, cells: null, grounds: new Map(), tokens: new Map(), shown: 0 });
    this.standing = draw("g");
    this.ways = draw("g");
  }

  /** Show a scene; pieces and stacks that are not as on the one before are marked. */
  show(scene, before) {
    if (this.cells === null || (scene.cells !== this.cells && !alike(scene.cells, this.cells))) this.lay(scene.cells);
    this.cells = scene.cells;
    this.scene = scene;
    const news = changedIds(scene.pieces, before?.pieces);
    const there = new Map(scene.cells.map((cell) => [cell.id, cell]));
    this.stand(scene, there, news, before);
    const taken = new Set(scene.pieces.map((piece) => piece.cell));
    for (const [cell, ground] of this.grounds) ground.classList.toggle("taken", taken.has(cell));
    this.pieces.replaceChildren(...scene.pieces.map((piece, index) => pieceItem(piece, index, { there, seat: this.seat(piece.seat), isNew: news.has(piece.id) })));
    const trays = scene.trays.map((tray, index) => ({ ...tray, index }));
    this.held.replaceChildren(...holdings(trays, before?.trays, this));
    this.trays.replaceChildren(...trays.filter(({ kind }) => kind !== "counts").map((tray) => trayElement(tray, before?.trays)));
  }

  /** What is drawn for a light of this scene, on the board and in words beside it. */
  drawnFor({ cell, piece, tray, stack }) {
    if (cell !== undefined) return [this.grounds.get(cell)];
    const number = indexOf(this.scene.trays, tray);
    const since = piece !== undefined ? `pieces.${indexOf(this.scene.pieces, piece)}.since` : stack === undefined ? `trays.${number}.since` : `trays.${number}.stacks.${indexOf(this.scene.trays[number].stacks, stack)}`;
    const found = [this.board, this.table].flatMap((part) => [...part.querySelectorAll(`[data-since="${since}"]`)]);
    return found.map((each) => each.closest(".piece, li, td, th, h3")).filter(Boolean);
  }

  lay(cells) {
    this.board.toggleAttribute("hidden", cells.length === 0);
    if (!cells.length) this.spread();
    const marked = cells.map((cell, index) => ({ ...cell, name: nameOf(cell), since: `cells.${index}` })).filter((cell) => cell.mark);
    this.marked.toggleAttribute("hidden", marked.length === 0);
    this.spaces.replaceChildren(...marked.map(({ name, mark, since }) => make("li", {}, provenanceLink(since, `${name}: ${mark}`))));
    if (!cells.length) return;
    const xs = cells.map((cell) => cell.x);
    const ys = cells.map((cell) => cell.y);
    const [left, top] = [Math.min(...xs) - 600, Math.min(...ys) - 600];
    this.board.setAttribute("viewBox", `${left} ${top} ${Math.max(...xs) - left + 600} ${Math.max(...ys) - top + 600}`);
    this.grounds = new Map(cells.map((cell, index) => [cell.id, space(cell, index, this.seat(cell.seat))]));
    this.board.replaceChildren(draw("g", {}, ...this.grounds.values()), this.ways, this.standing);
  }

  /** Without a board, what lies on the table has its place. */
  spread() {
    this.board.after(this.table);
    this.table.hidden = false;
    document.querySelector(`[aria-controls="${this.table.id}"]`).hidden = true;
  }

  /** Put every piece where it stands: one that was there before goes there, and an arrow says from where. */
  stand(scene, there, news, before) {
    const [places, then] = [piecePlaces(scene.pieces, this.grounds), piecePlaces(before?.pieces ?? [], this.grounds)];
    const now = performance.now();
    for (const each of [this.standing, this.trays]) each.classList.toggle("still", now - this.shown < HELD);
    this.shown = now;
    const shown = [];
    for (const [index, piece] of scene.pieces.entries()) {
      const at = places.get(piece.id);
      if (!at) continue;
      const token = this.tokens.get(piece.id) ?? draw("g");
      dress(token, piece, { since: `pieces.${index}.since`, radius: at.radius, at: nameOf(there.get(piece.cell)), seat: this.seat(piece.seat), isNew: news.has(piece.id) });
      token.style.transform = `translate(${at.x}px, ${at.y}px)`;
      shown.push([piece.id, token]);
    }
    this.tokens = new Map(shown);
    for (const token of [...this.standing.children]) if (!shown.some(([, each]) => each === token)) token.remove();
    for (const [, token] of shown) if (token.parentNode !== this.standing) this.standing.append(token);
    const went = scene.pieces.filter((piece) => before?.pieces.some((each) => each.id === piece.id && each.cell !== piece.cell));
    this.ways.replaceChildren(...went.filter(({ id }) => then.has(id) && places.has(id)).map(({ id }) => way(then.get(id), places.get(id))));
  }
}

function indexOf(all, id) {
  return all.findIndex((each) => each.id === id);
}

/** Where each piece stands: side by side with the others of its cell, in the room below the cell's name. */
function piecePlaces(pieces, grounds) {
  const there = new Map();
  for (const { id, cell } of pieces) if (grounds.has(cell)) there.set(cell, [...(there.get(cell) ?? []), id]);
  return new Map([...there].flatMap(([cell, ids]) => row(ids, grounds.get(cell))));
}

function row(ids, ground) {
  const { x, y } = ground.dataset;
  const bare = ground.classList.contains("bare");
  const { radius: great, down } = bare ? BARE : GREAT;
  if (ids.length === 1 && !ground.classList.contains("named")) return [[ids[0], { x: Number(x), y: Number(y) + down, radius: great }]];
  const columns = Math.max(1, Math.round(Math.sqrt((ids.length * ROOM.width) / ROOM.height)));
  const lines = Math.ceil(ids.length / columns);
  const [wide, high] = [ROOM.width / columns, ROOM.height / lines];
  const radius = Math.min(LARGEST, Math.min(wide, high) / 2 - 8);
  return ids.map((id, index) => {
    const line = Math.floor(index / columns);
    const inLine = Math.min(columns, ids.length - line * columns);
    const left = (index % columns) - (inLine - 1) / 2;
    return [id, { x: Number(x) + left * wide, y: Number(y) + (bare ? BARE : ROOM).top + high * (line + 0.5), radius }];
  });
}

/** A bent arrow from where a piece stood to the edge of where it stands. */
function way(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const bend = { x: (from.x + to.x) / 2 + dy * 0.18, y: (from.y + to.y) / 2 - dx * 0.18 };
  const [ex, ey] = [to.x - bend.x, to.y - bend.y].map((each) => each / Math.hypot(to.x - bend.x, to.y - bend.y));
  const tip = { x: to.x - ex * (to.radius + 60), y: to.y - ey * (to.radius + 60) };
  const end = { x: tip.x - ex * 130, y: tip.y - ey * 130 };
  const head = [tip, { x: end.x - ey * 75, y: end.y + ex * 75 }, { x: end.x + ey * 75, y: end.y - ex * 75 }];
  return draw(
    "g",
    { class: "way" },
    draw("path", { d: `M${points([from])} Q${points([bend])} ${points([end])}` }),
    draw("polygon", { points: points(head) }),
  );
}

function points(all) {
  return all.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(" ");
}

function space(cell, index, seat) {
  const words = cell.mark.split(" ").filter(Boolean);
  const written = cell.label ?? cell.id;
  const kind = /\p{L}{2}/u.test(written) ? " named" : written ? "" : " bare";
  const coloured = hasMotif(cell.colour);
  return draw(
    "g",
    { class: `cell${kind}`, "data-colour": coloured && cell.colour, "data-x": cell.x, "data-y": cell.y, "data-mark": cell.mark.replaceAll(",", "") || false, "data-since": cell.mark ? `cells.${index}` : false },
    draw("title", {}, cell.mark ? `${nameOf(cell)}: ${cell.mark}` : nameOf(cell)),
    draw("polygon", { points: around(cell, 14) }),
    ...(coloured ? [withPattern(draw("polygon", { points: around(cell, 20) }), cell.colour)] : []),
    ...(seat === false ? [] : [draw("polygon", { class: "held", "data-seat": seat, points: around(cell, 40) })]),
    ...below(words, cell, kind),
    ...(kind === " named" ? [title(written, cell)] : kind ? [] : [fittedText(written, 120, 780, { class: "id", x: cell.x, y: cell.y - 235 })]),
  );
}

/** What a cell is called in words. */
function nameOf({ id, label }) {
  return label || id;
}

/** The words of a cell below its name: the lower a line, the nearer the sides come to each other. */
function below(words, { x, y, shape, mark }, kind) {
  const { size, apart } = kind === " bare" && mark.length < 3 ? MARK.alone : words.length > 2 ? MARK.many : MARK.few;
  const middle = kind === " bare" ? size * 0.36 : words.length > 1 && !kind ? MARK.higher : MARK.middle;
  return words.map((word, line) => {
    const down = middle + apart * (line - (words.length - 1) / 2);
    const most = shape === "hex" ? Math.min(NAME.width, MARK.side * (RADIUS.hex - 60 - down - size / 5)) : NAME.width;
    return fittedText(word, size, most, { class: "mark", x, y: y + down });
  });
}

/** The name of a cell: a line a word, as far as two lines go. */
function title(name, { x, y }) {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").split(" ");
  const half = Math.floor(words.length / 2);
  const lines = [words.slice(0, half), words.slice(half)].filter((each) => each.length).map((each) => each.join(" "));
  const size = lines.length === 1 ? NAME.size : NAME.double;
  const line = (text, index) => {
    const last = index === lines.length - 1;
    return draw("tspan", { x, y: y - (lines.length === 1 ? 205 : last ? 150 : 315), ...narrowing(text, size, last ? NAME.width : NAME.top) }, last ? text : `${text} `);
  };
  return draw("text", { class: "id", "font-size": size }, ...lines.map(line));
}

function around({ x, y, shape }, inset) {
  const corners = Array.from({ length: SIDE[shape] }, (_, number) => {
    const angle = ((TURN[shape] + (number * 360) / SIDE[shape]) * Math.PI) / 180;
    return { x: x + (RADIUS[shape] - inset) * Math.cos(angle), y: y + (RADIUS[shape] - inset) * Math.sin(angle) };
  });
  return points(corners);
}

/** A text of that size, narrower where it would be wider than it may be. */
function fittedText(text, size, most, attributes) {
  return draw("text", { ...attributes, "font-size": size, ...narrowing(text, size, most) }, text);
}

function narrowing(text, size, most) {
  const wide = (textWidth(text) * size) / 100;
  if (wide <= most) return {};
  return { "font-size": Math.round(Math.max(size * SHRUNK, (size * most) / wide)), textLength: most, lengthAdjust: "spacingAndGlyphs" };
}

const rulers = [];

/** How wide a text is in letters of a height of 100. */
function textWidth(text) {
  if (!rulers.length) rulers.push(Object.assign(document.createElement("canvas").getContext("2d"), { font: FONT }));
  return rulers[0].measureText(text).width;
}

function dress(token, piece, { since, radius, at, seat, isNew }) {
  token.setAttribute("class", isNew ? "piece new" : "piece");
  token.setAttribute("data-since", since);
  if (seat !== false) token.setAttribute("data-seat", seat);
  const colour = ownColour(piece, seat);
  if (colour) token.dataset.colour = colour;
  else delete token.dataset.colour;
  token.replaceChildren(
    draw("title", {}, [piece.label, at, ...piece.notes].join(", ")),
    ...(isNew ? [draw("circle", { class: "halo", r: radius * 1.15 })] : []),
    ...emblem(piece, seat, radius),
  );
}

/** The colour that a piece has because it is nobody's, if there is a pattern for it. */
function ownColour({ colour }, seat) {
  return seat === false && hasMotif(colour) && colour;
}

/** The body of a piece with its glyph or mark on it. */
function emblem(piece, seat, radius) {
  const colour = ownColour(piece, seat);
  const size = radius * (piece.mark.length > 2 ? 0.7 : piece.mark.length > 1 ? 0.92 : 1.1);
  return [
    figure(seat, radius),
    ...(colour ? [withPattern(draw("circle", { r: radius * 0.95 }), colour)] : []),
    glyphOf(piece.glyph, radius) ?? draw("text", { y: size * 0.36, "font-size": size }, piece.mark),
  ];
}

/** The shape of a player's pieces, by the number of the seat: as the player's mark elsewhere on the page. */
function figure(seat, radius) {
  const shape = (Number(seat) + Math.floor(seat / 8)) % 4;
  const side = radius * 0.88;
  if (shape === 1) return draw("rect", { class: "body", x: -side, y: -side, width: 2 * side, height: 2 * side, rx: side / 6 });
  if (shape === 2) return draw("polygon", { class: "body", points: `0,${-radius} ${radius},0 0,${radius} ${-radius},0` });
  if (shape === 3) return draw("polygon", { class: "body", points: around({ x: 0, y: 0, shape: "hex" }, RADIUS.hex - radius) });
  return draw("circle", { class: "body", r: radius });
}

/** Where a piece is, as far as there is a board to be on. */
function place(piece, there) {
  if (!there.size) return "";
  return piece.cell === null ? ", off the board" : `, at ${there.has(piece.cell) ? nameOf(there.get(piece.cell)) : piece.cell}`;
}

function pieceItem(piece, index, { there, seat, isNew }) {
  const mark = there.get(piece.cell)?.mark;
  const notes = piece.notes.flatMap((note, number) => [number ? ", " : ": ", provenanceLink(`pieces.${index}.notes.${number}`, note)]);
  return make(
    "li",
    { class: isNew ? "new" : false },
    tag(piece, seat),
    provenanceLink(`pieces.${index}.since`, make("b", {}, playerText(piece.label)), place(piece, there)),
    mark ? `, ${mark}` : "",
    ...notes,
  );
}

/** A piece as it is known in a line of text: drawn where its mark does not say all. */
function tag(piece, seat) {
  const is = { "data-seat": seat, "aria-hidden": "true" };
  const colour = ownColour(piece, seat);
  if (!colour && !glyphOf(piece.glyph, 100)) return make("span", { class: "tag", ...is }, piece.mark);
  return make("span", { class: "tag drawn", ...is }, draw("svg", { class: "piece", "data-colour": colour, viewBox: "-106 -106 212 212" }, ...emblem(piece, seat, 100)));
}

function alike(one, other) {
  return one.length === other.length && JSON.stringify(one) === JSON.stringify(other);
}
