// A running game: told of each new event as it is stored (server-sent events, read with fetch because of the key).

const FIRST_WAIT = 2000;
const LONGEST_WAIT = 30000;

/** `tell()` of each event behind `after` until the game is over, and of being back after the stream was `cut()` off. */
export async function follow(game, key, after, { tell, cut }, signal) {
  let [seen, wait, isBack] = [after, FIRST_WAIT, false];
  while (!signal.aborted) {
    try {
      const headers = { ...key.headers, "Last-Event-ID": String(seen), Accept: "text/event-stream" };
      const answer = await fetch(`/v1/games/${game}/stream`, { headers, signal });
      if (answer.ok && isBack) tell();
      if (answer.status === 204) return;
      if (answer.ok) {
        for await (const position of positions(answer.body)) {
          [seen, wait] = [position, FIRST_WAIT];
          tell();
        }
      }
    } catch {
      if (signal.aborted) return;
      cut();
    }
    isBack = true;
    await new Promise((again) => setTimeout(again, wait));
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }
}

async function* positions(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (text + value).split("\n");
    text = lines.pop();
    for (const line of lines) if (line.startsWith("id: ")) yield Number(line.slice(4));
  }
}
