// The seats of a game: which ones are taken, and invitations for the others. Only the host's browser knows which are taken.

import { send } from "../shared/acts.js";
import { getOfGame, ServiceError } from "../shared/client.js";
import { forgetKeys, invitations, keepKeys, keptKeys } from "../shared/kept_keys.js";
import { make, playerText } from "../shared/make.js";
import { button, handOver, inviteLink, qrCode } from "./invitations.js";
import { makesDigests, newKey } from "./seat_keys.js";

const HOST = ""; // the name under which the host's key is kept
const AGAIN = 4_000; // milliseconds between two requests
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/; // addresses that mean the device itself

const page = document.getElementById("invite");
const at = (id) => document.getElementById(id);
const { game } = page.dataset;
const key = { headers: { Authorization: `Bearer ${keptKeys(game)[HOST]}` } };
const isHost = HOST in keptKeys(game);
const shown = new Map(); // the state that the page shows for each seat
let used = new Map(); // whether the key of each seat was used; null if that is not known

/** Ask the service which seats are taken, and show each seat. */
async function refresh() {
  if (isHost && !document.hidden) used = (await seats()) ?? used;
  for (const seat of used.keys()) if (used.get(seat) && seat in invitations(game)) forgetKeys(game, seat);
  const isAny = Object.keys(invitations(game)).length > 0;
  at("says").hidden = !isAny;
  at("none").hidden = isAny || used.size > 0;
  at("local").hidden = !isAny || !LOOPBACK.test(window.location.hostname);
  page.querySelector("ul").hidden = !at("none").hidden;
  for (const item of page.querySelectorAll("[data-name]")) await show(item);
  page.dataset.ready = "";
}

/** Returns for each seat whether its key was used; null if the request fails. */
async function seats() {
  try {
    const told = await getOfGame(game, "/seats", key);
    return new Map(told.seats.map((each) => [each.seat, each.used]));
  } catch (problem) {
    if (!(problem instanceof ServiceError)) throw problem;
    return null;
  }
}

/** Show one seat if its state has changed. */
async function show(item) {
  const { name, player } = item.dataset;
  const invited = invitations(game)[name];
  const state = `${used.get(name)} ${name in keptKeys(game)} ${invited}`;
  if (shown.get(name) === state) return;
  shown.set(name, state);
  const heading = item.querySelector("h2");
  const hadFocus = item.contains(document.activeElement);
  item.replaceChildren(heading, ...(await content(item, name, player, invited)));
  if (hadFocus) heading.focus();
}

async function content(item, name, player, invited) {
  const isFree = used.get(name) === false;
  const renew = isFree ? [button("New code", player, () => replace(item))] : [];
  if (name in keptKeys(game)) return [about("you, on this device")];
  if (used.get(name)) return [make("p", {}, playerText(player), " has sat down")];
  if (!invited) return [about(isFree ? "handed over; nobody has sat down yet" : "handed over"), ...renew];
  const forget = button("It is handed over: forget it here", player, () => {
    forgetKeys(game, name);
    show(item);
  });
  const link = inviteLink(game, invited);
  return [await qrCode(link, player), ...handOver(link, player), ...renew, make("p", {}, forget)];
}

const about = (says) => make("p", { class: "about", role: "status" }, says);

/** Give a seat a new key. The old code and link stop working. */
async function replace(item) {
  const { name } = item.dataset;
  const made = makesDigests() ? await newKey() : null;
  const { ok, body } = await send(`/v1/games/${game}/seats/${name}/key`, made ? { key: made.digest } : {}, { key }).catch(() => ({ ok: false, body: {} }));
  if (ok) keepKeys(game, { [name]: made?.key ?? body.key }, { invited: [name] });
  await refresh();
  if (!ok && !used.get(name)) item.append(about(body.detail ?? "The service did not answer. Press the button again."));
}

refresh();
if (isHost) setInterval(refresh, AGAIN);
