// Checks the words of a line against the forms of its game while there is no connection. Rules are not checked.

const LINE = /^([^:]*):\s*(.*)$/u;
const EXACT = /"[^"]*"|“[^”]*”/g; // names in quotation marks are not checked
const WORD = /[\p{L}\d]+/gu;
const FREE = ["word", "rest"];
const COMMON = ["and", "nothing", "nobody", "none"];
const TAKEBACK = /^(take back|(agree|refuse) to take back)/i;

/** Returns what is doubtful about a line, or an empty string. `names` are the seats and their players. */
export function doubtAbout(line, forms, names) {
  const [, name, says] = LINE.exec(line.trim()) ?? [];
  if (!name?.trim()) return "A line begins with its player, as “ada: …”.";
  if (!names.some((each) => isSameName(each, name))) return `“${name.trim()}” is not a player in this game.`;
  if (TAKEBACK.test(says)) return "You can take something back once the waiting lines are in the record.";
  if (says.startsWith("{")) return "";
  const verbs = [...forms.decision.of, ...forms.act.of].flatMap((place) => place.forms ?? []).filter(({ row: [{ word }] }) => word && startsWith(says, word));
  if (!verbs.length) return `“${says}” does not begin like any line of this game.`;
  if (verbs.some(({ row }) => partsOf(row).some(({ takes }) => FREE.includes(takes)))) return "";
  const known = new Set([...COMMON, ...verbs.flatMap(({ row }) => partsOf(row).flatMap(wordsOf))]);
  const odd = wordsIn(says.replaceAll(EXACT, "")).find((each) => !/^\d+$/.test(each) && !known.has(each));
  return odd ? `“${odd}” is not a word of this line.` : "";
}

/** Returns all places and words of a row, nested ones included. */
function partsOf(row) {
  return row.flatMap((item) => [item, ...partsOf(item.may ?? []), ...partsOf(item.row ?? []), ...partsOf(item.forms ?? []), ...partsOf([item.of ?? []].flat())]);
}

/** Returns the words of a place. Names such as OldMill may also be written in separate words. */
function wordsOf({ word = "", names = [] }) {
  return [word, ...names.flatMap(([name]) => [name, name.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")])].flatMap(wordsIn);
}

function wordsIn(text) {
  return (text.match(WORD) ?? []).map((each) => each.toLowerCase());
}

function startsWith(text, words) {
  return ` ${wordsIn(text).join(" ")} `.startsWith(` ${wordsIn(words).join(" ")} `);
}

function isSameName(one, other) {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
