// The service worker with which a scribe's page starts without a connection; it needs TLS, or a service on this machine.

import { getOfGame } from "../shared/client.js";
import { withRoot } from "../shared/root.js";
import { answersCache, deleteAnswers, pageCache } from "./kept_answers.js";

/** Keep this page, its files and every answer from now on; returns whether the browser does. */
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

/** Keep what the page of a scribe shows, too, so that it starts without a connection; returns whether the browser does. */
export async function keepPage(table) {
  if (!(await startWorker(table.game, table.key))) return false;
  table.takeback.isAllowed = null; // what was asked before there was a worker is asked again, to be kept
  await getOfGame(table.game, "/forms", table.key);
  await table.refresh();
  return true;
}

/** Keep nothing of this game any more. */
export async function stopWorker(game) {
  if (!navigator.serviceWorker) return;
  await deleteAnswers(game);
  await (await navigator.serviceWorker.getRegistration())?.unregister();
}
