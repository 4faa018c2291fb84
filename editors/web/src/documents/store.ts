// The files of this tab in the browser's own database, so that nothing is lost on a reload or a crash.
//
// A tab has a number, and holds a lock of that name while it lives. A new tab takes what tabs have left that are gone.

import type { KeptFile } from "./game_file";

const DATABASE = "vgn-lsp";
const FILES = "files";
const NUMBER = "vgn-lsp-tab";

interface StoredFile extends KeptFile {
  tab: string;
  order: number;
}

export class FileStore {
  private constructor(
    private readonly database: IDBDatabase | undefined,
    private readonly tab: string,
  ) {}

  /** Opens the database; without one, as in some private windows, nothing is kept. */
  static async open(): Promise<FileStore> {
    const tab = await ownNumber();
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(FILES, { keyPath: "id" });
      return new FileStore(await answered(request), tab);
    } catch {
      return new FileStore(undefined, tab);
    }
  }

  get isThere(): boolean {
    return this.database !== undefined;
  }

  /** The files of this tab, and those of tabs that are gone, which become this one's. */
  async restored(): Promise<KeptFile[]> {
    const stored = (await this.ask<StoredFile[]>("readonly", (files) => files.getAll())) ?? [];
    const held = "locks" in navigator ? ((await navigator.locks.query()).held ?? []) : [];
    const alive = new Set(held.map(({ name }) => name));
    const own = stored.filter(({ tab }) => tab === this.tab || !alive.has(lockName(tab)));
    own.sort((a, b) => Number(b.tab === this.tab) - Number(a.tab === this.tab) || a.order - b.order);
    for (const [order, file] of own.entries()) {
      if (file.tab !== this.tab) {
        await this.put(file, order);
      }
    }
    return own;
  }

  async put(file: KeptFile, order: number): Promise<void> {
    const stored: StoredFile = { ...file, tab: this.tab, order };
    await this.ask("readwrite", (files) => files.put(stored));
  }

  async remove(id: string): Promise<void> {
    await this.ask("readwrite", (files) => files.delete(id));
  }

  private async ask<Result>(
    mode: IDBTransactionMode,
    act: (files: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | undefined> {
    return this.database === undefined
      ? undefined
      : answered(act(this.database.transaction(FILES, mode, { durability: "strict" }).objectStore(FILES)));
  }
}

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("the browser's database does not answer"));
  });
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
    const number = sessionStorage.getItem(NUMBER) ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
    sessionStorage.setItem(NUMBER, number);
    // Only pages from https or from this computer have locks.
    if (!("locks" in navigator) || (await hasLock(lockName(number)))) {
      return number;
    }
    if (tries % TRIES === 0) {
      sessionStorage.removeItem(NUMBER);
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

function hasLock(name: string): Promise<boolean> {
  return new Promise((done) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      done(lock !== null);
      // Held until the tab is gone.
      return lock === null ? undefined : new Promise(() => undefined);
    });
  });
}
