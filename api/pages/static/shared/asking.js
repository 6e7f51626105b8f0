// Questions to the service, asked with the key of this tab if it has one.

import { stored } from "./storing.js";

/**
 * The key of a seat for this game: taken out of the fragment (#key=…), kept for the tab, shown nowhere again.
 * That of an arbiter, who is one in every game, is kept under `ARBITER` instead.
 * Where the browser keeps nothing it is held until a reload.
 */
export class Key {
  constructor(game) {
    this.slot = `oathbook key of ${game}`;
    this.kept = stored(({ sessionStorage }) => sessionStorage.getItem(this.slot));
    this.tried = null;
  }

  get value() {
    return this.tried ?? this.kept;
  }

  /** Ask with another key, until it is kept or dropped. */
  take(key) {
    this.tried = key;
  }

  /** The service has answered with it. */
  keep() {
    if (this.tried === null) return;
    [this.kept, this.tried] = [this.tried, null];
    stored(({ sessionStorage }) => sessionStorage.setItem(this.slot, this.kept));
  }

  /** Forget the one that was tried, and be back at the one before; or else that one. */
  drop() {
    if (this.tried === null) {
      this.kept = null;
      stored(({ sessionStorage }) => sessionStorage.removeItem(this.slot));
    }
    this.tried = null;
  }

  get headers() {
    return this.value ? { Authorization: `Bearer ${this.value}` } : {};
  }
}

/** Where the key of an arbiter is kept: no game is called so. */
export const ARBITER = "arbiter";

/** A problem that the service answered (RFC 9457), or that it could not be asked. */
export class Trouble extends Error {
  constructor(status, says) {
    super(says);
    this.status = status;
  }

  /** Whether it may be over when one asks again. */
  get passes() {
    return passes(this.status);
  }
}

/** Whether an answer of this status may be another one later; 0 is none at all. */
export function passes(status) {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** How the service answers what is no key of this game, or nothing that could be one. */
export const WRONG_KEY = [400, 401, 422];

/** What the service says to whoever asks, and whether it refused a key; that key is forgotten then. */
export async function met(game, key) {
  try {
    const head = await ask(game, "", key);
    key.keep();
    return { head, wasRefused: false };
  } catch (problem) {
    if (!WRONG_KEY.includes(problem.status) || !key.value) throw problem;
    key.drop();
    return { ...(await met(game, key)), wasRefused: true };
  }
}

/** Ask for JSON below a game's address; a parameter without a value is left out. */
export function ask(game, path, key, parameters = {}, signal = undefined) {
  return asked(`/v1/games/${game}${path}`, key, parameters, signal);
}

/** The same of any address of the service. */
export async function asked(address, key, parameters = {}, signal = undefined) {
  const wanted = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  const query = wanted.length ? `?${new URLSearchParams(wanted)}` : "";
  let answer;
  try {
    answer = await fetch(`${address}${query}`, { headers: key.headers, signal });
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new Trouble(0, "the service does not answer");
  }
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Trouble(answer.status, body.detail || body.title || `status ${answer.status}`);
  return body;
}
