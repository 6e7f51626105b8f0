// Follows a running game while the page is visible: browsers allow a site few connections at once.

import { follow } from "./event_stream.js";
import { Backoff } from "./backoff.js";

const TOGETHER = 50; // milliseconds in which events are taken in at once

export class GameFollower {
  constructor(replay) {
    this.replay = replay;
    this.control = null;
    this.soon = null;
    this.patience = new Backoff();
  }

  /** Follow from now on, whenever the page is visible. */
  begin() {
    document.addEventListener("visibilitychange", () => (document.hidden ? this.leave() : this.comeBack()));
    window.addEventListener("pagehide", () => this.leave());
    window.addEventListener("pageshow", () => this.comeBack());
    this.attend();
  }

  attend() {
    if (this.control || document.hidden) return;
    const { game, key, length } = this.replay;
    const told = {
      tell: () => this.tell(),
      signed: () => this.replay.witness?.(),
      cut: () => this.replay.notices.lose("Lost the connection to the running game; trying again."),
      refused: (status) => this.replay.notices.lose(`The running game cannot be followed: status ${status}.`),
    };
    this.control = new AbortController();
    follow(game, key, length, told, this.control.signal);
  }

  leave() {
    this.control?.abort();
    clearTimeout(this.soon);
    [this.control, this.soon] = [null, null];
  }

  /** Connect again, and take in what came meanwhile. */
  comeBack() {
    if (this.control || document.hidden || this.replay.head.closed) return;
    this.attend();
    this.tell();
  }

  /** An event has come. */
  tell() {
    this.soon ??= setTimeout(() => this.takeIn(), TOGETHER);
  }

  /** Take in new events; try again if that fails. */
  async takeIn() {
    this.soon = null;
    try {
      await this.replay.inOrder(() => this.replay.catchUp());
      this.patience.reset();
    } catch (problem) {
      this.replay.notices.lose(problem.message);
      if (this.control) this.soon ??= setTimeout(() => this.takeIn(), this.patience.next());
    }
  }
}
