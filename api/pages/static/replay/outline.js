// The outline of a game, which grows while the game runs.

/** An outline with what has come since. */
export function extendOutline(outline, more) {
  const begins = Object.fromEntries(Object.entries(more.begins).map(([unit, stops]) => [unit, [...outline.begins[unit], ...stops]]));
  const lists = Object.fromEntries(["steps", "marks", "scores", "promises", "corrections", "takebacks"].map((name) => [name, [...outline[name], ...more[name]]]));
  return { ...more, ...lists, begins };
}
