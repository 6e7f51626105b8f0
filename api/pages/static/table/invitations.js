// An invitation to a seat: its link, the link as a QR code, and ways to hand it over.

import { send } from "../shared/acts.js";
import { draw, make } from "../shared/make.js";
import { withRoot } from "../shared/root.js";

const QUIET = 4; // modules around a code (ISO/IEC 18004)
const NOBODY = { headers: {} };

/** The address at which whoever has this key sits down. A browser sends nothing of it behind the `#`. */
export function inviteLink(game, key, page = "play") {
  return new URL(withRoot(`/games/${game}/${page}#key=${key}`), window.location.href).href;
}

/** What hands an invitation over: buttons, and what they did. */
export function handOver(link, player) {
  const said = make("p", { class: "about", role: "status" });
  const shown = make("input", { value: link, readonly: true, "aria-label": `Link for ${player}`, hidden: true });
  const copy = button(`Copy link`, player, async () => (said.textContent = await copied(link, shown)));
  const share = button("Share…", player, () => navigator.share({ title: "Oathbook", url: link }).catch(() => {})); // who thinks better of it says so by this
  return [make("p", { class: "buttons" }, copy, ...(navigator.share ? [share] : [])), shown, said];
}

/** A button of one player's; `what` it does reads the same for all. */
export function button(what, player, does) {
  const made = make("button", { type: "button", "aria-label": `${what}: ${player}` }, what);
  made.addEventListener("click", does);
  return made;
}

/** A link as a QR code; nothing where the service draws none. The body is in no address and no log. */
export async function qrCode(link, player) {
  const { ok, body } = await send("/qr-codes", { text: link }, { key: NOBODY }).catch(() => ({ ok: false }));
  if (!ok) return make("p", { class: "about" }, "No code could be drawn; the link below is the same.");
  const size = body.rows.length + 2 * QUIET;
  return draw("svg", { class: "code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `QR code for ${player}` }, draw("path", { d: darkPath(body.rows) }));
}

/** The dark modules of a code, each run of a row in one piece. */
function darkPath(rows) {
  const runs = rows.flatMap((row, y) => Array.from(row.matchAll(/1+/g), ({ 0: run, index: x }) => [x, y, run.length]));
  return runs.map(([x, y, width]) => `M${x + QUIET} ${y + QUIET}h${width}v1h${-width}z`).join("");
}

async function copied(link, shown) {
  try {
    await navigator.clipboard.writeText(link);
    return "Copied";
  } catch {
    shown.hidden = false;
    shown.select();
    return "Copy it by hand";
  }
}
