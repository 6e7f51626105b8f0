// The link from a replay to the form for disputing the shown moment.

/** Make a link lead to the form for the position that `replay` shows when the link is followed. */
export function leadToForm(link, replay) {
  const lead = () => {
    const { position, viewer, spoilers } = replay.moment;
    const query = new URLSearchParams({ at: position, ...(viewer ? { as: viewer } : {}), ...(spoilers ? { spoilers: "hidden" } : {}) });
    link.href = `${link.pathname}?${query}`;
  };
  for (const each of ["pointerdown", "focus", "click"]) link.addEventListener(each, lead);
}

/** Whether this viewer may file a claim: a seat of the game or its host may. */
export function mayFileClaim({ as: viewer, seats }) {
  return viewer === "table" || seats.some(({ seat }) => seat === viewer);
}
