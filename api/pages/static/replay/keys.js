// What a key does: read from the table in the help, so that the two cannot differ.

/** A function from a key press to the name of an action, or nothing; `signs` says whether those that write are keys. */
export function keyReader(table, signs) {
  const actions = new Map();
  for (const row of table.querySelectorAll("[data-keys]")) {
    for (const key of row.dataset.keys.split(" ")) actions.set(key, row.dataset.does);
  }
  return (press) => (isFree(press) && (signs.areKeys || !isSign(press)) ? actions.get(named(press)) : undefined);
}

/** A press as the table names it: Shift is named only if it does not make another key. */
function named(press) {
  const { key, shiftKey } = press;
  const ctrlKey = press.ctrlKey && !isWritten(press);
  const plain = key === " " ? "Space" : key;
  const isLetter = /^\p{L}$/u.test(plain);
  const shift = shiftKey && (isLetter || plain.length > 1) ? "Shift+" : "";
  return `${ctrlKey ? "Ctrl+" : ""}${shift}${isLetter ? plain.toLowerCase() : plain}`;
}

/** Whether it takes AltGr to write this: keyboards where "[" is one of those say Ctrl and Alt as well. */
function isWritten(press) {
  return press.key.length === 1 && press.getModifierState("AltGraph");
}

/** Whether a press writes something: a letter, a digit, a sign. */
function isSign(press) {
  return press.key.length === 1 && press.key !== " " && (!press.ctrlKey || isWritten(press));
}

/** Whether a press is for the page: not typing, not a shortcut of the browser, not the use of a control. */
function isFree(press) {
  const { key, altKey, metaKey, target } = press;
  if ((altKey && !isWritten(press)) || metaKey) return false;
  if (key === "Escape") return true;
  if (document.querySelector("dialog:modal")) return false;
  if (target.closest("input:not([type=range]), textarea, select")) return false;
  if (/^(Arrow|Home|End)/.test(key) && target.closest(".wide")) return false;
  return !((key === " " || key === "Enter") && target.closest("button, a, summary"));
}
