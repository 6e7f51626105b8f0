// My word at the table: the promises that concern this seat, and what it can do with them here.

import { getOfGame } from "../shared/client.js";
import { make, playerText, refill } from "../shared/make.js";
import { nameNodes, viewerName, withNames } from "../shared/names.js";
import { statusBadge, statusNote } from "../promises/promise_history.js";

const ASKS = new Map([
  ["sign", "Sign"],
  ["decline", "Decline"],
]);

export class WordPanel {
  /** `table` is the page, `list` is filled. */
  constructor(table, list) {
    Object.assign(this, { table, list });
  }

  /** Show the promises of a position, those that wait for this seat first; returns sentences for the herald. */
  async bring(seat) {
    const { promises } = await getOfGame(this.table.game, "/promises", this.table.key, { as: seat });
    const { own } = this.table;
    const mine = promises.filter((each) => own.some((one) => concerns(each, one))).sort((one, other) => isWaiting(other, own) - isWaiting(one, own));
    this.promises = promises;
    refill(this.list, ...(mine.length ? mine.map((each) => this.item(each, seat)) : [make("li", { class: "about" }, "Nothing is promised by you or to you.")]));
    return mine.flatMap((each) => matters(each, own));
  }

  item(promise, seat) {
    const { promise: name, letter, asks, by } = promise;
    const note = statusNote(promise);
    const buttons = this.table.own.filter((one) => waits(promise, one)).flatMap((one) => [...ASKS].map(([verb, says]) => (one === seat ? this.button(`${verb} ${name}`, says) : this.button(`${one}: ${verb} ${name}`, `${says} for ${this.table.nameOf(one)}`))));
    return make(
      "li",
      { "data-promise": name },
      make("a", { href: `/games/${this.table.game}/promises/${name}?as=${seat}` }, name),
      " ",
      statusBadge(promise),
      make("span", { class: "about" }, ...nameNodes(` by ${viewerName(by)}${note ? `, ${note}` : ""}`)),
      make("blockquote", {}, playerText(letter)),
      ...asks.map((each) => make("p", { class: "asked" }, make("b", {}, "still asked: "), ...nameNodes(withNames(each, this.table.seats)))),
      ...(buttons.length ? [make("p", { class: "buttons" }, ...buttons)] : []),
    );
  }

  /** A button that writes a line; what it means is read back before it is done. */
  button(line, says) {
    const button = make("button", { type: "button" }, says);
    button.addEventListener("click", () => this.table.hand.write(line));
    return button;
  }

  /** Whom a promise binds, as far as the promises have come. */
  obligors(name) {
    return this.promises?.find(({ promise }) => promise === name)?.obligors ?? [];
  }

  letter(name) {
    return this.promises?.find(({ promise }) => promise === name)?.letter ?? "";
  }
}

function concerns({ by, signers, obligors, addressees }, seat) {
  return [by, ...signers, ...obligors, ...addressees].includes(seat) || !addressees.length;
}

function matters(promise, seats) {
  const { promise: name, status, addressees } = promise;
  const isBroken = status === "broken" && seats.some((each) => addressees.includes(each));
  return [...(isWaiting(promise, seats) ? [`${name} waits for your signature`] : []), ...(isBroken ? [`${name}, a promise to you, is broken`] : [])];
}

function isWaiting(promise, seats) {
  return seats.some((each) => waits(promise, each));
}

/** Whether a promise waits for the signature of a seat. */
function waits({ stands, signers, signed }, seat) {
  return stands === "offered" && signers.includes(seat) && !signed.some((each) => each.seat === seat);
}
