// The address of a moment: /games/{id}?as=ash&spoilers=hidden#42. Steps replace it, so that Back leaves the replay.
// A copied address has the position in its query (?at=42), which readers without script and previews of links see.

const LIST = ["edition", "player", "state", "badge"]; // which list of games this one was opened from
const QUIET = 300; // milliseconds between two changes: browsers stop a page that changes its address too often

/** What an address says: a position, a viewer, whether spoilers are hidden, and a key that must not stay there. */
export function read(location) {
  const query = new URLSearchParams(location.search);
  const parts = location.hash.slice(1).split("&");
  const position = [...parts, query.get("at") ?? ""].find((part) => /^\d{1,6}$/.test(part));
  return {
    position: position ? Number(position) : null,
    key: parts.find((part) => part.startsWith("key="))?.slice(4) || null,
    viewer: query.get("as"),
    spoilers: query.get("spoilers") === "hidden",
  };
}

/** The address of a moment, without any key; one without a position is where the replay begins. */
export function address({ position, viewer, spoilers }, query = new URLSearchParams()) {
  if (viewer) query.set("as", viewer);
  if (spoilers) query.set("spoilers", "hidden");
  return `${window.location.pathname}${query.size ? `?${query}` : ""}${position ? `#${position}` : ""}`;
}

/** Copy the address of a moment to the clipboard and say so; if that is refused, return it for copying by hand. */
export async function copyLink({ position, ...moment }) {
  const link = new URL(address(moment, new URLSearchParams(position ? { at: position } : {})), window.location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    return `Copied: ${link}`;
  } catch {
    return `Copy this: ${link}`;
  }
}

/** The same for the address bar, which keeps the list of games as well. */
function addressBar(moment) {
  const list = [...new URLSearchParams(window.location.search)].filter(([name, value]) => LIST.includes(name) && value);
  return address(moment, new URLSearchParams(list));
}

let waiting = null;

/** Update the address bar soon. */
export function updateSoon(moment) {
  clearTimeout(waiting);
  waiting = setTimeout(() => history.replaceState(null, "", addressBar(moment)), QUIET);
}

/** Update it at once, on arriving at an address or leaving it; `state` is restored after Back. */
export function updateNow(moment, state = null) {
  clearTimeout(waiting);
  history.replaceState(state, "", addressBar(moment));
}

/** Add an address of its own, so that Back leads to the one before. */
export function pushAddress(moment) {
  clearTimeout(waiting);
  history.pushState(null, "", addressBar(moment));
}
