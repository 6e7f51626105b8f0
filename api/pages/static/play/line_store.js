// The lines that wait, on the disk of the browser.

const STORE = "lines";

export class LineStore {
  /** `fail` is called each time that something could not be stored. */
  constructor(fail) {
    Object.assign(this, { fail, database: null });
  }

  /** The lines of all games. */
  async open() {
    this.database = await openDatabase().catch(() => this.fail());
    return (await this.transact("readonly", (store) => store.getAll())) ?? [];
  }

  /** Store a new line; returns its order, which is infinite if it could not be stored. */
  async add(line) {
    return (await this.transact("readwrite", (store) => store.add(line))) ?? Infinity;
  }

  save(...lines) {
    return this.transact("readwrite", (store) => lines.filter(isStored).forEach((line) => store.put(line)));
  }

  remove(...lines) {
    return this.transact("readwrite", (store) => lines.filter(isStored).forEach(({ order }) => store.delete(order)));
  }

  /** What the browser answers to `work` once it is on the disk; nothing if there is no store, or it fails. */
  async transact(mode, work) {
    if (!this.database) return null;
    return new Promise((done, failed) => {
      const transaction = this.database.transaction(STORE, mode, { durability: "strict" });
      const asked = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(asked?.result);
      transaction.onabort = () => failed(transaction.error);
    }).catch(() => this.fail());
  }
}

/** An infinite order must not be stored: the browser would number no line after it. */
function isStored(line) {
  return Number.isFinite(line?.order);
}

function openDatabase() {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("oathbook", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
}
