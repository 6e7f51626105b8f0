// Requests to the service, with the key of this tab if it has one.

import { withRoot } from "./root.js";
import { withStorage } from "./storage.js";

/** The event of the window when the service answers again that did not answer. */
export const ANSWERED = "answered";

let isSilent = false;

/**
 * The key of a seat for this game: taken out of the fragment (#key=…), kept for the tab, never shown again.
 * The key of an arbiter, who is one in every game, is kept under `ARBITER` instead.
 * If the browser stores nothing, the key is kept until a reload.
 */
export class Key {
  constructor(game) {
    this.slot = `oathbook key of ${game}`;
    this.kept = withStorage(({ sessionStorage }) => sessionStorage.getItem(this.slot));
    this.tried = null;
  }

  get value() {
    return this.tried ?? this.kept;
  }

  /** Use another key, until it is kept or dropped. */
  take(key) {
    this.tried = key;
  }

  /** Keep the tried key: the service has accepted it. */
  keep() {
    if (this.tried === null) return;
    [this.kept, this.tried] = [this.tried, null];
    withStorage(({ sessionStorage }) => sessionStorage.setItem(this.slot, this.kept));
  }

  /** Forget the tried key and return to the one before; without a tried key, forget the kept one. */
  drop() {
    if (this.tried === null) {
      this.kept = null;
      this.leave();
    }
    this.tried = null;
  }

  /** Be unknown to the page that is loaded next; what this one asks until then still needs the key. */
  leave() {
    withStorage(({ sessionStorage }) => sessionStorage.removeItem(this.slot));
  }

  get headers() {
    return this.value ? { Authorization: `Bearer ${this.value}` } : {};
  }
}

/** The slot of an arbiter's key: no game has this id. */
export const ARBITER = "arbiter";

/** A problem that the service answered (RFC 9457), or a request without an answer. */
export class ServiceError extends Error {
  constructor(status, says) {
    super(says);
    this.status = status;
  }

  /** Whether asking again may help. */
  get isTransient() {
    return isTransient(this.status);
  }
}

/** Whether a later answer may have another status; 0 means no answer. */
export function isTransient(status) {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** The answers to a key that is not of this game, or is no key at all. */
export const WRONG_KEY = [400, 401, 422];

/** The head of a game for this viewer, and whether the service refused a key, which is then forgotten. */
export async function getHead(game, key) {
  try {
    const head = await getOfGame(game, "", key);
    key.keep();
    return { head, wasRefused: false };
  } catch (problem) {
    if (!WRONG_KEY.includes(problem.status) || !key.value) throw problem;
    key.drop();
    return { ...(await getHead(game, key)), wasRefused: true };
  }
}

/** Request JSON below a game's address; a parameter without a value is left out. */
export function getOfGame(game, path, key, parameters = {}, signal = undefined) {
  return getJson(`/v1/games/${game}${path}`, key, parameters, signal);
}

/** The answer to a request, as of `fetch`; a `ServiceError` of status 0 where there is none. */
export async function request(address, options) {
  let answer;
  try {
    answer = await fetch(withRoot(address), options);
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    isSilent = true;
    throw new ServiceError(0, "the service does not answer");
  }
  if (isSilent) window.dispatchEvent(new Event(ANSWERED));
  isSilent = false;
  return answer;
}

/** JSON from any address of the service, as of a game. */
export async function getJson(address, key, parameters = {}, signal = undefined) {
  const wanted = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  const query = wanted.length ? `?${new URLSearchParams(wanted)}` : "";
  const answer = await request(`${address}${query}`, { headers: key.headers, signal });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ServiceError(answer.status, body.detail || body.title || `status ${answer.status}`);
  return body;
}

/** Ignore a request that was given up because the viewer went elsewhere. */
export function ignoreAbort(problem) {
  if (problem.name !== "AbortError") throw problem;
}
