// Who sits at this device: one seat by the key of the tab, or several that it is passed between.

import { make } from "../shared/make.js";
import { forgetKeys, keepKeys, keptKeys } from "../shared/kept_keys.js";
import { seatNumber } from "../shared/views.js";
import { stopWorker } from "./service_worker.js";

const TABLE = "table"; // the seat of what the players decide together
const UNTOUCHED = 60_000; // milliseconds without a touch after which the curtain falls

export class Seating {
  /** `table` is the page, `curtain` the section that asks who is there. */
  constructor(table, curtain) {
    Object.assign(this, { table, curtain, keys: keptKeys(table.game), resting: null });
  }

  /** The seats that this device is passed between; none where each has a device. */
  get seats() {
    return Object.keys(this.keys).filter(Boolean);
  }

  get isShared() {
    return this.seats.length > 1;
  }

  /** Take the only seat that is kept on this device, or who writes for all, unless the tab has another. */
  sit() {
    if (this.table.isScribe && !this.table.key.value && this.isHost) this.take(TABLE);
    else if (!this.table.key.value && this.seats.length === 1) this.take(this.seats[0]);
  }

  /** Whether this device may decide for the table, with the key of the host. */
  get isHost() {
    return Boolean(this.keys[""]);
  }

  take(seat) {
    this.table.key.take(this.keys[seat === TABLE ? "" : seat]);
    this.table.key.keep();
  }

  /** Let the host decide what the table is to decide, and come back to the seat: `button` leads there and back. */
  offerToSpeak(button, toAct) {
    const { seat } = this.table;
    const [own] = this.seats;
    const other = seat !== TABLE ? TABLE : this.isShared ? null : own;
    button.hidden = !this.isHost || !other || (other === TABLE && !toAct.includes(TABLE));
    if (button.hidden) return;
    button.textContent = other === TABLE ? "Speak for the table" : `Back to ${this.table.nameOf(own)}`;
    button.onclick = () => {
      this.take(other);
      window.location.reload();
    };
  }

  /** Let a player keep this seat when the tab is closed: `field` is checked if it is kept, and hidden where all are. */
  offerToKeep(field) {
    const { game, seat, key, players } = this.table;
    const kept = seat === TABLE ? "" : seat;
    field.closest("p").hidden = this.isShared;
    field.checked = kept in this.keys;
    field.addEventListener("change", () => {
      const seats = [...players].map(([each, player]) => ({ seat: each, player }));
      if (field.checked) keepKeys(game, { [kept]: key.value }, { title: this.table.title, seats, page: this.table.isScribe ? "scribe" : "play" });
      else {
        forgetKeys(game, kept);
        if (this.table.isScribe) stopWorker(game);
      }
    });
  }

  /** Ask who is at the device; first those who are to act. Nothing of any seat is on the page yet. */
  ask(toAct) {
    const seats = [...this.seats, ...(this.isHost && toAct.includes(TABLE) ? [TABLE] : [])].sort((one, other) => toAct.includes(other) - toAct.includes(one));
    const buttons = seats.map((seat) => {
      const button = make("button", { type: "button", class: toAct.includes(seat) ? "to-act" : false }, make("i", { class: "seat", "data-seat": seatNumber(this.table.players, seat), "aria-hidden": "true" }), seat === TABLE ? "I speak for the table" : `I am ${this.table.nameOf(seat)}`, ...(toAct.includes(seat) ? [make("small", {}, " to act")] : []));
      button.addEventListener("click", () => {
        this.take(seat);
        window.location.reload();
      });
      return make("li", {}, button);
    });
    const next = seats.filter((seat) => toAct.includes(seat)).map((seat) => this.table.nameOf(seat));
    this.curtain.querySelector("h2").textContent = next.length ? `Pass it to ${next.join(" or ")}` : "Who is at the device?";
    this.curtain.querySelector("ul").replaceChildren(...buttons);
    this.curtain.hidden = false;
    this.curtain.querySelector("button").focus();
  }

  /** From now on the curtain falls by `button`, when nobody touches the page, when it is hidden, and on Back. */
  guard(button) {
    if (!this.isShared) return;
    button.hidden = false;
    button.addEventListener("click", () => this.fall());
    const rest = () => {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.fall(), UNTOUCHED);
    };
    for (const each of ["pointerdown", "keydown"]) document.addEventListener(each, rest);
    rest();
    document.addEventListener("visibilitychange", () => document.hidden && this.fall());
    window.addEventListener("pagehide", () => this.table.key.leave());
  }

  /** Leave nothing of this seat: its key goes, and another document takes the place of this one. */
  fall() {
    clearTimeout(this.resting);
    this.table.leave();
    this.table.key.leave();
    document.body.replaceChildren();
    window.location.replace(window.location.pathname);
  }
}

