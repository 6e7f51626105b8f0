// The second step of a decision that breaks a promise: whose word it is, and at what price.

import { make, playerText } from "../shared/make.js";
import { nameNodes, viewerName } from "../shared/names.js";

export class BreachDialog {
  /** `dialog` holds a list, a checkbox `sure` and the buttons `other` and `breaks`. */
  constructor(dialog) {
    this.dialog = dialog;
    const { sure, breaks } = dialog.querySelector("form").elements;
    sure.addEventListener("change", () => (breaks.disabled = !sure.checked));
    Object.assign(this, { sure, breaks });
  }

  /** Whether the player breaks these promises all the same; `letterOf` gives the words of one. */
  confirm(breaches, letterOf) {
    this.sure.checked = false;
    this.breaks.disabled = true;
    this.dialog.returnValue = "";
    this.dialog.querySelector("ul").replaceChildren(...breaches.map((each) => breachItem(each, letterOf(each.promise))));
    this.dialog.showModal();
    return new Promise((answered) => this.dialog.addEventListener("close", () => answered(this.dialog.returnValue === "break"), { once: true }));
  }
}

function breachItem({ promise, seats, might, price, after }, letter) {
  return make(
    "li",
    {},
    make("b", {}, `${promise} ${might ? "might be broken, depending on the draw" : "is broken"}`),
    ...(letter ? [make("blockquote", {}, playerText(letter))] : []),
    make("p", {}, ...nameNodes(price ? `${seats.map(viewerName).join(", ")} would pay ${price}${after ? `: ${after}` : ""}.` : `${seats.map(viewerName).join(", ")} would answer for it; these rules name no price.`)),
  );
}
