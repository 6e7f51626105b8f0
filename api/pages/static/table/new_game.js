// The form in which a game is opened: four questions, what is opened, and one button.

import { Acts } from "../shared/acts.js";
import { Key, ServiceError } from "../shared/client.js";
import { clearProblems, problemFields, showField, showProblem } from "../shared/form_problems.js";
import { keepKeys } from "../shared/kept_keys.js";
import { make, playerText } from "../shared/make.js";
import { capital } from "../shared/names.js";
import { withRoot } from "../shared/root.js";
import { handOver, inviteLink } from "./invitations.js";
import { PlayerRows } from "./player_rows.js";
import { makesDigests, newKey } from "./seat_keys.js";
import { seatsFor } from "./seat_names.js";
import { SetupFields } from "./setup_fields.js";

const HOST = ""; // the name under which the host's key is kept
const OPERATOR = "opening"; // the slot of an operator's key: no game has this id
const PLACES = { apart: "the others get a link or a code each", around: "all seats play on this device", table: "one person writes for all seats" };
const AGAIN = "The service did not answer. Press the button again: that opens one game, not two.";

const page = document.getElementById("lobby");
const at = (id) => document.getElementById(id);

class NewGame {
  constructor() {
    const choices = JSON.parse(page.dataset.choices);
    Object.assign(this, { form: at("open"), key: new Key(OPERATOR), made: new Map(), isSent: false, words: JSON.parse(page.dataset.words) });
    this.choices = new Map(choices.map((each) => [each.key, each]));
    this.acts = new Acts("/v1/games", this.key);
    this.rows = new PlayerRows(this.form.querySelector(".players"));
    this.setup = new SetupFields(this.form);
    if (!makesDigests()) at("keys").textContent = "The service makes the keys, and keeps only their digests.";
    this.form.addEventListener("input", ({ target }) => this.changed(target.name));
    this.form.addEventListener("click", () => this.changed());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open();
    });
    this.changed();
  }

  get choice() {
    return this.choices.get(this.form.elements.edition.value);
  }

  /** Where they sit: `apart`, `around` one device, or at a `table` where one writes for all. */
  get place() {
    return this.form.elements.place.value;
  }

  /** The seats with their players, in order. */
  get seats() {
    const { names } = this.rows;
    const seats = seatsFor(names, this.words);
    return names.map((player, index) => ({ seat: seats[index], player }));
  }

  /** Let everything else follow from what was changed. */
  changed(field) {
    const { choice, form, setup } = this;
    if (setup.edition !== choice.key) setup.offer(choice); // a click comes before what it puts in
    if (field === "start") setup.isOwnStart = true;
    if (field === "chance") this.isOwnChance = true;
    if (field === "place" && !this.isOwnChance) form.elements.chance.value = this.place === "table" ? "witnessed" : "seeded";
    const box = choice.boxes.find(({ name }) => name === form.elements.components.value);
    this.rows.show(box, { isOpen: setup.isOwnStart });
    setup.writeStart(choice, this.seats.map(({ seat }) => seat));
    at("me").hidden = this.place !== "apart";
    this.tell(choice);
  }

  /** Say what is about to be opened. */
  tell({ title, key }) {
    const { seats } = this;
    const players = seats.flatMap(({ player }, index) => [index ? ", " : "", playerText(player)]);
    at("what").replaceChildren(make("b", {}, title), ` (${key}), with ${this.setup.words}.`);
    const lines = [
      [`${seats.length} seat${seats.length === 1 ? "" : "s"}`, ...(seats.length ? [": ", ...players] : [])],
      [this.form.elements.chance.value === "seeded" ? "draws from a committed seed" : "draws as the players tell them"],
      ["all secrets open once it is over"],
      ["a decision may be taken back if all whom it concerns agree"],
      [PLACES[this.place]],
    ];
    at("how").replaceChildren(...lines.map((each) => make("li", {}, ...each)));
  }

  /** Open it, keep its keys, and go on. */
  async open() {
    if (this.isSent) return;
    this.isSent = true;
    clearProblems(this.form);
    try {
      this.rows.check(this.choice);
      const { seats } = this;
      const { value } = this.form.elements.operator;
      if (value) this.key.take(value);
      const told = await this.acts.act("", await this.body(seats));
      this.key.keep();
      this.goOn(told.game, this.keysOf(told), seats);
    } catch (problem) {
      if (!problem.problem && !(problem instanceof ServiceError)) throw problem;
      this.refuse(problem);
    } finally {
      this.isSent = false;
    }
  }

  /** What to send. The same form has the same keys, so that it opens one game however often it is sent. */
  async body(seats) {
    const { choice, form, setup } = this;
    const holders = [HOST, ...(this.place === "table" ? [] : seats.map(({ seat }) => seat))];
    const digests = makesDigests() ? await this.digests(holders) : new Map();
    return {
      edition: choice.key,
      seats: seats.map((each) => ({ ...each, ...(this.place === "table" ? { key: null } : digests.has(each.seat) ? { key: digests.get(each.seat) } : {}) })),
      ...setup.body(),
      chance: form.elements.chance.value,
      entry: this.place === "table" ? "scribe" : "seats",
      takebacks: "by-consent",
      host_key: digests.get(HOST) ?? null,
    };
  }

  async digests(seats) {
    for (const seat of seats) if (!this.made.has(seat)) this.made.set(seat, await newKey());
    return new Map(seats.map((seat) => [seat, this.made.get(seat).digest]));
  }

  /** The keys of a game, made here or there. */
  keysOf({ keys: { host, seats } }) {
    const made = Object.fromEntries([...this.made].map(([seat, { key }]) => [seat, key]));
    const all = { ...made, ...seats, [HOST]: host ?? made[HOST] };
    this.made = new Map();
    return all;
  }

  /** Keep the keys and leave; a page that cannot keep them shows them instead. */
  goOn(game, made, seats) {
    const isWritten = this.place === "table";
    const sitting = isWritten ? [] : seats;
    const keys = Object.fromEntries([HOST, ...sitting.map(({ seat }) => seat)].map((each) => [each, made[each]]));
    const invited = this.place === "apart" ? sitting.slice(1).map(({ seat }) => seat) : [];
    const page = isWritten ? "scribe" : "play";
    if (keepKeys(game, keys, { title: this.choice.title, seats, invited, page })) {
      window.location.assign(withRoot(`/games/${game}/${invited.length ? "invite" : page}`));
      return;
    }
    const section = at("links");
    const item = ({ seat, player }) => make("li", {}, make("h3", {}, playerText(player || capital(seat))), ...handOver(inviteLink(game, keys[seat], page), player));
    section.querySelector("ul").replaceChildren(...[...sitting, { seat: HOST, player: isWritten ? "Who writes" : "The host" }].map(item));
    for (const link of section.querySelectorAll("input")) link.hidden = false;
    this.form.hidden = true;
    section.hidden = false;
    section.querySelector("h2").focus();
  }

  /** Show a refusal at its field. */
  refuse({ problem, message, status }) {
    if (status === 401 || status === 403) {
      this.key.drop();
      showField(at("operator"), true);
      showProblem(this.form, { ...problem, field: "operator", detail: status === 401 ? "Only holders of a key may open games here: ask whoever runs this service." : problem.detail });
      return;
    }
    const found = atField(problem ?? { detail: status === 0 ? AGAIN : message });
    if (problemFields(found).some((each) => at("more").querySelector(`[name="${CSS.escape(each)}"]`))) at("more").open = true;
    showProblem(this.form, found);
    const note = this.form.querySelector(":scope > .refused"); // of no field: beside the button that was pressed
    if (note) this.form.querySelector(".summary").append(note);
  }
}

/** A problem with a part of the setup, at its field: `seats[0].player: …`, `start.players: …`, `body: start: …`. */
function atField(problem) {
  const { detail = "" } = problem;
  const [, number, name] = /^(?:body\.)?seats[.[](\d+)\]?\.player: (.+)$/s.exec(detail) ?? [];
  if (number) return { field: `player-${Number(number) + 1}`, detail: name };
  const [, field, inner, says] = /^(?:body: )?(start|components|switches|seats)([\w.-]*: )(.+)$/s.exec(detail) ?? [];
  return field ? { field, detail: inner === ": " ? says : `${field}${inner}${says}` } : problem;
}

new NewGame();
page.dataset.ready = "";
