// Lights up on the board and beside it what stands for candidates.

export class Lights {
  /** `parts` are parts of the page, each with an element that has a class while anything in the part is lit. */
  constructor(drawing, parts) {
    Object.assign(this, { drawing, parts, lit: new Map() });
  }

  /** A light is the chip once more, or leads to several. */
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
