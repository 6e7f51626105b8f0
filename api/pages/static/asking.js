// Questions to the service, asked with the key of this tab if it has one.

/** The key of a seat for this game: taken out of the fragment (#key=…), kept for the tab, shown nowhere again. */
export class Key {
  constructor(game) {
    this.slot = `oathbook key of ${game}`;
  }

  get value() {
    return sessionStorage.getItem(this.slot);
  }

  take(key) {
    sessionStorage.setItem(this.slot, key);
  }

  drop() {
    sessionStorage.removeItem(this.slot);
  }

  get headers() {
    return this.value ? { Authorization: `Bearer ${this.value}` } : {};
  }
}

/** A problem that the service answered (RFC 9457), or that it could not be asked. */
export class Trouble extends Error {
  constructor(status, says) {
    super(says);
    this.status = status;
  }
}

/** Ask for JSON below a game's address; a parameter without a value is left out. */
export async function ask(game, path, key, parameters = {}, signal = undefined) {
  const wanted = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  const query = wanted.length ? `?${new URLSearchParams(wanted)}` : "";
  let answer;
  try {
    answer = await fetch(`/v1/games/${game}${path}${query}`, { headers: key.headers, signal });
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new Trouble(0, "the service does not answer");
  }
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Trouble(answer.status, body.detail || body.title || `status ${answer.status}`);
  return body;
}
