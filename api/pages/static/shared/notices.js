// Shows what was done, and what is wrong.

import { ANSWERED } from "./client.js";

const READ = 4000; // milliseconds that it takes to read

export class Notices {
  /** `status` says what was done, `trouble` what is wrong. */
  constructor({ status, trouble }) {
    Object.assign(this, { status, alert: trouble, isPassing: false });
    window.addEventListener(ANSWERED, () => this.regain());
  }

  say(words) {
    this.status.textContent = words;
    this.status.classList.add("said");
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.status.classList.remove("said"), READ);
  }

  /** What was said is of the past now. */
  hush() {
    clearTimeout(this.fading);
    this.status.classList.remove("said");
  }

  trouble(words) {
    this.isPassing = false;
    this.alert.textContent = words;
    this.alert.hidden = false;
  }

  /** Show a trouble that ends with the next answer. */
  lose(words) {
    this.trouble(words);
    this.isPassing = true;
  }

  regain() {
    if (this.isPassing) this.alert.hidden = true;
    this.isPassing = false;
  }
}
