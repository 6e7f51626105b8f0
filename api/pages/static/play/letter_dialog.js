// The letter editor over the board: the letter that comes of it is written into the line, and read back there.

import { LetterEditor } from "../promises/letter_editor.js";

export class LetterDialog {
  /** `table` is the page, `dialog` holds the draft, `button` opens it. */
  constructor(table, dialog, button) {
    Object.assign(this, { table, dialog, button });
    const [form, trouble, leave] = ["form", ".notice", "button[type=button].leave"].map((each) => dialog.querySelector(each));
    this.editor = new LetterEditor({ game: table.game, key: table.key, form, trouble, offer: (letter, replaces) => this.write(letter, replaces) });
    leave.addEventListener("click", () => dialog.close());
    button.addEventListener("click", () => this.open().catch((problem) => this.editor.notices.trouble(problem.message)));
  }

  /** Let those who have a seat here promise something while the game goes on. */
  show({ closed }) {
    this.button.hidden = closed || !this.table.own.some((seat) => this.table.players.has(seat));
  }

  async open() {
    this.dialog.showModal();
    await this.editor.open(this.table.seats, true);
  }

  /** Who writes for several offers it for the seat that it begins with. */
  async write(letter, replaces) {
    const { table } = this;
    const by = table.own.find((seat) => letter.startsWith(`${seat} `)) ?? table.by;
    this.dialog.close();
    await table.hand.write(`${table.isScribe ? `${by}: ` : ""}offer ${replaces ? `in place of ${replaces} ` : ""}promise: ${letter}`);
  }
}
