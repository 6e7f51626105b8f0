// The viewer of a dispute: an arbiter, a seat of its game, or the public.

import { ARBITER, Key, WRONG_KEY } from "../shared/client.js";
import { withStorage } from "../shared/storage.js";
import { viewerName } from "../shared/names.js";

/** What an arbiter is called as a viewer. */
export const ARBITERS = "arbiter:";

const NAME = "oathbook name of the arbiter";

/** The name of the arbiter whose key this tab has, once a dispute has told it. */
export function arbiter() {
  return withStorage(({ sessionStorage }) => sessionStorage.getItem(NAME));
}

export class Party {
  /** The keys of this tab: that of an arbiter goes before that of a seat of this game. */
  constructor(game) {
    this.keys = [new Key(ARBITER), new Key(game)];
    this.tried = null;
  }

  get key() {
    return this.tried ?? this.keys.find((each) => each.value) ?? this.keys.at(-1);
  }

  get headers() {
    return this.key.headers;
  }

  /** Use a new key; the answer will say whether it is of a seat or of an arbiter. */
  take(value) {
    this.tried = new Key("");
    this.tried.take(value);
  }

  /** The answer for this viewer, and whether a key was refused, which is then forgotten. */
  async met(ask) {
    let wasRefused = false;
    for (;;) {
      try {
        const told = await ask(this);
        this.keep(told);
        return { told, wasRefused };
      } catch (problem) {
        if (!WRONG_KEY.includes(problem.status) || !this.key.value) throw problem;
        this.drop();
        wasRefused = true;
      }
    }
  }

  /** The service has said whose key it is. */
  keep({ as: viewer, you }) {
    if (you?.arbiter) withStorage(({ sessionStorage }) => sessionStorage.setItem(NAME, you.arbiter));
    if (!this.tried) return;
    const kept = this.keys[viewer === ARBITERS ? 0 : 1];
    kept.take(this.tried.value);
    kept.keep();
    if (viewer !== ARBITERS) this.dropArbiter(); // or the seat would never be asked for
    this.tried = null;
  }

  /** Forget the key that is asked with. */
  drop() {
    if (this.tried) this.tried = null;
    else if (this.key === this.keys[0]) this.dropArbiter();
    else this.key.drop();
  }

  dropArbiter() {
    this.keys[0].drop();
    withStorage(({ sessionStorage }) => sessionStorage.removeItem(NAME));
  }
}

/** Who that is, in words. */
export function viewerWords(viewer) {
  return viewer === ARBITERS ? "an arbiter" : viewerName(viewer);
}

/** The name of a party that did something in a dispute. */
export function actorName({ seat, arbiter }) {
  return arbiter ?? viewerName(seat);
}
