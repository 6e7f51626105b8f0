// Sends requests to be answered or recorded, with the key of this tab if it has one.

import { request, ServiceError } from "./client.js";

/** Post JSON to an address and return `{ok, status, body}`; no answer at all is a trouble that passes. */
export async function send(address, body, { key, headers = {}, signal }) {
  const answer = await request(address, {
    method: "POST",
    headers: { ...key.headers, ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => ({})) };
}

/** Acts of a viewer; an act that is sent twice, because no answer came, is done once. */
export class Acts {
  /** `address` is the prefix of the paths of acts. */
  constructor(address, key) {
    Object.assign(this, { address, key, names: new Map() });
  }

  /** Do something, at the latest position or at the one given, and return the answer. A trouble has the `problem`. */
  async act(path, body, on = "*") {
    const what = JSON.stringify([path, body]);
    if (!this.names.has(what)) this.names.set(what, newId());
    const headers = { "If-Match": on, "Idempotency-Key": this.names.get(what) };
    const { ok, status, body: told } = await send(`${this.address}${path}`, body, { key: this.key, headers });
    const trouble = new ServiceError(status, told.detail || told.title || `status ${status}`);
    if (ok || !trouble.isTransient) this.names.delete(what);
    if (!ok) throw Object.assign(trouble, { problem: told });
    return told;
  }
}

/** A unique name; `crypto.randomUUID` needs TLS. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
