// The links of a replay: while spoilers are hidden, none leads to a page that shows them.

/** How the address of another page goes on. */
export function spoilerQuery(isHidden) {
  return isHidden ? "?spoilers=hidden" : "";
}

/** Make all links hide or show spoilers; the rest of their addresses stays. A link marked `data-tells` is off while hidden. */
export function updateLinks(isHidden) {
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
