// Tells players that they have something to do: always in the title and icon, and by tone and notification if turned on.

import { withStorage } from "../shared/storage.js";

const SLOT = "oathbook notices";
const TONE = { hertz: 660, seconds: 0.2, volume: 0.1 };

export class Herald {
  /** `button` turns notices on and off. */
  constructor(table, button) {
    Object.assign(this, { table, button, title: document.title, icon: document.querySelector("link[rel=icon]"), was: null });
    this.icons = { false: this.icon.href, true: button.dataset.icon };
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

  /** Announce once what is new for this seat. `matters` are sentences about anything but its turn. */
  tell(isMyTurn, matters) {
    const { table } = this;
    const now = [...(isMyTurn ? [`Your turn, ${table.nameOf(table.seat)}`] : []), ...matters];
    document.title = isMyTurn ? `\u25cf Your turn \u2013 ${this.title}` : this.title;
    this.icon.href = this.icons[isMyTurn];
    if (isMyTurn) navigator.setAppBadge?.().catch(() => {});
    else navigator.clearAppBadge?.().catch(() => {});
    const news = this.was ? now.filter((each) => !this.was.includes(each)) : [];
    this.was = now;
    if (!news.length || !this.isOn) return;
    sound();
    if (document.hidden) new Notification(news.join(". "), { body: this.title, tag: table.game });
  }
}

/** Play a short tone. Browsers play nothing until the user has clicked or typed on the page. */
function sound() {
  const audio = new AudioContext();
  const [tone, gain] = [new OscillatorNode(audio, { frequency: TONE.hertz }), new GainNode(audio, { gain: TONE.volume })];
  tone.connect(gain).connect(audio.destination);
  tone.onended = () => audio.close();
  tone.start();
  tone.stop(audio.currentTime + TONE.seconds);
}
