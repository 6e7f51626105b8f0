// Finds where a step leads: positions and stops in, a position out.

/** The nearest stop before or after a position (direction -1 or 1); the position itself if there is none. */
export function stop(stops, position, direction) {
  const found = direction > 0 ? stops[firstAbove(stops, position)] : stops[firstAbove(stops, position - 1) - 1];
  return found ?? position;
}

/** The last position of the step that a position belongs to. */
export function endOfStep(steps, position) {
  return steps[firstAbove(steps, position - 1)] ?? position;
}

/** The first position of the step that a position belongs to. */
export function startOfStep(steps, position) {
  return (steps[firstAbove(steps, position - 1) - 1] ?? 0) + 1;
}

/** The stops of a unit: rounds and turns replace each other, steps replace both; nothing in a game without phases. */
export function stopsBy(unit, { begins, steps }) {
  const wanted = { round: [begins.round, begins.turn, steps], turn: [begins.turn, begins.round, steps], phase: [begins.phase] };
  return unit === "step" ? steps : wanted[unit].find((stops) => stops.length);
}

function firstAbove(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
