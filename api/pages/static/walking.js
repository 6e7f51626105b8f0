// Where a step leads: positions and stops in, a position out.

/** The nearest stop before or behind a position (direction -1 or 1); the position itself where there is none. */
export function stop(stops, position, direction) {
  const found = direction > 0 ? stops[firstAbove(stops, position)] : stops[firstAbove(stops, position - 1) - 1];
  return found ?? position;
}

/** Where the step ends that a position belongs to. */
export function endOfStep(steps, position) {
  return steps[firstAbove(steps, position - 1)] ?? position;
}

/** Where the step begins that a position belongs to. */
export function startOfStep(steps, position) {
  return (steps[firstAbove(steps, position - 1) - 1] ?? 0) + 1;
}

/** What the game counts by: its rounds, or its turns where it has no rounds, or its steps where it has neither. */
export function stopsBy(unit, outline) {
  const { begins, steps } = outline;
  const wanted = { round: [begins.round, begins.turn], turn: [begins.turn, begins.round], phase: [begins.phase] }[unit];
  return wanted?.find((stops) => stops.length) ?? steps;
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
