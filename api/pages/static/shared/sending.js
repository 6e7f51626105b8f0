// What is sent to be answered or recorded, with the key of this tab if it has one.

import { Trouble } from "./asking.js";

/** Post JSON to an address; an answer is `{ok, status, body}`, and none at all is a trouble that passes. */
export async function send(address, body, { key, headers = {}, signal }) {
  let answer;
  try {
    answer = await fetch(address, {
      method: "POST",
      headers: { ...key.headers, ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new Trouble(0, "the service does not answer");
  }
  return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => ({})) };
}

/** Acts of the one whose key this is: whoever asks twice because no answer came does it once. */
export class Acts {
  /** `address` is what the paths of acts stand behind. */
  constructor(address, key) {
    Object.assign(this, { address, key, names: new Map() });
  }

  /** Do something, on whatever has become of it or on a position; what is answered then. A trouble has the `problem`. */
  async act(path, body, on = "*") {
    const what = JSON.stringify([path, body]);
    if (!this.names.has(what)) this.names.set(what, unique());
    const headers = { "If-Match": on, "Idempotency-Key": this.names.get(what) };
    const { ok, status, body: told } = await send(`${this.address}${path}`, body, { key: this.key, headers });
    const trouble = new Trouble(status, told.detail || told.title || `status ${status}`);
    if (ok || !trouble.passes) this.names.delete(what);
    if (!ok) throw Object.assign(trouble, { problem: told });
    return told;
  }
}

/** A name that nobody else gives; `crypto.randomUUID` is not there without TLS. */
function unique() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
