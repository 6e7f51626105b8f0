// The letter editor in a dialog over the board. It puts the finished letter into the line, which reads it back.

import { LetterEditor } from "../promises/letter_editor.js";

export class LetterDialog {
  /** `table` is the page, `dialog` contains the draft, `button` opens it. */
  constructor(table, dialog, button) {
    Object.assign(this, { table, dialog, button });
    const [form, trouble, leave] = ["form", ".notice", "button[type=button].leave"].map((each) => dialog.querySelector(each));
    this.editor = new LetterEditor({ game: table.game, key: table.key, form, trouble, offer: (letter, replaces) => this.write(letter, replaces) });
    leave.addEventListener("click", () => dialog.close());
    button.addEventListener("click", () => this.open().catch((problem) => this.editor.notices.trouble(problem.message)));
  }

  /** Show the button while the game runs, if this browser has the key of a seat. */
  show({ closed }) {
    this.button.hidden = closed || !this.table.own.some((seat) => this.table.players.has(seat));
  }

  async open() {
    this.dialog.showModal();
    await this.editor.open(this.table.seats, true);
  }

  /** Put an offer of the letter into the line. A scribe offers it for the seat that the letter begins with. */
  async write(letter, replaces) {
    const { table } = this;
    const by = table.own.find((seat) => letter.startsWith(`${seat} `)) ?? table.by;
    this.dialog.close();
    await table.hand.write(`${table.isScribe ? `${by}: ` : ""}offer ${replaces ? `in place of ${replaces} ` : ""}promise: ${letter}`);
  }
}
