// The docket, for an arbiter who has looked into a dispute in this tab: what waits for them, and what they have ruled on.

import { make, name } from "../shared/make.js";
import { arbiter } from "./parties.js";

const own = document.getElementById("own");
const me = arbiter();

if (me) {
  const ruled = `/disputes?${new URLSearchParams({ arbiter: me })}`;
  own.replaceChildren("You are the arbiter ", make("b", {}, name(me)), ": ", make("a", { href: "/disputes?state=open" }, "what waits for a ruling"), " · ", make("a", { href: "/disputes?state=appealed" }, "what is on appeal"), " · ", make("a", { href: ruled }, "what you have ruled on"));
  own.hidden = false;
}
