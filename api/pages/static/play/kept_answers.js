// The caches in which a scribe's page and the answers that it was given stand by for when there is no connection.

/** The cache of the page itself, which is the same for everybody. */
export function pageCache(game) {
  return `oathbook page of ${game}`;
}

/** The cache of the answers to one key: a digest names it, so that the key stands nowhere. */
export async function answersCache(game, authorization) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(authorization)));
  return `oathbook answers of ${game} to ${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Delete all that is kept of a game, but for the caches of these names. */
export async function deleteAnswers(game, ...kept) {
  const names = await caches.keys();
  await Promise.all(names.filter((each) => !kept.includes(each) && (each.endsWith(` of ${game}`) || each.includes(` of ${game} to `))).map((each) => caches.delete(each)));
}
