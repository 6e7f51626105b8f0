// Patterns and glyphs that the page brings (shapes.html): a name from a scene chooses one of them, or none.

import { draw } from "../shared/make.js";

const GLYPH = 0.062; // of a radius, for one of the ten units of a glyph

/** Whether a colour has a pattern; others are not drawn. */
export function hasMotif(colour) {
  return document.getElementById(`pattern-${colour}`) !== null;
}

/** A shape filled with the pattern of a colour. */
export function withPattern(shape, colour) {
  return draw("g", { class: "motif", fill: `url(#pattern-${colour})` }, shape);
}

/** The glyph of that name for a piece of that radius, or undefined. */
export function glyphOf(name, radius) {
  const shape = document.getElementById(`glyph-${name}`)?.cloneNode();
  shape?.removeAttribute("id");
  return shape && draw("g", { transform: `scale(${radius * GLYPH})` }, shape);
}
