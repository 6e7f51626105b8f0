// A window of scenes around where somebody looks. The page never holds more, however long the game.

/** Scenes that are kept at once. */
export const WINDOW = 160;
const FIRST = 24; // asked for when nothing is there: the step that is looked at, and a little around it
const AHEAD = 48; // scenes that are there on both sides before anybody needs them

export class Frames {
  /** `ask(from, to, signal)` answers a page of scenes. */
  constructor(ask) {
    this.ask = ask;
    this.held = new Map();
    this.fetching = null;
  }

  get size() {
    return this.held.size;
  }

  /** Forget all, as another one's view shows something else. */
  clear() {
    this.fetching?.abort();
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

  /** Bring the scenes that are needed now; at once where they are here. Says whether it had to ask. */
  async need(first, last, length) {
    let missing = first;
    while (missing <= last && this.held.has(missing)) missing += 1;
    if (missing > last) return false;
    this.fetching?.abort();
    this.fetching = new AbortController();
    const from = Math.max(1, Math.min(first, last - FIRST / 2));
    await this.bring(from, Math.min(length, Math.max(last, from + FIRST - 1)), last, this.fetching.signal);
    return true;
  }

  /** Bring what lies around a position, some at a time, nearest first, until enough is there. */
  async prepare(position, length) {
    this.fetching?.abort();
    const control = new AbortController();
    this.fetching = control;
    for (const [from, to] of [[position + 1, position + AHEAD], [position - AHEAD, position - 1]]) {
      const wanted = this.gap(Math.max(1, from), Math.min(length, to));
      if (wanted && !control.signal.aborted) await this.bring(...wanted, position, control.signal);
    }
  }

  /** From the first to the last that is missing between two positions; nothing where few are. */
  gap(first, last) {
    let missing = [];
    for (let each = first; each <= last; each += 1) if (!this.held.has(each)) missing.push(each);
    return missing.length ? [missing[0], missing.at(-1)] : null;
  }

  /** Bring these, and let go of what is furthest from the position that they are for. */
  async bring(from, to, position, signal) {
    const { scenes } = await this.ask(from, to, signal);
    signal.throwIfAborted(); // what another view asked for since must not be mixed with this
    let cells;
    for (const each of scenes) {
      cells = each.scene.cells ?? cells;
      each.scene.cells = cells;
      this.held.set(each.position, each);
    }
    this.trim(position);
  }

  trim(position) {
    const furthest = [...this.held.keys()].sort((a, b) => Math.abs(b - position) - Math.abs(a - position));
    for (const each of furthest.slice(0, Math.max(0, this.held.size - WINDOW))) this.held.delete(each);
  }
}
