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

/** Delete all caches of a game. */
export async function deleteAnswers(game) {
  const names = await caches.keys();
  await Promise.all(names.filter((each) => each.includes(` of ${game}`)).map((each) => caches.delete(each)));
}
