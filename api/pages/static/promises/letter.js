// The page for a new letter. A seated player can offer it; then the page of the promise opens.

import { Acts } from "../shared/acts.js";
import { ServiceError, getHead } from "../shared/client.js";
import { viewerName } from "../shared/names.js";
import { Notices } from "../shared/notices.js";
import { withRoot } from "../shared/root.js";
import { seatKey } from "../shared/seat_key.js";
import { LetterEditor } from "./letter_editor.js";

const page = document.getElementById("editor");
const at = (id) => document.getElementById(id);

const { game } = page.dataset;
const key = seatKey(game);
const acts = new Acts(`/v1/games/${game}/promises`, key);
const notices = new Notices({ status: at("verdict"), trouble: at("trouble") });

async function open() {
  const { head, wasRefused } = await getHead(game, key);
  const isSeated = head.seats.some(({ seat }) => seat === head.as) && !head.closed;
  if (wasRefused) notices.trouble("The key in the address does not belong to this game.");
  at("you").textContent = head.closed
    ? "The game is over. You can check letters here, but no longer offer them."
    : isSeated
      ? `You are ${viewerName(head.as)}.`
      : "You can check letters here. To offer one, you need the key of a seat: open this page from a replay that has one.";
  await new LetterEditor({ game, key, form: at("draft"), trouble: at("trouble"), offer }).open(
    head.seats.map(({ seat }) => seat),
    isSeated,
  );
}

async function offer(letter, replaces) {
  const { promise } = await acts.act("", { letter, replaces });
  window.location.assign(withRoot(`/games/${game}/promises/${promise.promise}${window.location.search}`));
}

open().then(
  () => (page.dataset.ready = ""),
  (problem) => {
    if (!(problem instanceof ServiceError)) throw problem;
    notices.trouble(problem.message);
  },
);
