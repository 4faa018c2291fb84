// The files of this tab in the browser's own database, so that nothing is lost on a reload or a crash.
//
// A tab has a number, and holds a lock of that name while it lives. A new tab takes what tabs have left that are gone.

import type { KeptFile } from "./game_file";

const DATABASE = "vgn-lsp";
const FILES = "files";
const NUMBER = "vgn-lsp-tab";

/** How long the database may take to open, in milliseconds. */
const PATIENCE = 2_000;

interface StoredFile extends KeptFile {
  tab: string;
  order: number;
}

/** What has changed in a large text since it was stored. */
export interface KeptChanges {
  /** The file. */
  of: string;
  /** The text that they change: `stamp` of the file. */
  stamp: string;
  /** As `ChangeSet.toJSON` writes them. */
  changes: unknown;
  /** The changes that make the text on disk; undefined where that is what is kept with the file. */
  saved: unknown;
  cursor: number;
  handle: FileSystemFileHandle | undefined;
  written: number | undefined;
}

type StoredChanges = KeptChanges & { id: string };

export class FileStore {
  private constructor(
    private readonly database: IDBDatabase | undefined,
    private readonly tab: string,
  ) {}

  /** Opens the database; without one, as in some private windows, nothing is kept. */
  static async open(): Promise<FileStore> {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(FILES, { keyPath: "id" });
      const database = await Promise.race([answered(request), paused(PATIENCE)]);
      if (database === undefined) {
        request.addEventListener("success", () => request.result.close());
      }
      return new FileStore(database, await ownNumber());
    } catch {
      return new FileStore(undefined, "");
    }
  }

  get isThere(): boolean {
    return this.database !== undefined;
  }

  /** The files of this tab, and those of tabs that are gone, which become this one's. */
  async restored(): Promise<KeptFile[]> {
    const { database } = this;
    if (database === undefined) {
      return [];
    }
    const all = await answered<(StoredFile | StoredChanges)[]>(database.transaction(FILES).objectStore(FILES).getAll());
    const stored = all.filter((one): one is StoredFile => !("of" in one));
    const held = "locks" in navigator ? ((await navigator.locks.query()).held ?? []) : [];
    const alive = new Set(held.map(({ name }) => name));
    const own = stored.filter(({ tab }) => tab === this.tab || !alive.has(lockName(tab)));
    own.sort((a, b) => Number(b.tab === this.tab) - Number(a.tab === this.tab) || a.order - b.order);
    for (const [order, file] of own.entries()) {
      if (file.tab !== this.tab) {
        const taken = { ...file, tab: this.tab, order };
        await this.write((files) => files.put(taken));
      }
    }
    const changed = new Map(all.flatMap((one) => ("of" in one ? [[one.of, one]] : [])));
    return own.map((file) => {
      const changes = changed.get(file.id);
      return changes === undefined || changes.stamp !== file.stamp ? file : { ...file, since: changes };
    });
  }

  /** Keeps a whole file; changes that were kept before are in it. */
  async put(file: KeptFile, order: number): Promise<void> {
    const stored: StoredFile = { ...file, tab: this.tab, order };
    await this.write((files) => {
      files.put(stored);
      files.delete(changesOf(file.id));
    });
  }

  /** Keeps what has changed in a file since. */
  async change(changes: KeptChanges): Promise<void> {
    const stored: StoredChanges = { ...changes, id: changesOf(changes.of) };
    await this.write((files) => files.put(stored));
  }

  async remove(id: string): Promise<void> {
    await this.write((files) => {
      files.delete(id);
      files.delete(changesOf(id));
    });
  }

  /** Writes at once: what has been asked for is there even if the page is gone before the answer. */
  private async write(act: (files: IDBObjectStore) => void): Promise<void> {
    const { database } = this;
    if (database === undefined) {
      return;
    }
    const transaction = database.transaction(FILES, "readwrite", { durability: "strict" });
    act(transaction.objectStore(FILES));
    transaction.commit();
    await new Promise<void>((done, failed) => {
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(transaction.error ?? new Error("the browser's database does not answer"));
    });
  }
}

function changesOf(id: string): string {
  return `${id}/changes`;
}

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("the browser's database does not answer"));
  });
}

async function paused(time: number): Promise<undefined> {
  await new Promise((done) => setTimeout(done, time));
}

/** What this tab remembers by a name; nothing where the browser keeps nothing. */
export function remembered(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers something in this tab, where the browser can; `undefined` is forgotten. */
export function remember(name: string, value: string | undefined): void {
  try {
    if (value === undefined) {
      sessionStorage.removeItem(name);
    } else {
      sessionStorage.setItem(name, value);
    }
  } catch {
    // It holds until the page is left.
  }
}

function lockName(tab: string): string {
  return `vgn-lsp-tab-${tab}`;
}

/** How often it is tried to get the lock that the page had before its reload, and how long between, in milliseconds. */
const TRIES = 5;
const PAUSE = 80;

/** The number of this tab. One that was duplicated has the number of another tab, which is alive: it gets its own. */
async function ownNumber(): Promise<string> {
  for (let tries = 1; ; tries++) {
    const number = remembered(NUMBER) ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
    remember(NUMBER, number);
    // Only pages from https or from this computer have locks.
    if (!("locks" in navigator) || (await hasLock(lockName(number)))) {
      return number;
    }
    if (tries % TRIES === 0) {
      remember(NUMBER, undefined);
    }
    await paused(PAUSE);
  }
}

function hasLock(name: string): Promise<boolean> {
  return new Promise((done) => {
    const held = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      done(lock !== null);
      // Held until the tab is gone.
      return lock === null ? undefined : new Promise(() => undefined);
    });
    // A browser that keeps nothing has no locks either.
    held.catch(() => done(true));
  });
}
