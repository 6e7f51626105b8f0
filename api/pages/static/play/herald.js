// Tells a player whose turn it is: in the title always, and by a notice of the system where that was turned on.

import { withStorage } from "../shared/storage.js";

const SLOT = "oathbook notices";

export class Herald {
  /** `button` turns notices on and off. */
  constructor(table, button) {
    Object.assign(this, { table, button, title: document.title, was: null });
    this.button.hidden = !("Notification" in window);
    this.button.addEventListener("click", () => this.toggle());
    this.show();
  }

  get isOn() {
    return withStorage(({ localStorage }) => localStorage.getItem(SLOT)) === "on" && window.Notification?.permission === "granted";
  }

  async toggle() {
    const wanted = this.isOn ? "off" : (await Notification.requestPermission()) === "granted" ? "on" : "off";
    withStorage(({ localStorage }) => localStorage.setItem(SLOT, wanted));
    this.show();
  }

  show() {
    this.button.textContent = this.isOn ? "Notices are on" : "Notices";
    this.button.setAttribute("aria-pressed", String(this.isOn));
  }

  /** Say once what has newly come to this seat. */
  tell(isMyTurn, waiting) {
    const { table } = this;
    const name = table.nameOf(table.seat);
    const now = [...(isMyTurn ? [`Your turn, ${name}`] : []), ...waiting.map(({ promise }) => `${promise} waits for your signature`)];
    document.title = isMyTurn ? `\u25cf Your turn \u2013 ${this.title}` : this.title;
    if (isMyTurn) navigator.setAppBadge?.().catch(() => {});
    else navigator.clearAppBadge?.().catch(() => {});
    const news = this.was ? now.filter((each) => !this.was.includes(each)) : [];
    this.was = now;
    if (news.length && document.hidden && this.isOn) new Notification(news.join(". "), { body: this.title, tag: table.game });
  }
}
