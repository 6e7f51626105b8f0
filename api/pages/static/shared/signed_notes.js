// Signed notes (c2sp.org/signed-note) and the keys that check them, by the browser's own Ed25519.

/** The name, the id and the bytes of a key in a line `name+id+key`; nothing if it is no key of Ed25519. */
export function keyOf(line) {
  const [, name, id, base64] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? [];
  const raw = base64 ? bytesOf(base64) : [];
  return raw.length === 33 && raw[0] === 1 ? { name, id, raw: raw.slice(1) } : null;
}

/** The text of a note, with its last line end, and its lines of signatures. */
export function noteParts(note) {
  const end = note.lastIndexOf("\n\n");
  return { text: note.slice(0, end + 1), signatures: note.slice(end + 2).split("\n") };
}

/** Whether this key has signed a note; undefined if this browser knows no Ed25519. */
export async function hasSigned(line, note) {
  const key = keyOf(line);
  if (!key) return false;
  let usable;
  try {
    usable = await crypto.subtle.importKey("raw", key.raw, "Ed25519", false, ["verify"]);
  } catch (problem) {
    return problem.name === "NotSupportedError" ? undefined : false;
  }
  const { text, signatures } = noteParts(note);
  for (const each of signatures) {
    const [dash, name, base64] = each.split(" ");
    if (dash !== "\u2014" || name !== key.name) continue;
    const raw = bytesOf(base64 ?? "");
    if ([...raw.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== key.id) continue;
    if (await crypto.subtle.verify("Ed25519", usable, raw.slice(4), new TextEncoder().encode(text))) return true;
  }
  return false;
}

/** The bytes of a text in base64; none if it is none. */
function bytesOf(base64) {
  try {
    return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
