// Access to the storage of the browser.

/** The result of `asked` on this window; nothing if the browser refuses its storage. */
export function withStorage(asked) {
  try {
    return asked(window) ?? null;
  } catch {
    return null;
  }
}
