// Keys of seats, made in this browser: 32 random bytes in base64 without padding (RFC 4648, section 5).

const BYTES = 32;

/** Whether this browser can make digests; it does so with TLS, or on this machine. */
export const makesDigests = () => Boolean(window.crypto.subtle);

/** A key and its digest, SHA-256 as hex: the service is told that alone. */
export async function newKey() {
  const raw = crypto.getRandomValues(new Uint8Array(BYTES));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", raw));
  const key = btoa(String.fromCharCode(...raw)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return { key, digest: Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") };
}
