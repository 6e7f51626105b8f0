// The panels beside the board, of which one is shown at a time; in a hand they can be pulled up over the board.

const FAR = 30; // pixels that a finger goes up or down for a pull

export class Panels {
  /** `buttons` say in `aria-controls` which panel each shows; `pull` gives them the room of the board in `page`. */
  constructor(replay, buttons, pull, page) {
    Object.assign(this, { replay, pull, page });
    this.buttons = new Map([...buttons].map((button) => [button.getAttribute("aria-controls"), button]));
    for (const [id, button] of this.buttons) {
      button.addEventListener("click", () => this.toggle(id).catch((problem) => replay.notices.lose(problem.message)));
    }
    pull.addEventListener("click", () => this.raise(!this.isUp));
    const tabs = pull.parentElement.querySelector(".panels");
    tabs.addEventListener("touchstart", ({ touches }) => (this.from = touches[0].clientY), { passive: true });
    tabs.addEventListener("touchend", ({ changedTouches }) => this.pulled(changedTouches[0].clientY - this.from), { passive: true });
  }

  get isUp() {
    return this.pull.getAttribute("aria-expanded") === "true";
  }

  /** Pull the panels up over the board, or let them down again. */
  raise(isUp) {
    this.pull.setAttribute("aria-expanded", String(isUp));
    this.page.classList.toggle("up", isUp);
    this.replay.log.point();
  }

  /** A finger on the tabs went so many pixels down. */
  pulled(down) {
    if (Math.abs(down) > FAR) this.raise(down < 0);
  }

  get shown() {
    return [...this.buttons].find(([, button]) => button.getAttribute("aria-pressed") === "true")[0];
  }

  /** Show a panel, or the first one again if it is shown; the reasons are requested when theirs is. */
  async toggle(name) {
    const wanted = this.shown === name ? this.buttons.keys().next().value : name;
    for (const [id, button] of this.buttons) {
      if (button.hidden) continue; // its panel has the place of the board
      button.setAttribute("aria-pressed", String(id === wanted));
      document.getElementById(id).hidden = id !== wanted;
    }
    this.replay.log.point();
    if (wanted === "why" && this.replay.isOpen) await this.replay.telling.explain();
  }
}
