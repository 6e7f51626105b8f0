// Where on its host the service is: a proxy may offer it below a path.

const root = document.documentElement.dataset.root.slice(0, -1);

/** An address of the service, below that path; no address of its own begins as the path does. */
export function withRoot(address) {
  return address.startsWith("/") && !address.startsWith(`${root}/`) ? `${root}${address}` : address;
}
