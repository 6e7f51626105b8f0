// Elements made from text: nothing here ever reads a string as markup.

import { withRoot } from "./root.js";

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with attributes (a value of false or undefined leaves one out) and children, strings as text. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A link to the event that last changed something; `since` says where the answer has its position (provenance.js). */
export function provenanceLink(since, ...children) {
  return make("a", { "data-since": since, tabindex: "-1" }, ...children);
}

/** Text from a player, isolated so that it cannot change the direction of the text around it. */
export function playerText(text) {
  return make("bdi", {}, text);
}

/** Replace the children of an element; a focus in it moves to the current child, else to the element. */
export function refill(element, ...children) {
  const had = element.contains(document.activeElement);
  element.replaceChildren(...children);
  if (had) (element.querySelector("[aria-current=true]") ?? element).focus({ preventScroll: true });
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value === true ? "" : key === "href" ? withRoot(value) : value);
  }
  element.append(...children);
  return element;
}
