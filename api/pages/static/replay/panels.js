// The panels beside the board, of which one is shown at a time.

export class Panels {
  /** `buttons` say in `aria-controls` which panel each shows. */
  constructor(replay, buttons) {
    this.replay = replay;
    this.buttons = new Map([...buttons].map((button) => [button.getAttribute("aria-controls"), button]));
    for (const [id, button] of this.buttons) {
      button.addEventListener("click", () => this.toggle(id).catch((problem) => replay.notices.lose(problem.message)));
    }
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
