// The steps before and after a position, as links.

import { sentence } from "../shared/happened.js";
import { make, refill } from "../shared/make.js";
import { endOfStep, startOfStep } from "../shared/walking.js";

const MOST = 8; // steps on either side

/** List the steps around a position in `list`, as far as their frames are here and not after `upto`. */
export function around(list, frames, { steps }, { position, upto }) {
  const here = steps.indexOf(endOfStep(steps, position));
  const items = steps.slice(Math.max(0, here - MOST), here + MOST + 1).flatMap((end) => {
    const last = Math.min(end, upto);
    const held = frames.between(startOfStep(steps, end), last);
    if (!held.length) return [];
    const link = make("a", { href: `#${last}`, "aria-current": end === steps[here] ? "true" : false }, sentence(held));
    return [make("li", { value: last }, link)];
  });
  if ([...list.children].every((each) => items.some((item) => item.isEqualNode(each)))) put(list, items);
  else refill(list, ...items);
}

/** Insert only the missing items, so that a focus or selection in the others stays. */
function put(list, items) {
  for (const [index, item] of items.entries()) {
    const there = list.children[index] ?? null;
    if (!there?.isEqualNode(item)) list.insertBefore(item, there);
  }
}
