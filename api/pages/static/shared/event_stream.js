// Follows a running game: server-sent events, read with fetch because of the key.

import { isTransient } from "./client.js";
import { withRoot } from "./root.js";
import { Backoff } from "./backoff.js";

/**
 * Call `tell()` for each event after `after` until the game is over, and again when a stream that was `cut()` is back.
 * `signed()` is called when the log of the service was signed. `refused(status)` ends it: asking again would give the same answer.
 */
export async function follow(game, key, after, { tell, signed, cut, refused }, signal) {
  const patience = new Backoff();
  let [seen, isBack] = [after, false];
  while (!signal.aborted) {
    try {
      const headers = { ...key.headers, "Last-Event-ID": String(seen), Accept: "text/event-stream" };
      const answer = await fetch(withRoot(`/v1/games/${game}/stream`), { headers, signal });
      if (answer.ok) {
        patience.reset();
        if (isBack) tell();
        if (answer.status === 204) return;
        for await (const position of positions(answer.body)) {
          if (position) [seen] = [position, tell()];
          else signed?.();
        }
      } else if (isTransient(answer.status)) {
        cut();
      } else {
        refused(answer.status);
        return;
      }
    } catch {
      if (signal.aborted) return;
      cut();
    }
    isBack = true;
    await patience.over();
  }
}

/** The position of each event; 0 for word of a checkpoint. */
async function* positions(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (text + value).split("\n");
    text = lines.pop();
    for (const line of lines) {
      if (line.startsWith("id: ")) yield Number(line.slice(4));
      else if (line === "event: checkpoint") yield 0;
    }
  }
}
