// The service worker with which a scribe's page starts without a connection; it needs TLS, or a service on this machine.

import { withRoot } from "../shared/root.js";
import { answersCache, deleteAnswers, pageCache } from "./kept_answers.js";

/** Keep this page, its files and every answer from now on; returns whether the browser does. */
export async function startWorker(game, key) {
  if (!navigator.serviceWorker) return false;
  const { pathname } = window.location;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const page = await caches.open(pageCache(game));
  await caches.open(await answersCache(game, key.headers.Authorization));
  await navigator.serviceWorker.register(withRoot("/games/worker.js"), { scope: pathname });
  await page.addAll([pathname, ...files.filter((each) => each.includes("/static/"))]);
  if (navigator.serviceWorker.controller) return true;
  return new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", () => done(true), { once: true }));
}

/** Keep nothing of this game any more. */
export async function stopWorker(game) {
  if (!navigator.serviceWorker) return;
  await deleteAnswers(game);
  await (await navigator.serviceWorker.getRegistration())?.unregister();
}
