// The history of a promise as a list: who did what with it, and what was claimed, answered and ruled.

import { make, playerText } from "../shared/make.js";
import { nameNodes, viewerName } from "../shared/names.js";
import { label, spanOf } from "./letters.js";

/** Offer, signatures, consents and ends in their order; `link` leads to a position, `address` to another promise. */
export function historyItems(promise, link, address) {
  const { by, offered_at: offered, signed, bound_at: bound, consented, replaces, replaced_by: heir, taken_back: back } = promise;
  const of = (id) => make("a", { href: address(id) }, id);
  const steps = [
    [offered, ...nameNodes(`${viewerName(by)} offers it`), ...(replaces ? [" in place of ", of(replaces)] : [])],
    ...signed.map(({ seat, position }) => [position, ...nameNodes(`${viewerName(seat)} signs it${position === bound ? ", which makes it binding" : ""}`)]),
    ...consented.map(({ seat, position }) => [position, ...nameNodes(`${viewerName(seat)} consents to its release`)]),
    ...back.map(({ broken_at: broken, taken_back_at: to }) => [broken, "broken; ", link(`taken back at ${to}`, to)]),
  ].sort(([one], [other]) => one - other);
  const items = steps.map(([position, ...says]) => make("li", {}, link(`Position ${position}`, position), ": ", ...says));
  const end = endText(promise);
  if (heir) items.push(make("li", {}, "It was replaced by ", of(heir)));
  else if (end) items.push(make("li", {}, ...nameNodes(end)));
  return items;
}

function endText({ stands, signers, signed }) {
  const missing = signers.filter((seat) => !signed.some((each) => each.seat === seat)).map(viewerName).join(", ");
  return {
    offered: `Still to sign: ${missing}`,
    declined: "It was declined",
    withdrawn: "It was withdrawn",
    released: "It was released",
    ended: "It was released after it was broken: the duties that still ran have ended, and the breach stays",
  }[stands];
}

/** Claims with their answers, and rulings, in the order in which they were made. */
export function claimItems({ claims: made, rulings }, link, spans) {
  const all = [
    ...made.map((each) => [each.position, claim(each, link, spans)]),
    ...rulings.map((each) => [each.position, ruling(each, link, spans)]),
  ];
  return all.sort(([one], [other]) => one - other).map(([, item]) => item);
}

function claim({ position, by, path, claims: claimed, about, says, answers }, link, spans) {
  const places = about.flatMap((each, index) => [index ? ", " : " at ", link(`position ${each}`, each)]);
  const answered = answers.map((each) => make("li", {}, link(`Position ${each.position}`, each.position), ...nameNodes(`: ${viewerName(each.by)} answers: `), make("q", {}, playerText(each.says))));
  return item(path, spans, link(`Position ${position}`, position), ...nameNodes(`: ${viewerName(by)} claims that ${label(path)} was ${claimed}`), ...places, ...quotation(says), ...(answered.length ? [make("ul", {}, ...answered)] : []));
}

function ruling({ position, by, path, value, blamed, excused, reason, revised }, link, spans) {
  const seats = [["to blame", blamed], ["excused", excused]].filter(([, each]) => each.length).map(([how, each]) => `, ${how}: ${each.map(viewerName).join(", ")}`);
  const words = value === "not-applicable" ? "does not apply" : value === "met" ? "is met" : "has failed";
  return item(path, spans, link(`Position ${position}`, position), ...nameNodes(`: ${viewerName(by)} rules that ${label(path)} ${words}${seats.join("")}`), ...quotation(reason), ...(revised ? [" (revised later)"] : []));
}

function quotation(words) {
  return words ? [": ", make("q", {}, playerText(words))] : [];
}

function item(path, spans, ...children) {
  const span = spanOf(spans, path);
  return make("li", { "data-span": span ? span.join(" ") : false }, ...children);
}
