// Remembers which log this site showed last, and has it proved that it has only grown, or why it ended.

import { withRoot } from "./root.js";
import { hasSigned, keyOf, noteParts } from "./signed_notes.js";
import { withStorage } from "./storage.js";

const SITE = `${location.origin}${withRoot("/")}`;
const SLOT = `oathbook log of ${SITE}`;
const CONTRADICTS = `oathbook contradiction of ${SITE}`;
const DEMONSTRATION = /^oathbook-demo\//;
const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const ENDED = /^oathbook\/(rolled-back|ended)\/1\n/;

/** Whether the log is that of a demonstration here. Each run makes another one, so it is remembered apart, for this window. */
let isDemonstration = false;

/** What is wrong with the log, in words, after another look at it; nothing if it goes on from what was shown before. */
export async function contradiction() {
  const [answer, keys] = await Promise.all([fetch(withRoot("/log/checkpoint")), fetch(withRoot("/log/keys"))]);
  if (!answer.ok || !keys.ok || !crypto.subtle) return "";
  const note = await answer.text();
  const served = (await keys.text()).split("\n")[0];
  const now = parts(note);
  isDemonstration = DEMONSTRATION.test(now.origin) && THIS_MACHINE.test(location.hostname);
  const before = remembered();
  const isFirst = !before || (isDemonstration && parts(before.note).origin !== now.origin);
  if (isFirst) return (await isByKey(now, served)) ? keep({ note, key: served, ended: [] }) : unsigned(note);
  const then = parts(before.note);
  if (now.origin !== then.origin) return succeed(before, note);
  if (!(await isByKey(now, before.key))) return unsigned(note, before);
  const [old, young] = then.size <= now.size ? [then, now] : [now, then];
  const proved = await isConsistent(old, young);
  if (proved === undefined) return "";
  if (proved) return young === now ? keep({ ...before, note }) : "";
  const says = `The service contradicts itself: its log of ${now.size} entries does not go on from the one of ${then.size} that this browser was shown before.`;
  return convict(says, note, before);
}

/** Says which log ended last of those that this browser was shown here, as its keeper has signed; or nothing. */
export function endedLog() {
  const ended = remembered()?.ended ?? [];
  if (!ended.length) return "";
  const { name, why, at } = ended.at(-1);
  const earlier = ended.length > 1 ? ` ${ended.length - 1} ended before.` : "";
  return `The log ${short(name)} ended on ${at.slice(0, 10)}: ${why}.${earlier} The service goes on with another log.`;
}

/** The name of a log with the beginning of its number only; the whole name is in what the browser keeps. */
function short(name) {
  return name.replace(/([0-9a-f]{8})[0-9a-f]{24}/, "$1…");
}

function remembered() {
  const kept = withStorage((here) => JSON.parse(storageIn(here).getItem(SLOT)));
  return kept?.note && kept.key ? kept : null;
}

function storageIn({ localStorage, sessionStorage }) {
  return isDemonstration ? sessionStorage : localStorage;
}

function keep(memory) {
  withStorage((here) => storageIn(here).setItem(SLOT, JSON.stringify(memory)));
  return "";
}

function convict(says, note, before) {
  withStorage((here) => storageIn(here).setItem(CONTRADICTS, `${before.note}\n${note}`));
  return `${says} Both signed notes are kept in this browser.`;
}

function unsigned(note, before = undefined) {
  const says = "The service contradicts itself: its log is not signed with its key.";
  return before ? convict(says, note, before) : says;
}

/** Accept another log if statements lead to it, each signed with the key of the log that ended. */
async function succeed(before, note) {
  const now = parts(note);
  const answer = await fetch(withRoot("/log/statements"));
  const { statements } = answer.ok ? await answer.json() : { statements: [] };
  let [key, ended, last] = [before.key, [], parts(before.note)];
  for (const each of statements) {
    if (keyOf(key)?.name === now.origin) break;
    const { text } = noteParts(each);
    if (!ENDED.test(text) || !(await hasSigned(key, each))) continue;
    const [why, successor, at] = text.trimEnd().split("\n").slice(-3);
    if (last && !endsAt(text, last)) return convict(shortened(last), note, before);
    ended = [...ended, { name: keyOf(key).name, why, at }];
    [key, last] = [successor, null];
  }
  if (ended.length && keyOf(key)?.name === now.origin && (await hasSigned(key, note))) {
    return keep({ note, key, ended: [...before.ended, ...ended] });
  }
  const says = `This service now shows another log: ${short(now.origin)} in place of ${short(parts(before.note).origin)}, which did not say that it ended.`;
  return `${convict(says, note, before)} If you know why, remove the data of this site from your browser.`;
}

/** Whether a statement admits as much of its log as was shown here. */
function endsAt(text, shown) {
  const end = parts(text.slice(text.indexOf("\n") + 1));
  return end.origin === shown.origin && (end.size > shown.size || (end.size === shown.size && end.root === shown.root));
}

function shortened({ origin, size }) {
  return `The service contradicts itself: it says that the log ${short(origin)} ended with less than the ${size} entries that this browser was shown.`;
}

/** Whether a checkpoint is of the log of this key and signed with it, as far as this browser can tell. */
async function isByKey({ origin, note }, key) {
  return keyOf(key)?.name === origin && (await hasSigned(key, note)) !== false;
}

/** The lines of a checkpoint. */
function parts(note) {
  const [origin, size, root] = note.split("\n");
  return { origin, size: Number(size), root, note };
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
