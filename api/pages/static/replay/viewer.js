// The viewer of a replay, and the change to another viewer.

import { Frames } from "./frames.js";
import { viewerName } from "../shared/names.js";
import { closedViewText, openViews, views } from "../shared/views.js";

export class ViewerChoice {
  /** `select` is the field for choosing a viewer; `viewer` is the one in the address, if any. */
  constructor(replay, select, viewer) {
    Object.assign(this, { replay, select, viewer, wanted: viewer });
  }

  get seats() {
    return [...this.replay.players.keys()];
  }

  /** Begin with the viewer in the address if that view is open, else with the owner of the key. */
  begin() {
    const { head, spoilers, notices } = this.replay;
    if (this.viewer && !openViews(head, spoilers).includes(this.viewer)) {
      notices.trouble(closedViewText(this.seats, this.viewer));
      this.viewer = null;
    }
    this.viewer ??= head.as;
    this.wanted = this.viewer;
    this.offer();
  }

  /** The open views, without spoilers. */
  get open() {
    const { head, spoilers, hiding, outline } = this.replay;
    return openViews(head, spoilers && !(outline && hiding.isAllSeen), this.viewer);
  }

  offer() {
    this.select.replaceChildren(...views(this.seats, this.open, this.viewer));
    this.select.value = this.viewer;
  }

  /** The view after the one that was last chosen. */
  get next() {
    return this.open[(this.open.indexOf(this.wanted) + 1) % this.open.length];
  }

  /** Change the viewer as soon as the new view is here; until then nothing changes. */
  async choose(viewer) {
    const { replay } = this;
    if (!viewer || viewer === this.wanted || !this.open.includes(viewer)) return;
    this.wanted = viewer;
    replay.notices.say(`Looking as ${viewerName(viewer)} …`);
    await replay.inOrder(() => this.change(viewer));
  }

  async change(viewer) {
    if (viewer !== this.wanted) return; // another view has been chosen since
    try {
      const found = await this.seenBy(viewer);
      if (viewer !== this.wanted) return;
      this.viewer = viewer;
      this.select.value = viewer;
      await this.replay.see(found);
      this.replay.notices.say(`Seen by ${viewerName(viewer)}`);
    } catch (problem) {
      if (viewer === this.wanted) this.stay();
      throw problem;
    }
  }

  /** Load the wanted position as a viewer sees it, without showing it yet. */
  async seenBy(viewer) {
    const { replay } = this;
    const [outline, frames] = [await replay.sketched(viewer), new Frames(replay, viewer)];
    for (let place = null; place !== replay.wanted; ) {
      place = replay.wanted;
      await replay.bring(frames, place, outline);
    }
    return { outline, frames };
  }

  stay() {
    this.wanted = this.viewer;
    this.select.value = this.viewer;
    this.replay.notices.say(`Still seen by ${viewerName(this.viewer)}`);
  }
}
