// A window of scenes around the shown position. The page never holds more, however long the game.

/** Scenes that are kept at once. */
export const WINDOW = 80;
const FIRST = 4; // scenes requested when nothing is there: the shown step, and a little around it
const AHEAD = 36; // scenes kept ready on both sides
const NEAR = 12; // with fewer on a side, more are requested
const QUIET = 250; // milliseconds after a leap: nothing is made ready around positions that are only passed

export class Frames {
  /** The scenes of a replay as `viewer` sees them. */
  constructor(replay, viewer) {
    Object.assign(this, { replay, viewer });
    this.held = new Map();
    this.fetching = null;
    this.preparing = null;
    this.middle = 1;
    this.leapt = -QUIET;
  }

  get size() {
    return this.held.size;
  }

  /** Forget all: another viewer sees other scenes. */
  clear() {
    this.fetching?.control.abort();
    this.held.clear();
  }

  get(position) {
    return this.held.get(position);
  }

  /** The scenes from one position to another that are here. */
  between(first, last) {
    const found = [];
    for (let each = first; each <= last; each += 1) if (this.held.has(each)) found.push(this.held.get(each));
    return found;
  }

  /**
   * Bring the scenes that are needed now, at once if they are here. Returns whether it had to ask.
   *
   * A pending request for scenes nearby is waited for, so that fast key presses do not cancel every answer; a request
   * for scenes far away is given up.
   */
  async need(first, last, length) {
    this.middle = last;
    let gap = this.gap(first, last);
    while (gap && this.fetching && distance(this.fetching, gap) <= AHEAD) {
      await requestEnd(this.fetching);
      gap = this.gap(first, last);
    }
    if (!gap) return false;
    this.fetching?.control.abort();
    this.leapt = performance.now();
    await this.fetch(...this.wanted(gap, length));
    return true;
  }

  /** What to request when these are needed: more after what is here, or a little around them. */
  wanted([first, last], length) {
    if (this.held.has(first - 1)) return [first, Math.min(length, Math.max(last, first + AHEAD - 1))];
    if (this.held.has(last + 1)) return [Math.max(1, Math.min(first, last - AHEAD + 1)), last];
    const from = Math.max(1, Math.min(first, last - FIRST / 2));
    return [from, Math.min(length, Math.max(last, from + FIRST - 1))];
  }

  /** Bring scenes around a position until enough are here. Returns whether it did; a running call just goes on. */
  async prepare(position, length) {
    this.around = { position, length };
    if (this.preparing) return false;
    this.preparing = this.fill();
    try {
      await this.preparing;
    } finally {
      this.preparing = null;
    }
    return true;
  }

  async fill() {
    for (let gap = this.lacking(); gap; gap = this.lacking()) {
      const rest = this.leapt + QUIET - performance.now();
      if (rest > 0) await new Promise((done) => setTimeout(done, rest));
      else if (this.fetching) await requestEnd(this.fetching);
      else if (!(await this.fetch(...gap))) return; // or it would ask for ever for what nobody has
    }
  }

  /** The range to request on a side of the position that has few scenes. */
  lacking() {
    const { position, length } = this.around;
    const ahead = this.gap(position + 1, Math.min(length, position + AHEAD));
    if (ahead && ahead[0] - position <= NEAR) return ahead;
    const back = this.gap(Math.max(1, position - AHEAD), position - 1);
    return back && position - back[1] <= NEAR ? back : null;
  }

  /** The first and the last missing scene between two positions; nothing if all are here. */
  gap(first, last) {
    const missing = [];
    for (let each = first; each <= last; each += 1) if (!this.held.has(each)) missing.push(each);
    return missing.length ? [missing[0], missing.at(-1)] : null;
  }

  /** Request these, one request at a time. Returns how many came. */
  fetch(from, to) {
    const control = new AbortController();
    const fetching = { from, to, control };
    this.fetching = fetching;
    fetching.done = this.bring(from, to, control.signal).finally(() => {
      if (this.fetching === fetching) this.fetching = null;
    });
    return fetching.done;
  }

  /** Bring these, and drop those furthest from the shown position. */
  async bring(from, to, signal) {
    const { scenes } = await this.replay.ask("/scenes", { from, to, as: this.viewer, ...this.replay.hiding.parameters }, signal);
    signal.throwIfAborted(); // what another view asked for since must not be mixed with this
    let before;
    for (const each of scenes) {
      each.scene.cells ??= before.cells;
      if (before) share(each.scene, before);
      before = each.scene;
      this.held.set(each.position, each);
    }
    this.trim();
    return scenes.length;
  }

  trim() {
    const furthest = [...this.held.keys()].sort((a, b) => Math.abs(b - this.middle) - Math.abs(a - this.middle));
    for (const each of furthest.slice(0, Math.max(0, this.held.size - WINDOW))) this.held.delete(each);
  }
}

/** Let a scene hold what is as it was before as the same objects: most of a table stays as it is from event to event. */
function share(scene, before) {
  for (const kind of ["pieces", "trays"]) {
    const then = new Map(before[kind].map((each) => [each.id, each]));
    scene[kind] = scene[kind].map((each) => (JSON.stringify(each) === JSON.stringify(then.get(each.id)) ? then.get(each.id) : each));
  }
}

/** How far the requested scenes are from the needed ones. */
function distance({ from, to }, [first, last]) {
  return Math.max(0, from - last, first - to);
}

/** Wait for another call's request to end; rethrow only if it was given up. */
function requestEnd({ done }) {
  return done.catch((problem) => {
    if (problem.name === "AbortError") throw problem;
  });
}
