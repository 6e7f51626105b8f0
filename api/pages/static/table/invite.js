// The seats of a game to which this browser is to invite others.

import { forgetKeys, invitations, keptKeys } from "../shared/kept_keys.js";
import { make } from "../shared/make.js";
import { button, handOver, inviteLink, qrCode } from "./invitations.js";

const page = document.getElementById("invite");
const at = (id) => document.getElementById(id);
const { game } = page.dataset;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/; // what each device calls itself

/** Show what this browser has of each seat, and remember nothing of it here. */
async function show() {
  const [invited, own] = [invitations(game), keptKeys(game)];
  const isAny = Object.keys(invited).length > 0;
  at("says").hidden = !isAny;
  at("none").hidden = isAny;
  at("local").hidden = !isAny || !LOOPBACK.test(window.location.hostname);
  page.querySelector("ul").hidden = !isAny;
  for (const item of page.querySelectorAll("[data-name]")) {
    const { name, player } = item.dataset;
    if (name in invited) await invite(item, inviteLink(game, invited[name]), player);
    else item.append(make("p", { class: "about" }, name in own ? "you, on this device" : "handed over"));
  }
  page.dataset.ready = "";
}

/** The invitation to one seat. */
async function invite(item, link, player) {
  const forget = button("It is handed over: forget it here", player, () => {
    forgetKeys(game, item.dataset.name);
    const heading = item.querySelector("h2");
    item.replaceChildren(heading, make("p", { class: "about" }, "handed over"));
    heading.focus();
  });
  item.append(await qrCode(link, player), ...handOver(link, player), make("p", {}, forget));
}

show();
