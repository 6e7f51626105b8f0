// Elements made from text: nothing here ever reads a string as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with attributes (a value of false or undefined leaves one out) and children, strings as text. */
export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** What leads to the event since which it is so; `since` says where the answer has its position (tracing.js). */
export function traced(since, ...children) {
  return make("a", { "data-since": since, tabindex: "-1" }, ...children);
}

/** What somebody else wrote, kept from turning the direction of the text around it. */
export function name(text) {
  return make("bdi", {}, text);
}

/** Fill an element anew; whoever had the focus in it keeps it there: on what is current, else on the element. */
export function refill(element, ...children) {
  const had = element.contains(document.activeElement);
  element.replaceChildren(...children);
  if (had) (element.querySelector("[aria-current=true]") ?? element).focus({ preventScroll: true });
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}
