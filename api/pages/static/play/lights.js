// Highlights the shapes on and beside the board that stand for the current choices.

export class Lights {
  /** `parts` are triples: a part of the page, and an element that gets a class while a shape in that part is highlighted. */
  constructor(drawing, parts) {
    Object.assign(this, { drawing, parts, lit: new Map() });
  }

  /** Highlight the shapes of these candidates. A click chooses the candidate of a shape, or focuses the first of several. */
  show(candidates) {
    for (const shape of this.lit.keys()) {
      shape.classList.remove("lit", "breach");
      shape.onclick = null;
    }
    this.lit = new Map();
    for (const each of candidates) for (const shape of each.lights.flatMap((light) => this.drawing.drawnFor(light))) this.lit.set(shape, [...(this.lit.get(shape) ?? []), each]);
    for (const [shape, found] of this.lit) {
      shape.classList.add("lit");
      shape.classList.toggle("breach", found.every(({ breaks }) => breaks));
      shape.onclick = () => found[0].choose(found.length === 1);
    }
    for (const [part, element, name] of this.parts) element.classList.toggle(name, [...this.lit.keys()].some((shape) => part.contains(shape)));
  }
}
