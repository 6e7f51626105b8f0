// Checks the words of a line by the forms of its game, where the service cannot be asked; never its rules.

const LINE = /^([^:]*):\s*(.*)$/u;
const EXACT = /"[^"]*"|“[^”]*”/g; // a name in quotation marks is taken as it stands
const WORD = /[\p{L}\d]+/gu;
const FREE = ["word", "rest"];
const COMMON = ["and", "nothing", "nobody", "none"];
const TAKEBACK = /^(take back|(agree|refuse) to take back)/i;

/** What is doubtful about a line, or nothing; `names` are the seats and their players. */
export function doubtAbout(line, forms, names) {
  const [, name, says] = LINE.exec(line.trim()) ?? [];
  if (!name?.trim()) return "A line begins with its player, as “ada: …”.";
  if (!names.some((each) => alike(each, name))) return `“${name.trim()}” is no player of this game.`;
  if (TAKEBACK.test(says)) return "Nothing can be taken back before the lines that wait are in the record.";
  if (says.startsWith("{")) return "";
  const verbs = [...forms.decision.of, ...forms.act.of].flatMap((place) => place.forms ?? []).filter(({ row: [{ word }] }) => word && startsWith(says, word));
  if (!verbs.length) return `“${says}” begins like nothing in this game.`;
  if (verbs.some(({ row }) => partsOf(row).some(({ takes }) => FREE.includes(takes)))) return "";
  const known = new Set([...COMMON, ...verbs.flatMap(({ row }) => partsOf(row).flatMap(wordsOf))]);
  const odd = wordsIn(says.replaceAll(EXACT, "")).find((each) => !/^\d+$/.test(each) && !known.has(each));
  return odd ? `“${odd}” cannot stand in this line.` : "";
}

/** All places and words of a row, and of whatever stands in them. */
function partsOf(row) {
  return row.flatMap((item) => [item, ...partsOf(item.may ?? []), ...partsOf(item.row ?? []), ...partsOf(item.forms ?? []), ...partsOf([item.of ?? []].flat())]);
}

/** The words of a place: a name may be written with spaces between its parts. */
function wordsOf({ word = "", names = [] }) {
  return [word, ...names.flatMap(([name]) => [name, name.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")])].flatMap(wordsIn);
}

function wordsIn(text) {
  return (text.match(WORD) ?? []).map((each) => each.toLowerCase());
}

function startsWith(text, words) {
  return ` ${wordsIn(text).join(" ")} `.startsWith(` ${wordsIn(words).join(" ")} `);
}

function alike(one, other) {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
