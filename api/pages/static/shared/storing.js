// What a browser keeps for the pages.

/** What is `asked` of the storages of this window; nothing where the browser refuses them. */
export function stored(asked) {
  try {
    return asked(window) ?? null;
  } catch {
    return null;
  }
}
