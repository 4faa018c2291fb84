// The files on the desk: opened, shown, kept in the browser, saved, closed.

import type { ChangeSet } from "@codemirror/state";
import type { Notices } from "../panels/notices";
import { showPage } from "../panels/dialog";
import type { Editor } from "../text/editor";
import { isArchive, membersOf } from "./archive";
import { contentOf, decoded, encodingName, type DecodedText } from "./bytes";
import { droppedFiles, save, type FoundFile } from "./disk";
import { GameFile } from "./game_file";
import { FileKeeper } from "./keeping";
import { docOf } from "./parts";
import { remember, remembered } from "./store";
import { COMPRESSED, type UnpackWatch } from "./unpacking";
import type { OpenFiles } from "./workspace";

/** The file in front, by its number. */
const FRONT = "vgn-lsp-front";
const OVERWRITE = "Overwrite";
const ELSEWHERE = "Save as…";

/** What the desk asks of the rest of the page. */
export interface DeskActs {
  /** Tells how far opening a file is. */
  opening(name: string): UnpackWatch;
  /** The text that shows the binary games of a file; undefined where it has none. */
  decode(address: string, bytes: Uint8Array): Promise<string | undefined>;
}

export class FileDesk {
  private readonly keeper: FileKeeper;
  private wasChanged = false;

  constructor(
    private readonly files: OpenFiles,
    private readonly editor: Editor,
    private readonly notices: Notices,
    private readonly shown: () => void,
    private readonly acts: DeskActs,
  ) {
    this.keeper = new FileKeeper(files, notices);
  }

  /** Opens what this tab had open, and what tabs have left that are gone. */
  async restore(): Promise<void> {
    const files = await this.keeper.restored();
    if (files === undefined) {
      this.notices.warn("This browser keeps nothing here: what is not saved is gone when the page is closed.");
      return;
    }
    this.files.all.push(...files);
    const drafts = files.filter(({ isChanged }) => isChanged).length;
    const front = remembered(FRONT);
    const first = files.find(({ id }) => id === front) ?? files[0];
    if (first !== undefined) {
      this.show(first);
    }
    if (drafts > 0) {
      this.notices.say(drafts === 1 ? "One file that was not saved is here again." : `${drafts} files that were not saved are here again.`);
    }
  }

  show(file: GameFile): void {
    this.editor.show(file);
    remember(FRONT, file.id);
    this.wasChanged = file.isChanged;
    this.shown();
    this.editor.view.focus();
  }

  next(way: 1 | -1): void {
    const { all } = this.files;
    const { file } = this.editor;
    const at = file === undefined ? -1 : all.indexOf(file);
    const next = all[(at + way + all.length) % all.length];
    if (next !== undefined) {
      this.show(next);
    }
  }

  /** Opens a text that is in no file yet. */
  add(name: string, text: string): GameFile {
    const { file } = this.made(name, { doc: docOf(text.replaceAll("\r\n", "\n")), encoding: "utf-8", lineEnd: "\n" });
    this.begin(file);
    return file;
  }

  /** Opens bytes that are in no file yet. */
  async addBytes(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.put(name, bytes);
  }

  /** Opens files, and those within archives; those that cannot be are told of, one by one. */
  async open(found: readonly FoundFile[]): Promise<void> {
    await this.keeper.whileOpening(() => this.openAll(found, false));
  }

  private async openAll(found: readonly FoundFile[], isWithin: boolean): Promise<void> {
    for (const { name, blob, handle } of found) {
      const same = handle === undefined ? undefined : await this.sameAs(handle);
      if (same !== undefined) {
        this.show(same);
        continue;
      }
      try {
        // An archive within an archive could go on for ever.
        if (!isWithin && (await isArchive(blob))) {
          await this.openAll(await membersOf(name, blob), true);
          continue;
        }
        const { text, bytes, isUnpacked, fault } = await contentOf(name, blob, this.acts.opening(name));
        const file = await this.put(
          isUnpacked ? name.replace(COMPRESSED, "") : name,
          text ?? bytes,
          isUnpacked ? undefined : handle,
        );
        file.savedDoc = file.text;
        file.written = blob instanceof File ? blob.lastModified : undefined;
        this.wasChanged = false;
        this.shown();
        if (fault !== undefined) {
          this.notices.warn(`${name} is not whole: ${fault}. What could be read is open.`);
        } else if (text?.note !== undefined) {
          this.notices.say(text.note);
        }
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) {
          this.notices.failed(error);
        }
      }
    }
  }

  async drop(transfer: DataTransfer): Promise<void> {
    await this.keeper.whileOpening(async () => this.openAll(await droppedFiles(transfer), false));
  }

  /** Saves the file in front; the answer is a sentence for people. */
  async save(isElsewhere: boolean): Promise<string> {
    const { file } = this.editor;
    if (file === undefined) {
      return "No file is open.";
    }
    const text = file.text;
    const isSaved = this.keeper.saving(file);
    const { bytes, encoding } = file.bytesOf(text);
    const place = isElsewhere ? undefined : await this.place(file);
    if (place === "none") {
      return "";
    }
    const handle = await save(file.name, bytes, place);
    if (handle === undefined) {
      return "";
    }
    const isDownloaded = handle === "downloaded";
    if (!isDownloaded) {
      file.handle = handle;
      file.written = (await handle.getFile()).lastModified;
    }
    file.savedDoc = text;
    this.wasChanged = file.isChanged;
    const isOther = encoding !== file.encoding;
    file.savedIn(encoding);
    isSaved(isOther);
    this.shown();
    const other = !isOther ? "" : ` It has letters that ISO 8859-1 lacks, and is now in ${encodingName(encoding)}.`;
    return `${isDownloaded ? `${file.name} is among your downloads.` : `${handle.name} is saved.`}${other}`;
  }

  /** Where a file is to be saved: undefined where people are to choose, "none" where it is not to be. */
  private async place(file: GameFile): Promise<FileSystemFileHandle | undefined | "none"> {
    const { handle, written } = file;
    if (handle === undefined) {
      return undefined;
    }
    let now: number;
    try {
      now = (await handle.getFile()).lastModified;
    } catch (error) {
      if (error instanceof DOMException && error.name === "NotFoundError") {
        return undefined;
      }
      // The browser asks for the permission when the file is written.
      return handle;
    }
    if (written === undefined || now === written) {
      return handle;
    }
    const question = document.createElement("p");
    question.textContent = `${handle.name} was changed by another program after it was opened here. Overwrite that, or save this text to another file?`;
    const pressed = await showPage("Changed on disk", question, [OVERWRITE, ELSEWHERE]);
    return pressed === OVERWRITE ? handle : pressed === ELSEWHERE ? undefined : "none";
  }

  /** Closes a file; one that is not saved after a question. */
  async close(file: GameFile): Promise<void> {
    if (file.isChanged) {
      const question = document.createElement("p");
      question.textContent = `${file.name} is not saved to a file. What was changed is lost if you close it.`;
      if ((await showPage("Close without saving?", question, ["Close without saving"])) === undefined) {
        return;
      }
    }
    const at = this.files.all.indexOf(file);
    const isFront = this.editor.file === file;
    if (isFront) {
      this.editor.empty();
    }
    this.files.remove(file);
    await this.keeper.remove(file);
    const next = this.files.all[Math.min(at, this.files.all.length - 1)];
    if (isFront && next !== undefined) {
      this.show(next);
    } else {
      this.shown();
    }
  }

  /** A text has changed. */
  changed(file: GameFile, changes: ChangeSet): void {
    file.changed(changes);
    this.keeper.changed(file, changes);
    if (file !== this.editor.file || file.isChanged !== this.wasChanged) {
      this.wasChanged = this.editor.file?.isChanged ?? false;
      // The tab says so; the rest is as it was.
      queueMicrotask(() => this.shown());
    }
  }

  stateOf(file: GameFile): string {
    return `${file.languageId.toUpperCase()} · ${file.writing}`;
  }

  /** Opens a text, or the bytes of a file that may have binary games. */
  private async put(
    name: string,
    content: DecodedText | Uint8Array<ArrayBuffer>,
    handle?: FileSystemFileHandle,
  ): Promise<GameFile> {
    const { file, bytes } = this.made(name, content, handle);
    if (bytes === undefined) {
      this.begin(file);
      return file;
    }
    const text = await this.acts.decode(file.address, bytes);
    if (text === undefined) {
      return this.put(name, await decoded(name, bytes), handle);
    }
    const shown = new GameFile(file.id, file.name, docOf(text), "utf-8", "\n", handle, 0, bytes);
    this.begin(shown);
    return shown;
  }

  private made(name: string, content: DecodedText | Uint8Array<ArrayBuffer>, handle?: FileSystemFileHandle): { file: GameFile; bytes?: Uint8Array<ArrayBuffer> } {
    const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
    if (content instanceof Uint8Array) {
      return { file: new GameFile(id, this.freeName(name), docOf(""), "utf-8", "\n", handle), bytes: content };
    }
    const { doc, encoding, lineEnd, original } = content;
    const file = new GameFile(id, this.freeName(name), doc, encoding, lineEnd, handle);
    file.original = original === undefined ? undefined : { ...original, doc };
    return { file };
  }

  private begin(file: GameFile): void {
    this.files.all.push(file);
    this.show(file);
    this.keeper.begin(file);
  }

  private freeName(name: string): string {
    const [, stem = name, ending = ""] = /^(.*?)(\.\w+)?$/.exec(name) ?? [];
    let free = name;
    for (let count = 2; this.files.all.some((file) => file.name === free); count++) {
      free = `${stem} ${count}${ending}`;
    }
    return free;
  }

  private async sameAs(handle: FileSystemFileHandle): Promise<GameFile | undefined> {
    for (const file of this.files.all) {
      if (file.handle !== undefined && (await file.handle.isSameEntry(handle))) {
        return file;
      }
    }
    return undefined;
  }
}
