// Starts and stops the service worker that opens a scribe's page without a connection. It needs TLS or localhost.

import { getOfGame } from "../shared/client.js";
import { withRoot } from "../shared/root.js";
import { answersCache, deleteAnswers, pageCache } from "./kept_answers.js";

/** Cache this page, its files and every answer from now on; returns false if the browser has no service workers. */
async function startWorker(game, key) {
  if (!navigator.serviceWorker) return false;
  const { pathname } = window.location;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const page = await caches.open(pageCache(game));
  const answers = await answersCache(game, key.headers.Authorization);
  await caches.open(answers);
  await deleteAnswers(game, pageCache(game), answers); // of a key that was replaced
  await navigator.serviceWorker.register(withRoot("/games/worker.js"), { scope: pathname });
  await page.addAll([pathname, ...files.filter((each) => each.includes("/static/"))]);
  if (navigator.serviceWorker.controller) return true;
  return new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", () => done(true), { once: true }));
}

/** Start the service worker and cache what the page shows; returns false if the browser has no service workers. */
export async function keepPage(table) {
  if (!(await startWorker(table.game, table.key))) return false;
  table.takeback.isAllowed = null; // ask again for everything from before there was a worker, so that it is cached
  await getOfGame(table.game, "/forms", table.key);
  await table.refresh();
  return true;
}

/** Delete the caches of this game and its service worker. */
export async function stopWorker(game) {
  if (!navigator.serviceWorker) return;
  await deleteAnswers(game);
  await (await navigator.serviceWorker.getRegistration())?.unregister();
}
