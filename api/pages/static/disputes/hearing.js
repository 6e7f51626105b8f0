// The hearing of a dispute: evidence, what was unsealed for the arbiters, rulings, the appeal.

import { valueText } from "../shared/happenings.js";
import { make, playerText } from "../shared/make.js";
import { viewerName } from "../shared/names.js";
import { actorName } from "./parties.js";
import { remedyNodes } from "./remedies.js";

export class Hearing {
  /** Of a game, to whose positions it leads. */
  constructor(game) {
    this.game = game;
  }

  at(position) {
    return make("a", { href: `/games/${this.game}#${position}` }, `position ${position}`);
  }

  /** Evidence, and what was unsealed, in the order in which it came. */
  evidence({ evidence, unsealed }) {
    const items = [...evidence.map((each) => [each, this.added(each)]), ...unsealed.map((each) => [each, this.opened(each)])];
    return inOrder(items);
  }

  added({ by, says, about, at }) {
    const places = about.flatMap((each, index) => [index ? ", " : " about ", this.at(each)]);
    return [make("b", {}, playerText(actorName(by))), ...places, " ", day(at), words(says)];
  }

  opened({ by, of, fields, seats, reason, at }) {
    const shown = fields.map((each) => make("li", {}, `of ${each.to.map(viewerName).join(", ")}: `, "value" in each ? make("b", {}, valueText(each.value)) : "shown to arbiters and to these seats"));
    return [make("b", {}, playerText(actorName(by))), ` unseals what ${seats.map(viewerName).join(", ")} hid at `, this.at(of), " ", day(at), words(reason), make("ul", {}, ...shown)];
  }

  /** Rulings with their reasons and remedies, and the appeal between them. */
  rulings({ rulings, appeal }) {
    const items = rulings.map((each) => [each, this.ruled(each)]);
    if (appeal) items.push([appeal, [make("b", {}, playerText(actorName(appeal.by))), " appeals ", day(appeal.at), words(appeal.grounds)]]);
    return inOrder(items);
  }

  ruled({ by, answer, reasons, against, remedy, also, at }) {
    return [
      make("span", { class: "stands", "data-status": answer }, answer),
      " by ",
      make("b", {}, playerText(actorName(by))),
      " ",
      day(at),
      words(reasons),
      ...(against ? [make("p", {}, "Against the finding: ", make("q", {}, playerText(against)))] : []),
      ...[remedy, ...(also ?? [])].map((each) => make("p", { class: "remedy" }, ...remedyNodes(each, (position) => this.at(position)))),
    ];
  }
}

function inOrder(items) {
  return items.sort(([one], [other]) => one.position - other.position).map(([, children]) => make("li", {}, ...children));
}

function words(says) {
  return make("blockquote", {}, playerText(says));
}

function day(at) {
  return make("time", { datetime: at, class: "about" }, `${at.slice(0, 16).replace("T", " ")} UTC`);
}
