// Letters, digits and signs as keys: people who dictate, or whose hand slips, can switch them off.

import { withStorage } from "../shared/storage.js";

const SLOT = "oathbook signs as keys";

export class SymbolKeys {
  /** `box` is the switch; `page` shows them as keys only while they are. */
  constructor(page, box) {
    Object.assign(this, { page, box });
    box.checked = withStorage(({ localStorage }) => localStorage.getItem(SLOT)) !== "off";
    box.addEventListener("change", () => this.change());
    this.show();
  }

  get areKeys() {
    return this.box.checked;
  }

  change() {
    withStorage(({ localStorage }) => localStorage.setItem(SLOT, this.areKeys ? "on" : "off"));
    this.show();
  }

  show() {
    this.page.dataset.signs = this.areKeys ? "on" : "off";
  }
}
