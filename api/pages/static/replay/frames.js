// A window of scenes around where somebody looks. The page never holds more, however long the game.

/** Scenes that are kept at once. */
export const WINDOW = 160;
const FIRST = 24; // asked for when nothing is there: the step that is looked at, and a little around it
const AHEAD = 60; // scenes that are there on both sides before anybody needs them
const NEAR = 30; // with fewer on a side, more are asked for

export class Frames {
  /** `ask(from, to, signal)` answers a page of scenes. */
  constructor(ask) {
    this.ask = ask;
    this.held = new Map();
    this.fetching = null;
    this.preparing = null;
    this.middle = 1;
  }

  get size() {
    return this.held.size;
  }

  /** Forget all, as another one's view shows something else. */
  clear() {
    this.fetching?.control.abort();
    this.held.clear();
  }

  get(position) {
    return this.held.get(position);
  }

  /** The scenes from one position to another, as far as they are there. */
  between(first, last) {
    const found = [];
    for (let each = first; each <= last; each += 1) if (this.held.has(each)) found.push(this.held.get(each));
    return found;
  }

  /**
   * Bring the scenes that are needed now; at once where they are here. Says whether it had to ask.
   *
   * What is on its way and lies near is waited for, so that presses faster than answers do not keep any from coming;
   * what is far from what is needed now is given up.
   */
  async need(first, last, length) {
    this.middle = last;
    let gap = this.gap(first, last);
    while (gap && this.fetching && distance(this.fetching, gap) <= AHEAD) {
      await landed(this.fetching);
      gap = this.gap(first, last);
    }
    if (!gap) return false;
    this.fetching?.control.abort();
    await this.fetch(...this.wanted(gap, length));
    return true;
  }

  /** What is asked for when these are needed: on from what is there, or a little around them. */
  wanted([first, last], length) {
    if (this.held.has(first - 1)) return [first, Math.min(length, Math.max(last, first + AHEAD - 1))];
    if (this.held.has(last + 1)) return [Math.max(1, Math.min(first, last - AHEAD + 1)), last];
    const from = Math.max(1, Math.min(first, last - FIRST / 2));
    return [from, Math.min(length, Math.max(last, from + FIRST - 1))];
  }

  /** Bring what lies around a position until enough is there. Says whether it did: where it is at it, it goes on. */
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
      if (this.fetching) await landed(this.fetching);
      else if (!(await this.fetch(...gap))) return; // or it would ask for ever for what nobody has
    }
  }

  /** From where to where more should be there on a side of the position, if few are. */
  lacking() {
    const { position, length } = this.around;
    const ahead = this.gap(position + 1, Math.min(length, position + AHEAD));
    if (ahead && ahead[0] - position <= NEAR) return ahead;
    const behind = this.gap(Math.max(1, position - AHEAD), position - 1);
    return behind && position - behind[1] <= NEAR ? behind : null;
  }

  /** From the first to the last that is missing between two positions; nothing where all are there. */
  gap(first, last) {
    const missing = [];
    for (let each = first; each <= last; each += 1) if (!this.held.has(each)) missing.push(each);
    return missing.length ? [missing[0], missing.at(-1)] : null;
  }

  /** Ask for these; there is one such question at a time. Says how many came. */
  fetch(from, to) {
    const control = new AbortController();
    const fetching = { from, to, control };
    this.fetching = fetching;
    fetching.done = this.bring(from, to, control.signal).finally(() => {
      if (this.fetching === fetching) this.fetching = null;
    });
    return fetching.done;
  }

  /** Bring these, and let go of what is furthest from where somebody looks. */
  async bring(from, to, signal) {
    const { scenes } = await this.ask(from, to, signal);
    signal.throwIfAborted(); // what another view asked for since must not be mixed with this
    let cells;
    for (const each of scenes) {
      cells = each.scene.cells ?? cells;
      each.scene.cells = cells;
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

/** How far what is on its way is from what is needed. */
function distance({ from, to }, [first, last]) {
  return Math.max(0, from - last, first - to);
}

/** Somebody else's question has been answered or has failed; whoever waited for it only gives up where it was given up. */
function landed({ done }) {
  return done.catch((problem) => {
    if (problem.name === "AbortError") throw problem;
  });
}
