// Through whose eyes a replay is seen, and how it comes to be seen through another one's.

import { barred, called, offered, views } from "../shared/views.js";

export class Looking {
  /** `select` is the field in which a viewer is chosen; `viewer` is who the address names, if anybody. */
  constructor(replay, select, viewer) {
    Object.assign(this, { replay, select, viewer, wanted: viewer });
  }

  get seats() {
    return [...this.replay.players.keys()];
  }

  /** Begin with who was named, if their eyes are open, else with who asks. */
  begin() {
    const { head, spoilers, notices } = this.replay;
    if (this.viewer && !offered(head, spoilers).includes(this.viewer)) {
      notices.trouble(barred(this.seats, this.viewer));
      this.viewer = null;
    }
    this.viewer ??= head.as;
    this.wanted = this.viewer;
    this.offer();
  }

  /** Whose eyes there are to look through, as far as that may be told. */
  get open() {
    const { head, spoilers, horizon, outline } = this.replay;
    const isEndSeen = outline && horizon === outline.position;
    return offered(head, spoilers && !isEndSeen, this.viewer);
  }

  offer() {
    this.select.replaceChildren(...views(this.seats, this.open, this.viewer));
    this.select.value = this.viewer;
  }

  /** The eyes after those that were last asked for. */
  get next() {
    return this.open[(this.open.indexOf(this.wanted) + 1) % this.open.length];
  }

  /** Look through another one's eyes as soon as what they see is here; until then all stays as it was. */
  async choose(viewer) {
    const { replay } = this;
    if (!viewer || viewer === this.wanted || !this.open.includes(viewer)) return;
    this.wanted = viewer;
    replay.notices.say(`Looking as ${called(viewer)} …`);
    await replay.inOrder(() => this.change(viewer));
  }

  async change(viewer) {
    if (viewer !== this.wanted) return; // somebody else's eyes have been asked for since
    try {
      const found = await this.seenBy(viewer);
      if (viewer !== this.wanted) return;
      this.viewer = viewer;
      this.select.value = viewer;
      await this.replay.see(found);
      this.replay.notices.say(`Seen by ${called(viewer)}`);
    } catch (problem) {
      if (viewer === this.wanted) this.stay();
      throw problem;
    }
  }

  /** What somebody sees of where one wants to be, without showing it yet. */
  async seenBy(viewer) {
    const { replay } = this;
    const [outline, frames] = [await replay.sketched(viewer), replay.framesOf(viewer)];
    for (let place = null; place !== replay.wanted; ) {
      place = replay.wanted;
      await replay.bring(frames, place, outline);
    }
    return { outline, frames };
  }

  stay() {
    this.wanted = this.viewer;
    this.select.value = this.viewer;
    this.replay.notices.say(`Still seen by ${called(this.viewer)}`);
  }
}
