// The choices of a seat, walked step by step, and the line that they make: all by what the service says of the game.

/**
 * A way through the choices of a position. `place` is the place of decisions among the forms of the game. A seat that
 * `must` decide is not asked for the verb where there is only one.
 */
export class ChoiceWalk {
  constructor(place, { nodes, root }, must) {
    Object.assign(this, { nodes, root, must, forms: namedForms(place), path: [] });
    this.settle();
  }

  /** What can be chosen next; nothing where the slots of a verb are open. */
  get edges() {
    return this.nodes[this.path.at(-1)?.edge.to ?? (this.path.length ? -1 : this.root)] ?? [];
  }

  get isWhole() {
    return this.edges.some(({ end }) => end);
  }

  /** Whether the slots after the verb are not listed: the rest has to be written. */
  get isOpen() {
    return this.path.length > 0 && this.edges.length === 0;
  }

  /** The verbs of the position, each an edge from the root. */
  get verbs() {
    return this.nodes[this.root].filter(({ verb }) => verb);
  }

  get verb() {
    return this.path[0]?.edge.verb;
  }

  /** The field that is asked for now. */
  get field() {
    return this.edges.map(fieldOf).find(Boolean);
  }

  /** Take a choice, and every one after it that leaves nothing to choose. */
  take(edge) {
    this.path.push({ edge, isForced: false });
    this.settle();
  }

  settle() {
    if (!this.path.length && !this.must) return;
    for (let [only, ...others] = this.edges; only && !only.end && !others.length; [only, ...others] = this.edges) this.path.push({ edge: only, isForced: true });
  }

  /** Choose again what was chosen on another path, as far as it can be. */
  follow(path) {
    for (const { edge, isForced } of path) {
      const same = isForced || this.edges.find((each) => edgeName(each) === edgeName(edge));
      if (!same) return;
      if (!isForced) this.take(same);
    }
  }

  /** What was chosen, and not forced, with its place on the path. */
  get taken() {
    return this.path.flatMap(({ edge, isForced }, index) => (isForced || edge.verb || edge.done ? [] : [{ edge, index }]));
  }

  /** Go back to before a choice on the path. */
  cut(index) {
    this.path.length = index;
    while (this.path.at(-1)?.isForced && this.edges.length === 1) this.path.pop();
    this.settle();
  }

  /** Choose nothing any more. */
  clear() {
    this.path.length = 0;
    this.settle();
  }

  /** The whole line if this were taken and nothing is left to choose after it, else nothing. */
  lineWith(edge) {
    const kept = [...this.path];
    this.take(edge);
    const line = this.isWhole && this.edges.length === 1 ? this.line : "";
    this.path = kept;
    return line;
  }

  /** The whole line of a verb that leaves nothing to choose, else nothing. */
  lineOfVerb(edge) {
    const kept = this.path;
    this.path = [];
    const line = this.lineWith(edge);
    this.path = kept;
    return line;
  }

  /** How many decisions an edge leads to. */
  count({ to }, known = new Map()) {
    if (to === undefined) return 0;
    if (!known.has(to)) known.set(to, this.nodes[to].reduce((sum, edge) => sum + (edge.end ? 1 : this.count(edge, known)), 0));
    return known.get(to);
  }

  /** The words with which a verb begins. */
  wordsOf(verb) {
    const { row } = this.forms.get(verb);
    const first = row.findIndex(({ word }) => !word);
    return row.slice(0, first < 0 ? row.length : first).map(({ word }) => word).join(" ");
  }

  /** What people call a field of the chosen verb. */
  labelOf(field) {
    const slots = this.forms.get(this.verb).row.flatMap((item) => item.may ?? [item]);
    return slots.find(({ slot }) => slot === field)?.label ?? field.replaceAll("_", " ");
  }

  /** The line as far as it is chosen, in the order of its form. */
  get line() {
    if (!this.path.length) return "";
    const { usual, row } = this.forms.get(this.verb);
    const chosen = chosenFields(this.path);
    const words = [];
    const isDone = this.isWhole;
    for (const item of row) {
      const parts = item.may ?? [item];
      const slots = parts.filter(({ slot }) => slot);
      const isPending = slots.some(({ slot }) => !chosen.get(slot)?.isWhole) && !isDone;
      if (item.may && !isPending && !slots.some(({ slot }) => chosen.has(slot) && !alike(chosen.get(slot).value, usual[slot]))) continue;
      if (item.may && isPending && !slots.some(({ slot }) => chosen.has(slot) || slot === this.field)) continue;
      for (const { word, slot } of parts) {
        if (slot && !chosen.get(slot)?.isWhole) return `${joined([...words, ...(chosen.get(slot)?.list ?? [])])}${chosen.has(slot) ? ", " : " "}`;
        words.push(slot ? chosen.get(slot).words : word);
      }
    }
    return joined(words);
  }
}

/** The field that an edge fills, adds to or closes. */
export function fieldOf({ slot, item, done }) {
  return slot ?? item ?? done;
}

function edgeName({ verb, words, ...edge }) {
  return [verb ?? fieldOf(edge), words].join(" ");
}

/** The words of a value as people read them: without the marks that tell a line where they end. */
export function spoken(words) {
  return words.replaceAll(/"([^"]*)"/g, "$1").replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
}

/** The forms of decisions by the names that verbs have. */
function namedForms(place) {
  const kinds = place.of.filter(({ takes }) => takes === "form");
  return new Map(kinds.flatMap(({ tag, usual, forms }) => forms.map(({ row }, number) => [`${Object.values(tag).join("")}/${number}`, { usual, row }])));
}

/** By field: the words and the value of what a path chose; of a list that is not closed, its words so far. */
function chosenFields(path) {
  const found = new Map();
  const items = new Map();
  for (const { edge } of path) {
    const { slot, item, done, words, value } = edge;
    if (slot) found.set(slot, { words, value, isWhole: true });
    if (item) {
      items.set(item, [...(items.get(item) ?? []), { words, value }]);
      found.set(item, { list: [items.get(item).map((each) => each.words).join(", ")], isWhole: false });
    }
    if (done) {
      const all = items.get(done) ?? [];
      found.set(done, { words: all.map((each) => each.words).join(", ") || "nothing", value: all.map((each) => each.value), isWhole: true });
    }
  }
  return found;
}

/** What stands below the line before anything is chosen. */
export function hintOf(choices, walk, isBehind) {
  if (!walk) return isBehind ? "" : "Nothing is listed for you now; what you may do out of turn can be typed.";
  const { complete, count } = choices;
  if (walk.path.length) return "";
  if (!count) return complete ? "Nothing is to be decided by you now." : "Nothing is listed for you now; what is open can be typed.";
  return complete ? `${count} possible, all of them here.` : `${count} listed; others can be typed.`;
}

function joined(words) {
  return words.join(" ").replaceAll(/ ([,:;])/g, "$1");
}

function alike(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
