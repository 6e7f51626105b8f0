// The form for ruling on a clause of a promise, by the table or by the judge that the letter names.

import { make } from "../shared/make.js";
import { viewerName } from "../shared/names.js";
import { showFieldsFor } from "../shared/form_problems.js";
import { label } from "./letters.js";

const TABLE = "table";

export class RulingForm {
  constructor(form) {
    Object.assign(this, { form, obligors: [] });
    form.elements.value.addEventListener("change", () => showFieldsFor(form, form.elements.value.value));
  }

  /** Offer the clauses that this viewer may rule on, waiting ones first, and return whether there are any. */
  offer({ clauses = [], obligors, rulings }, referred, head) {
    const all = (each) => clauses.filter((other) => other === each || (other.judge && other.path.startsWith(`${each.path}.`)));
    const may = clauses.filter((each) => all(each).every((other) => mayRule(other, rulings, head)));
    this.form.hidden = !may.length;
    const waits = ({ path }) => referred.includes(path);
    const { path } = this.form.elements;
    const { value } = path;
    const inOrder = [...may.filter(waits), ...may.filter((each) => !waits(each))];
    path.replaceChildren(...inOrder.map((each) => make("option", { value: each.path, selected: each.path === value }, named(each, waits(each)))));
    this.ask(obligors);
    return may.length > 0;
  }

  /** Ask for each obligor whether they are to blame or excused; choices stay. */
  ask(obligors) {
    if (obligors.join() === this.obligors.join()) return;
    this.obligors = obligors;
    const choices = [["", "is not named"], ["blamed", "is to blame"], ["excused", "is excused"]];
    const fields = obligors.map((seat) => make("label", {}, `${viewerName(seat)} `, make("select", { name: `of ${seat}` }, ...choices.map(([value, says]) => make("option", { value }, says)))));
    this.form.elements.blamed.querySelector("div").replaceChildren(...fields);
    showFieldsFor(this.form, this.form.elements.value.value);
  }

  /** What the form sends. */
  body(fields) {
    const named = (how) => this.obligors.filter((seat) => fields.get(`of ${seat}`) === how);
    return { path: fields.get("path"), value: fields.get("value"), blamed: named("blamed"), excused: named("excused"), reason: fields.get("reason") };
  }
}

/** Whether this viewer rules on a clause: its judge does, or the table after the game if the judge has not ruled. */
function mayRule({ path, judge }, rulings, { as: viewer, closed }) {
  const hasRuled = () => rulings.some((each) => each.by === judge && (path === each.path || path.startsWith(`${each.path}.`)));
  return viewer === (judge ?? TABLE) || (viewer === TABLE && closed && !hasRuled());
}

/** A clause, and why it waits for a ruling. */
function named({ path, judge }, waits) {
  return [label(path), ...(judge ? ["in plain words"] : []), ...(waits ? ["left to a judge"] : [])].join(", ");
}
