// The docket of an arbiter who has opened a dispute in this tab: what waits for a ruling, and their own rulings.

import { make, playerText } from "../shared/make.js";
import { arbiter } from "./parties.js";

const own = document.getElementById("own");
const me = arbiter();

if (me) {
  const ruled = `/disputes?${new URLSearchParams({ arbiter: me })}`;
  own.replaceChildren("You are the arbiter ", make("b", {}, playerText(me)), ": ", make("a", { href: "/disputes?state=open" }, "disputes waiting for a ruling"), " · ", make("a", { href: "/disputes?state=appealed" }, "disputes on appeal"), " · ", make("a", { href: ruled }, "your rulings"));
  own.hidden = false;
}
