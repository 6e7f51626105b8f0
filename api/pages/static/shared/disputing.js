// The way from a replay to the form in which the moment that is shown is disputed.

/** Let a link lead whoever sits at the table to the form, for where `replay` stands when they follow it. */
export function leadToForm(link, replay) {
  const lead = () => {
    const { position, viewer, spoilers } = replay.moment;
    const query = new URLSearchParams({ at: position, ...(viewer ? { as: viewer } : {}), ...(spoilers ? { spoilers: "hidden" } : {}) });
    link.href = `${link.pathname}?${query}`;
  };
  for (const each of ["pointerdown", "focus", "click"]) link.addEventListener(each, lead);
}

/** Whether somebody may dispute something: a seat of the game, or its host. */
export function maySay({ as: viewer, seats }) {
  return viewer === "table" || seats.some(({ seat }) => seat === viewer);
}
