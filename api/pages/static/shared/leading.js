// Where the links of a replay lead: whoever hides spoilers comes to no page that shows them.

/** How the address of another page goes on. */
export function kept(isHidden) {
  return isHidden ? "?spoilers=hidden" : "";
}

/** Let all links hide spoilers, or show them; what else their addresses say stays. One that tells of all is none then. */
export function lead(isHidden) {
  for (const link of document.querySelectorAll("[data-tells]")) {
    if (isHidden) link.removeAttribute("href");
    else link.setAttribute("href", link.dataset.tells);
  }
  for (const link of document.querySelectorAll("a[href^='/']")) {
    const query = new URLSearchParams(link.search);
    if (isHidden) query.set("spoilers", "hidden");
    else query.delete("spoilers");
    link.setAttribute("href", `${link.pathname}${query.size ? `?${query}` : ""}${link.hash}`);
  }
}
