// Seats by the names of those who sit there.

const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" };
const LONGEST = 28; // characters, before a number behind them

/** A name as it is sent: each accent and its letter one character, single spaces. */
export function tidy(name) {
  return name.normalize("NFC").trim().replace(/\s+/g, " ");
}

/** A seat for each name: the first word of Latin letters in it, `ada`, and `ada2` beside it; none is in `words`. */
export function seatsFor(names, words) {
  const taken = new Set(words);
  return names.map((name, index) => {
    const seat = free(plain(name) || `seat${index + 1}`, taken);
    taken.add(seat);
    return seat;
  });
}

/** The number of the first name that is empty, or taken by one before it however its letters are written; or -1. */
export function firstProblem(names) {
  const said = names.map((name) => name.toLowerCase());
  return said.findIndex((name, index) => !name || said.indexOf(name) < index);
}

function plain(name) {
  const letters = name.toLowerCase().replace(/[^\0-~]/g, (each) => LETTERS[each] ?? each);
  const [first = ""] = letters.normalize("NFKD").replace(/\p{M}/gu, "").match(/[a-z][a-z0-9]*/) ?? [];
  return first.slice(0, LONGEST);
}

function free(seat, taken) {
  if (!taken.has(seat)) return seat;
  let number = 2;
  while (taken.has(`${seat}${number}`)) number += 1;
  return `${seat}${number}`;
}
