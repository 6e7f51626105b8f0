// Playing: one decision after another at a pace, until the game ends.

const PACES = [100, 200, 400, 800, 1600, 3200, 6400, 10000]; // milliseconds a decision
const USUAL = 1600;

export class Autoplay {
  /** `play` is the button of it, `speeds` show the pace. */
  constructor(replay, { play, speeds }) {
    Object.assign(this, { replay, button: play, speeds, isOn: false });
    this.pace = PACES.indexOf(USUAL);
    this.change(0);
  }

  toggle() {
    this.turn(!this.isOn);
    if (this.isOn) this.wait();
  }

  pause() {
    this.turn(false);
  }

  turn(isOn) {
    clearTimeout(this.timer);
    this.isOn = isOn;
    this.button.setAttribute("aria-pressed", String(isOn));
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tick(), PACES[this.pace]);
  }

  /** One decision on; at the end of a running game wait there, and go along with it. */
  async tick() {
    const { replay } = this;
    if (replay.wanted < replay.length) await replay.walk("step", 1);
    else if (replay.head.closed) this.pause();
    if (this.isOn) this.wait();
  }

  /** Slower or faster, by so many paces. */
  change(by) {
    this.pace = Math.min(PACES.length - 1, Math.max(0, this.pace + by));
    for (const each of this.speeds) each.textContent = `${PACES[this.pace] / 1000} s`;
  }
}
