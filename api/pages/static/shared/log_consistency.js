// Remembers what the log of the service was when it was shown last, and has it proved that it has only grown.

import { withRoot } from "./root.js";
import { withStorage } from "./storage.js";

const SLOT = "oathbook checkpoint of";
const CONTRADICTS = "oathbook contradiction of";

/** What is wrong with the log, in words, after another look at it; nothing if it goes on from what was shown before. */
export async function contradiction() {
  const answer = await fetch(withRoot("/log/checkpoint"));
  if (!answer.ok || !crypto.subtle) return "";
  const note = await answer.text();
  const now = parts(note);
  const kept = withStorage(({ localStorage }) => localStorage.getItem(`${SLOT} ${now.origin}`));
  if (!kept) return keep(now, note);
  const before = parts(kept);
  const [old, young] = before.size <= now.size ? [before, now] : [now, before];
  const proved = await isConsistent(old, young);
  if (proved === undefined) return "";
  if (proved) return young === now ? keep(now, note) : "";
  withStorage(({ localStorage }) => localStorage.setItem(`${CONTRADICTS} ${now.origin}`, `${kept}\n${note}`));
  return `The service contradicts itself: its log of ${now.size} entries does not go on from the one of ${before.size} that this browser was shown before. Both signed notes are kept in this browser.`;
}

function keep(now, note) {
  withStorage(({ localStorage }) => localStorage.setItem(`${SLOT} ${now.origin}`, note));
  return "";
}

/** The lines of a checkpoint. */
function parts(note) {
  const [origin, size, root] = note.split("\n");
  return { origin, size: Number(size), root };
}

/** Whether the larger tree begins with the smaller one (RFC 9162, 2.1.4.2); undefined if nobody answers now. */
async function isConsistent(old, young) {
  if (old.size === young.size) return old.root === young.root;
  const answer = await fetch(withRoot(`/log/consistency/${old.size}/${young.size}`));
  if (!answer.ok) return answer.status === 404 ? false : undefined;
  const path = (await answer.text()).split("\n").filter(Boolean);
  if ((old.size & (old.size - 1)) === 0) path.unshift(old.root);
  let [here, last] = [old.size - 1, young.size - 1];
  while (here & 1) [here, last] = [here >> 1, last >> 1];
  let [before, after] = [path[0], path[0]];
  for (const each of path.slice(1)) {
    if (!last) return false;
    if (here & 1 || here === last) {
      [before, after] = [await nodeHash(each, before), await nodeHash(each, after)];
      while (!(here & 1) && here) [here, last] = [here >> 1, last >> 1];
    } else {
      after = await nodeHash(after, each);
    }
    [here, last] = [here >> 1, last >> 1];
  }
  return last === 0 && before === old.root && after === young.root;
}

/** The hash of a node above two others. */
async function nodeHash(left, right) {
  const bytes = Uint8Array.from(`\u0001${atob(left)}${atob(right)}`, (each) => each.charCodeAt(0));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
