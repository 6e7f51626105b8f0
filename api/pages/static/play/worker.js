// The service worker of a scribe's page. Without a connection it answers from the caches.

import { answersCache, pageCache } from "./kept_answers.js";

const ANSWERS = /\/v1\/games\/([^/]+)(\/(forms|options|scenes|lines|promises|events))?$/;
const PLACES = ["at", "from", "to", "after"]; // parameters with positions: only the newest answer is cached, whatever its position
const [, GAME] = /\/games\/([^/]+)\/scribe$/.exec(new URL(self.registration.scope).pathname);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const { origin, pathname } = address;
  if (request.method !== "GET" || request.cache === "no-store" || origin !== self.location.origin) return;
  if (request.mode === "navigate" || pathname.includes("/static/")) event.respondWith(pageOrKept(request, pathname));
  else if (ANSWERS.exec(pathname)?.[1] === GAME) event.respondWith(answerOrKept(event, slotOf(address)));
});

/** Returns the page or one of its files. Addresses of files contain a digest, so a cached file is never out of date. */
async function pageOrKept(request, pathname) {
  const find = () => caches.match(pathname, { cacheName: pageCache(GAME), ignoreVary: true });
  if (request.mode !== "navigate") return (await find()) ?? fetch(request);
  return fetch(request).catch(async (problem) => (await find()) ?? Promise.reject(problem));
}

/** Returns the address under which an answer is cached. */
function slotOf({ pathname, searchParams }) {
  for (const each of PLACES) searchParams.delete(each);
  return `${pathname}?${searchParams}`;
}

/** Returns an answer of the service, and caches it if this key has a cache; without a connection, the cached answer. */
async function answerOrKept(event, slot) {
  const { request, clientId } = event;
  const name = await answersCache(GAME, request.headers.get("Authorization") ?? "");
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keep(name, slot, answer.clone()));
    return answer;
  } catch (problem) {
    const found = problem.name !== "AbortError" && (await caches.match(slot, { cacheName: name, ignoreVary: true }));
    if (!found) throw problem;
    (await self.clients.get(clientId))?.postMessage("silent");
    return found;
  }
}

/** Keep an answer if the page has made a cache for this key; a browser that is full keeps none. */
async function keep(name, slot, answer) {
  if (await caches.has(name)) await caches.open(name).then((cache) => cache.put(slot, answer)).catch(() => {});
}
