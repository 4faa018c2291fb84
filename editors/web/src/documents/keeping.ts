// Keeps the files of the page in the browser while people type: small texts whole, others once, and then what has changed
// in them. Where something is not kept yet, the browser asks before the page is left.

import { ChangeSet } from "@codemirror/state";
import type { Notices } from "../panels/notices";
import { GameFile } from "./game_file";
import { Pauses } from "./parts";
import { FileStore } from "./store";
import type { OpenFiles } from "./workspace";

/** How long typing rests until the text is kept, and how long it goes on at most before, in milliseconds. */
const REST = 300;
const LONGEST = 900;
/** Texts of at most so many characters are kept whole each time: browsers write such small ones at once, even as the page
 * is left. */
const SMALL = 8_000;
/** With more changes than these a text is kept whole again: ranges, and inserted characters. */
const MOST_RANGES = 4_000;
const MOST_INSERTED = 400_000;

/** A text that is kept whole, and what has changed since. */
interface Base {
  stamp: string;
  changes: ChangeSet;
  /** The changes that make of it the text on disk; undefined where those that are kept with it do. */
  saved?: ChangeSet;
  ranges: number;
  inserted: number;
}

export class FileKeeper {
  private store: FileStore | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When something began to be not kept. */
  private since: number | undefined;
  private readonly unkept = new Set<GameFile>();
  private readonly bases = new Map<GameFile, Base>();
  /** Texts that are being kept whole. */
  private readonly pending = new Map<GameFile, Base>();
  private readonly failed = new Set<GameFile>();
  private opening = 0;

  constructor(
    private readonly files: OpenFiles,
    private readonly notices: Notices,
  ) {
    // What was typed last is kept when the page is left, however it is left.
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && void this.keep(true));
    addEventListener("pagehide", () => void this.keep(true));
    addEventListener("beforeunload", (event) => {
      void this.keep(true);
      if (this.loses) {
        event.preventDefault();
      }
    });
  }

  /** The files that are kept; undefined where the browser keeps nothing. */
  async restored(): Promise<GameFile[] | undefined> {
    this.store = await FileStore.open();
    if (!this.store.isThere) {
      return undefined;
    }
    const kept = await this.store.restored();
    return Promise.all(
      kept.map(async (one) => {
        const { file, changes, saved } = await GameFile.of(one);
        if (one.stamp !== undefined) {
          this.bases.set(file, { stamp: one.stamp, changes, ...counted(changes), ...(saved === undefined ? {} : { saved }) });
        }
        return file;
      }),
    );
  }

  /** Holds the page while files are being opened. */
  async whileOpening<Result>(act: () => Promise<Result>): Promise<Result> {
    this.opening += 1;
    try {
      return await act();
    } finally {
      this.opening -= 1;
    }
  }

  /** A file was opened: it is kept at once. */
  begin(file: GameFile): void {
    this.unkept.add(file);
    setTimeout(() => void this.keep());
  }

  /** The text has changed. */
  changed(file: GameFile, changes: ChangeSet): void {
    for (const bases of [this.bases, this.pending]) {
      const base = bases.get(file);
      if (base !== undefined) {
        base.changes = base.changes.compose(changes);
        const { ranges, inserted } = counted(changes);
        base.ranges += ranges;
        base.inserted += inserted;
      }
    }
    this.later(file);
  }

  /** The text as it stands is being saved; what is returned tells that it is on disk, in another encoding or in
   * the same. */
  saving(file: GameFile): (isOther: boolean) => void {
    const marks = [this.bases.get(file), this.pending.get(file)].flatMap((base) => (base === undefined ? [] : [{ base, changes: base.changes }]));
    return (isOther) => {
      marks.forEach(({ base, changes }) => (base.saved = changes));
      const base = this.bases.get(file);
      if (isOther || (base !== undefined && !marks.some((mark) => mark.base === base))) {
        this.bases.delete(file);
      }
      this.begin(file);
    };
  }

  /** The file is closed. */
  async remove(file: GameFile): Promise<void> {
    [this.unkept, this.failed, this.bases, this.pending].forEach((all) => all.delete(file));
    await this.store?.remove(file.id);
  }

  /** Whether something is lost if the page is left now. */
  private get loses(): boolean {
    const unsafe = this.store?.isThere === true ? [...this.failed] : this.files.all;
    return this.opening > 0 || this.pending.size > 0 || unsafe.some(({ isChanged }) => isChanged);
  }

  private later(file: GameFile): void {
    this.unkept.add(file);
    clearTimeout(this.timer);
    const now = performance.now();
    this.since ??= now;
    this.timer = setTimeout(() => void this.keep(), Math.max(0, Math.min(REST, this.since + LONGEST - now)));
  }

  /** Keeps what has changed; at once where the page is being left. */
  private async keep(isLeaving = false): Promise<void> {
    const { store } = this;
    clearTimeout(this.timer);
    this.since = undefined;
    const files = [...this.unkept];
    this.unkept.clear();
    if (store?.isThere === true) {
      await Promise.all(files.map((file) => this.write(store, file, isLeaving)));
    }
  }

  private async write(store: FileStore, file: GameFile, isLeaving: boolean): Promise<void> {
    const base = this.bases.get(file);
    try {
      if (file.text.length <= SMALL && !this.pending.has(file)) {
        this.bases.delete(file);
        const kept = await file.kept();
        if (this.has(file)) {
          await store.put(kept, this.files.all.indexOf(file));
        }
      } else if (base !== undefined) {
        const { stamp, changes, saved } = base;
        const { id, cursorNow: cursor, handle, written } = file;
        await store.change({ of: id, stamp, changes: changes.toJSON(), saved: saved?.toJSON(), cursor, handle, written });
        const isMuch = base.ranges > MOST_RANGES || base.inserted > MOST_INSERTED;
        if (isMuch && !isLeaving && base === this.bases.get(file) && !this.pending.has(file)) {
          await this.writeWhole(store, file, false);
        }
      } else if (this.pending.has(file)) {
        // Its changes are kept when it is.
        this.unkept.add(file);
        return;
      } else {
        await this.writeWhole(store, file, isLeaving);
      }
      this.failed.delete(file);
    } catch (error) {
      this.bases.delete(file);
      if (!this.failed.has(file)) {
        this.notices.warn(`The browser does not keep ${file.name}: save it. (${error instanceof Error ? error.message : String(error)})`);
      }
      this.failed.add(file);
    }
  }

  /** Keeps all of a text; what is typed meanwhile is kept after it. */
  private async writeWhole(store: FileStore, file: GameFile, isLeaving: boolean): Promise<void> {
    const stamp = crypto.getRandomValues(new Uint32Array(2)).join("-");
    const base: Base = { stamp, changes: ChangeSet.empty(file.text.length), ranges: 0, inserted: 0 };
    this.pending.set(file, base);
    try {
      const kept = await file.kept(isLeaving ? undefined : new Pauses());
      if (this.has(file)) {
        const put = store.put({ ...kept, stamp }, this.files.all.indexOf(file));
        // Changes that are written from now on come after it.
        this.bases.set(file, base);
        await put;
      }
    } finally {
      this.pending.delete(file);
    }
    if (this.unkept.has(file) || !base.changes.empty) {
      this.later(file);
    }
  }

  /** It may have been closed meanwhile. */
  private has(file: GameFile): boolean {
    return this.files.all.includes(file);
  }
}

function counted(changes: ChangeSet): { ranges: number; inserted: number } {
  let [ranges, inserted] = [0, 0];
  changes.iterChanges((_fromA, _toA, fromB, toB) => {
    ranges += 1;
    inserted += toB - fromB;
  });
  return { ranges, inserted };
}
