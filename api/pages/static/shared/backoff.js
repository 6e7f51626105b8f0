// The wait before something that failed is tried again: longer each time.

const FIRST = 2000; // milliseconds
const LONGEST = 30000;

export class Backoff {
  constructor() {
    this.reset();
  }

  /** It worked: begin with the shortest wait again. */
  reset() {
    this.wait = FIRST;
  }

  /** The milliseconds of the next wait. */
  next() {
    const { wait } = this;
    this.wait = Math.min(LONGEST, wait * 2);
    return wait;
  }

  /** The next wait is over. */
  over() {
    return new Promise((again) => setTimeout(again, this.next()));
  }
}
