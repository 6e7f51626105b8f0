// The caches of a scribe's page and of the service's answers, for use without a connection.

/** Returns the name of the cache for the page itself, which is the same for every key. */
export function pageCache(game) {
  return `oathbook page of ${game}`;
}

/** Returns the name of the cache for the answers to one key. It contains a digest instead of the key. */
export async function answersCache(game, authorization) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(authorization)));
  return `oathbook answers of ${game} to ${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Delete all that is kept of a game, except the caches of these names. */
export async function deleteAnswers(game, ...kept) {
  const names = await caches.keys();
  await Promise.all(names.filter((each) => !kept.includes(each) && (each.endsWith(` of ${game}`) || each.includes(` of ${game} to `))).map((each) => caches.delete(each)));
}
