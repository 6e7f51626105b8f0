// The games of which this browser holds keys, above the catalogue.

import { keptGames, invitations } from "../shared/kept_keys.js";
import { make, playerText } from "../shared/make.js";
import { capital } from "../shared/names.js";

const mine = document.getElementById("mine");
const games = keptGames();

function item({ game, title, seats, page }) {
  const players = seats.flatMap(({ seat, player }, index) => [index ? ", " : "", playerText(player || capital(seat))]);
  const invites = Object.keys(invitations(game)).length ? [" · ", make("a", { href: `/games/${game}/invite` }, "Invite")] : [];
  return make("li", {}, make("a", { href: `/games/${game}/${page ?? "play"}` }, title && `${title}: `, ...(players.length ? players : [game])), ...invites);
}

mine.querySelector("ul").replaceChildren(...games.map(item));
mine.hidden = !games.length;
