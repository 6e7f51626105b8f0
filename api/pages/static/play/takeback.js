// Taking back at the table: one's own last decision, what that takes, and the answers of those who have to agree.

import { ServiceError, getOfGame } from "../shared/client.js";
import { make } from "../shared/make.js";

const FAR = 60; // events that are looked through for what can go back

export class TakebackPanel {
  /** `table` is the page; `line` is filled, and hidden where there is nothing to say. */
  constructor(table, line) {
    Object.assign(this, { table, line, isAllowed: null });
  }

  /** Show what can be taken back at a position, or an open request; returns sentences about requests to this seat. */
  async bring(position) {
    const { table } = this;
    const { game, key, head } = table;
    if (this.isAllowed === null) {
      const [{ event }] = (await getOfGame(game, "/events", key, { limit: 1 })).events;
      this.isAllowed = (event.data.takebacks ?? "never") !== "never";
    }
    if (!this.isAllowed || head.closed) {
      this.show();
      return [];
    }
    const { events } = await getOfGame(game, "/events", key, { after: Math.max(0, position - FAR), limit: FAR });
    const all = events.map(({ event }) => event);
    const asked = openRequest(all);
    if (asked) return this.showRequest(asked);
    this.showOwn(table.isScribe ? null : lastDecision(all, table.seat)); // a scribe strikes out rows instead
    return [];
  }

  show(...children) {
    this.line.hidden = !children.length;
    this.line.replaceChildren(...children);
  }

  showOwn(decision) {
    if (decision) this.show(this.button("Take back my last decision", () => this.advise(decision)));
    else this.show();
  }

  /** Say what it takes before it is done. */
  async advise(decision) {
    try {
      const { needs, decisions } = await getOfGame(this.table.game, "/takeback", this.table.key, { from: decision });
      const many = decisions === 1 ? "One decision" : `${decisions} decisions`;
      const names = needs.map((seat) => this.table.nameOf(seat)).join(", ");
      this.show(
        make("span", {}, `${many} would no longer count${names ? `, if ${names} agree${needs.length === 1 ? "s" : ""}` : ""}. `),
        this.button(names ? "Ask" : "Take it back", () => this.act("", { from: decision })),
        this.button("Keep it", () => this.showOwn(decision)),
      );
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      this.show(make("span", {}, `It cannot be taken back: ${problem.message}`));
    }
  }

  showRequest({ n: position, by, data: { from, needs }, answered }) {
    const { table } = this;
    const waiting = needs.filter((seat) => !answered.includes(seat));
    const asks = `${by === table.seat ? "You ask" : `${table.nameOf(by)} asks`} to go back to before position ${from}. `;
    const isMine = waiting.includes(table.seat);
    const answer = (says, agrees) => this.button(says, () => this.act(`/${position}/answer`, { agrees }));
    this.show(make("span", {}, asks, isMine ? "" : `Waiting for ${waiting.map((seat) => table.nameOf(seat)).join(", ")}.`), ...(isMine ? [answer("Agree", true), answer("Do not agree", false)] : []));
    return isMine ? [asks.trim()] : [];
  }

  button(says, pressed) {
    const button = make("button", { type: "button" }, says);
    button.addEventListener("click", pressed);
    return button;
  }

  async act(path, body) {
    const { table } = this;
    try {
      await table.acts.act(`/takeback${path}`, body, `"${table.position}"`);
      await table.inOrder(() => table.catchUp());
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      table.notices.lose(problem.message);
    }
  }
}

/** The path and body of what a line says about taking back. */
export function takebackRequest({ asked, ...body }) {
  return [asked ? `/takeback/${asked}/answer` : "/takeback", body];
}

/** The last request among events that is still open, with those who have agreed. */
function openRequest(events) {
  const asked = events.findLast(({ type }) => type.startsWith("game.takeback-asked/"));
  const since = events.filter(({ n }) => asked && n > asked.n);
  const answers = since.filter(({ type }) => type.startsWith("game.takeback-answered/"));
  const isOver = since.some(({ type }) => /^game\.(decision|taken-back|ended)\//.test(type)) || answers.some(({ data }) => !data.agrees);
  return asked && !isOver ? { ...asked, answered: answers.map(({ by }) => by) } : null;
}

/** The position of the last decision of a seat that still counts. */
function lastDecision(events, seat) {
  const back = events.filter(({ type }) => type.startsWith("game.taken-back/"));
  const counts = ({ n }) => !back.some((each) => each.n > n && each.data.from <= n);
  return events.findLast((each) => each.type.startsWith("game.decision/") && each.by === seat && counts(each))?.n;
}
