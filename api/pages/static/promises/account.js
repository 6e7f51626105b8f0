// The account of a promise: its proof as a tree of lines, and who answers for what, at what price.

import { make } from "../shared/make.js";
import { nameNodes, viewerName, withNames } from "../shared/names.js";
import { label, part, spanOf } from "./letters.js";

export class Account {
  /** `replay` is the address of the replay, to which positions lead; the clauses are those of an edition, the names those of its seats. */
  constructor({ replay, edition, leading, seats }) {
    Object.assign(this, { replay, edition, leading, seats });
  }

  /** A part of an audit; `letter` is the text that its spans point into. */
  part(part, letter, isOnly) {
    const told = [
      ...(isOnly ? [] : [make("h3", {}, part.obligors.map(viewerName).join(", "))]),
      ...(part.vacuous ? [make("p", {}, "It never came due.")] : []),
      ...this.blame(part, letter),
      this.listed("Referrals", part.referrals.map((each) => this.about(each.path, withoutLabel(each), part.spans, letter))),
      this.listed("Excused", part.answers.filter((each) => !part.blamed.includes(each.seat)).map((each) => this.about(each.path, each.says, part.spans, letter))),
      make("h4", {}, "Proof"),
      this.tree(part, letter),
    ];
    return make("section", { class: "part" }, ...told.filter(Boolean));
  }

  /** Who pays, how much, and what shows that they caused it. */
  blame({ status, blamed, penalties, answers, spans }, letter) {
    if (status !== "broken") return [];
    if (!blamed.length) return [make("p", { class: "price" }, "Nobody pays.")];
    return blamed.flatMap((seat) => {
      const due = penalties.find((each) => each.seat === seat);
      const shown = answers.filter((each) => each.seat === seat && each.pays);
      return [
        make("p", { class: "price" }, make("b", {}, ...nameNodes(viewerName(seat))), ...this.price(due)),
        make("ul", {}, ...shown.map((each) => this.about(each.path, each.says, spans, letter))),
      ];
    });
  }

  price(due) {
    if (!due) return [" is to blame, which costs nothing here."];
    const { amount, reserve, cites, readings, applies } = due;
    const clauses = [...cites, ...readings].flatMap((id) => [" ", this.clause(id)]);
    return [applies ? ` pays ${amount} ${reserve}.` : ` is to pay ${amount} ${reserve}, once a judge has settled the rest.`, ...clauses];
  }

  clause(id) {
    return make("a", { class: "clause", href: `/rulesets/${this.edition}${this.leading}#${id}` }, id);
  }

  listed(title, items) {
    return items.length ? make("div", {}, make("h4", {}, title), make("ul", {}, ...items)) : null;
  }

  /** The proof: a line stands in the one that it explains. */
  tree({ account, spans }, letter) {
    const root = make("ul", { class: "proof" });
    const open = [{ list: root, depth: -1 }];
    for (const { says, path, depth } of account) {
      while (open.at(-1).depth >= depth) open.pop();
      const item = this.about(path, says, spans, letter);
      open.at(-1).list.append(item);
      const list = make("ul");
      item.append(list);
      open.push({ list, depth });
    }
    for (const list of root.querySelectorAll("ul:empty")) list.remove();
    return root;
  }

  /** A line about a clause, which marks its words while it is pointed at or has the focus. */
  about(path, says, spans, letter) {
    const span = spanOf(spans, path);
    if (!span) return make("li", {}, ...this.linked(says));
    const link = make("a", { class: "clause", href: "#letter", "aria-label": `${label(path)}, “${part(letter, ...span)}”` }, label(path));
    return make("li", { "data-span": span.join(" ") }, link, ": ", ...this.linked(says));
  }

  /** A sentence in which every event and position leads there. */
  linked(says) {
    return says.split(/((?:event|position) \d+)/).flatMap((words, index) => (index % 2 ? [this.led(words)] : nameNodes(withNames(words.replaceAll("->", "→"), this.seats))));
  }

  led(words) {
    return make("a", { href: `${this.replay}#${words.split(" ")[1]}` }, words);
  }
}

/** What is said about a clause, without the name of it in front. */
function withoutLabel({ path, says }) {
  const name = `${label(path)}: `;
  return says.startsWith(name) ? says.slice(name.length) : says;
}
