/** Texts by name in IndexedDB, for the worker that has the tables. It answers with the name of what went wrong, or with nothing. */
const BASE = 'birdtable';
const KEPT = 'kept';
type Texts = [string, string][];

export class Shelf {
  private base: Promise<IDBDatabase | undefined>;

  constructor() {
    this.base = open().catch(() => undefined);
  }

  /** Names that begin like this, in order, with their texts; nothing if nothing can be read. */
  async read(prefix: string): Promise<Texts | undefined> {
    try {
      const base = await this.base;
      if (!base) return undefined;
      const range = prefix ? IDBKeyRange.bound(prefix, `${prefix}\uffff`) : undefined;
      const shelf = base.transaction(KEPT).objectStore(KEPT);
      const [names, texts] = await Promise.all([done(shelf.getAllKeys(range)), done(shelf.getAll(range))]);
      return names.map((name, place) => [String(name), texts[place] as string]);
    } catch {
      return undefined;
    }
  }

  /** All of it or nothing, in one transaction that is on disk when this is answered. */
  async write(fresh: Texts, changed: Texts, dropped: string[]): Promise<string> {
    try {
      const base = await this.base;
      if (!base) return 'NotAllowedError';
      const change = base.transaction(KEPT, 'readwrite', { durability: 'strict' });
      const kept = new Promise<string>((tell) => {
        change.oncomplete = () => tell('');
        change.onabort = () => tell(change.error?.name ?? 'AbortError');
      });
      const shelf = change.objectStore(KEPT);
      for (const [name, text] of fresh) shelf.add(text, name);
      for (const [name, text] of changed) shelf.put(text, name);
      for (const name of dropped) shelf.delete(name);
      return await kept;
    } catch (error) {
      return error instanceof Error ? error.name : 'UnknownError';
    }
  }
}

/** Fails, and does not throw, where a browser forbids it. */
async function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(BASE, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(KEPT);
  return done(asked);
}

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((found, fail) => {
    asked.onsuccess = () => found(asked.result);
    asked.onerror = () => fail(asked.error ?? new Error('IndexedDB failed'));
  });
}
