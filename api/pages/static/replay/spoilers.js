// Spoilers: while they are hidden, the page tells nothing of what is still to come, and of disputes nothing at all.

import { updateLinks } from "../shared/query.js";

export class Spoilers {
  /** `button` says whether they are hidden. */
  constructor(replay, button, isOn) {
    Object.assign(this, { replay, button, isOn, horizon: 1 });
  }

  /** The last position of which anything may be told. */
  get upto() {
    return this.isOn ? this.horizon : this.replay.length;
  }

  /** What to ask with: a ruling on a dispute may come long after what it is about. */
  get parameters() {
    return this.isOn ? { rulings: "left-out" } : {};
  }

  /** Whether what may be told ends where the game does. */
  get isAllSeen() {
    return this.horizon === this.replay.length;
  }

  /** A position has been seen, with all before it. */
  see(position) {
    this.horizon = Math.max(this.horizon, position);
  }

  show() {
    this.button.setAttribute("aria-pressed", String(this.isOn));
    updateLinks(this.isOn);
  }

  /** Hide what is still to come, or show it; what rulings on disputes cost is told anew, or no longer. */
  async toggle() {
    const { replay } = this;
    this.isOn = !this.isOn;
    this.horizon = replay.position;
    this.show();
    replay.looking.offer();
    replay.mark();
    replay.showPlace();
    replay.notices.say(this.isOn ? "What is still to come is hidden" : "Everything is shown");
    await replay.inOrder(() => this.bring());
  }

  async bring() {
    const { replay } = this;
    const [found] = await Promise.all([replay.looking.seenBy(replay.viewer), replay.noted.bring()]);
    await replay.renew(found);
  }
}
