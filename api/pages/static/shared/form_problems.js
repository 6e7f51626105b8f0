// Shows a refusal at the field that it is about.

import { make } from "./make.js";

/** The names of fields that a problem speaks of, the nearest first: `claim: at: …` is about `at`, else about `claim`. */
export function problemFields({ field, fields: others = [], detail = "" }) {
  const led = detail.split(": ").slice(0, -1).filter((each) => /^[\w.-]+$/.test(each));
  const parts = [...others.flatMap((each) => each.field.split(".")), ...(field ? [field] : []), ...led];
  return parts.reverse();
}

/** Show the refusal at its field and focus the field; at the end of the form if no visible field fits. */
export function showProblem(form, problem) {
  clearProblems(form);
  const says = problem.detail || problem.title || "it was refused";
  const field = problemFields(problem).map((each) => form.elements[each]).find((each) => each?.name && each.offsetParent !== null);
  const note = make("p", { class: "refused", id: `refused-${form.dataset.act ?? form.id}`, role: "alert" }, says);
  if (!field) {
    form.append(note);
    return;
  }
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", note.id);
  (field.closest("label") ?? field).after(note);
  (field.matches("fieldset") ? field.querySelector("input, select") ?? field : field).focus();
}

/** Remove earlier refusals. */
export function clearProblems(form) {
  for (const note of form.querySelectorAll(".refused")) note.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) for (const each of ["aria-invalid", "aria-describedby"]) field.removeAttribute(each);
}

/** Show the fields of one choice and no others: hidden fields are not required and not sent. */
export function showFieldsFor(form, choice) {
  for (const each of form.querySelectorAll("[data-for]")) showField(each, each.dataset.for.split(" ").includes(choice));
}

/** Show a label with its field, or neither. */
export function showField(label, isAsked) {
  label.hidden = !isAsked;
  for (const field of label.querySelectorAll("input, select, textarea")) field.disabled = !isAsked;
}

/** The positions that a field lists, in order, each once. */
export function parsePositions(text) {
  return [...new Set((text.match(/\d+/g) ?? []).map(Number))].sort((one, other) => one - other);
}
