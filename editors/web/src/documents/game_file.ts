// A file that is open in the page: its text, what the server knows of it, and where it is saved.

import type { WorkspaceFile } from "@codemirror/lsp-client";
import { ChangeSet, type EditorState, type Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Diagnostic } from "vscode-languageserver-types";
import { decoded, encoded, encodingName, isLatin, type Encoding, type LineEnd, type OriginalBytes } from "./bytes";
import { blobOf, docOf, partsOf, type Pauses } from "./parts";
import type { KeptChanges } from "./store";
import { COMPRESSED } from "./unpacking";

/** Longer texts are kept as bytes, in characters. */
const LARGE = 4 * 1024 * 1024;

export type LanguageId = "pgn" | "vgn";

/** What is kept of a file across reloads. */
export interface KeptFile {
  id: string;
  name: string;
  text: string | Blob;
  /** The text on disk; `true` where it is the same, `null` where there is none. */
  saved: string | Blob | true | null;
  encoding: Encoding;
  lineEnd: LineEnd;
  cursor: number;
  handle?: FileSystemFileHandle | undefined;
  /** When the file on disk was written last, as far as the page knows; in milliseconds. */
  written?: number | undefined;
  /** The file, where `text` only shows its binary games. */
  binary?: Uint8Array<ArrayBuffer> | undefined;
  /** The bytes that the text does not say all of, as it was opened. */
  original?: OriginalBytes | undefined;
  /** Names this text, where changes of it are kept beside it. */
  stamp?: string;
  /** What has changed since. */
  since?: KeptChanges;
}

/** A file that was kept, and the changes that are kept beside its text. */
export interface RestoredFile {
  file: GameFile;
  changes: ChangeSet;
  saved: ChangeSet | undefined;
}

export class GameFile implements WorkspaceFile {
  /** Counts the texts that the server has got. */
  version = 0;
  /** The text and the place in it while another file is in front. */
  state: EditorState | undefined;
  isOpenInServer = false;
  view: EditorView | undefined;
  findings: Diagnostic[] = [];
  /** The text as it is on disk; undefined where it has never been there. */
  savedDoc: Text | undefined;
  /** When the file on disk was written last, as far as the page knows; in milliseconds. */
  written: number | undefined;
  /** The bytes that are written as long as the text is this one. */
  original: (OriginalBytes & { doc: Text }) | undefined;
  /** Whether the text has letters that its encoding lacks; undefined where nobody has looked. */
  private isBeyond: boolean | undefined;
  private savedBlob: { doc: Text; blob: Blob } | undefined;
  /** Whether the list of findings has come for the text as it is. */
  isJudged = false;
  readonly uri: string;
  readonly languageId: LanguageId;

  constructor(
    readonly id: string,
    readonly name: string,
    /** The text as the server has it. */
    public doc: Text,
    public encoding: Encoding,
    readonly lineEnd: LineEnd,
    public handle?: FileSystemFileHandle | undefined,
    readonly cursor = 0,
    /** The bytes of a file with binary games: the text shows what is in them, and cannot be changed. */
    readonly binary?: Uint8Array<ArrayBuffer> | undefined,
  ) {
    this.uri = binary === undefined ? this.address : this.address.replace("file:", "vgn-decoded:");
    const isVgn = binary !== undefined || /\.vgn$/i.test(name.replace(COMPRESSED, ""));
    this.languageId = isVgn ? "vgn" : "pgn";
  }

  static async of(kept: KeptFile): Promise<RestoredFile> {
    const { id, name, text, encoding, lineEnd, binary, saved, since } = kept;
    const base = await docFrom(text, since?.changes);
    const changes = changesFrom(since?.changes, base) ?? ChangeSet.empty(base.length);
    const savedChanges = changesFrom(since?.saved, base);
    const doc = changes.apply(base);
    const { cursor, handle, written } = since ?? kept;
    const file = new GameFile(id, name, doc, encoding, lineEnd, handle, Math.min(cursor, doc.length), binary);
    file.written = written;
    file.original = kept.original === undefined ? undefined : { ...kept.original, doc: (await decoded(name, kept.original.bytes)).doc };
    if (savedChanges !== undefined) {
      file.savedDoc = savedChanges.apply(base);
    } else if (saved !== null) {
      file.savedDoc = saved === true || saved === text ? base : await docFrom(saved);
    }
    return { file, changes, saved: savedChanges };
  }

  /** The address of the file itself, also where the server shows something made of it. */
  get address(): string {
    return `file:///${this.id}/${encodeURIComponent(this.name)}`;
  }

  getView(): EditorView | null {
    return this.view ?? null;
  }

  /** The text as it stands in the page. */
  get text(): Text {
    return this.view?.state.doc ?? this.state?.doc ?? this.doc;
  }

  get isChanged(): boolean {
    return this.savedDoc === undefined ? this.text.length > 0 : !this.savedDoc.eq(this.text);
  }

  /** The bytes of a text of this file, and the encoding that they are in. */
  bytesOf(text: Text): { bytes: Uint8Array; encoding: Encoding } {
    const bytes = this.binary ?? (this.original?.doc.eq(text) ? this.original.bytes : undefined);
    return bytes === undefined ? encoded(text.toString(), this.encoding, this.lineEnd) : { bytes, encoding: this.encoding };
  }

  /** In what way it would be saved, for people. */
  get writing(): string {
    const { text, original, encoding } = this;
    if (this.binary !== undefined) {
      return "binary, shown as text";
    }
    if (original?.doc.eq(text)) {
      return original.shown;
    }
    if (encoding === "windows-1252" && this.isBeyond !== false && (this.isBeyond === undefined || text.length < LARGE)) {
      this.isBeyond = [...partsOf(text)].some((part) => !isLatin(part));
    }
    const ends = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" }[this.lineEnd];
    return `${encodingName(encoding === "windows-1252" && this.isBeyond === true ? "utf-8" : encoding)} · ${ends}`;
  }

  /** The text has changed. */
  changed(changes: ChangeSet): void {
    if (this.encoding === "windows-1252" && this.isBeyond === false) {
      changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
        this.isBeyond ||= !isLatin(inserted.toString());
      });
    }
  }

  /** It was saved in an encoding. */
  savedIn(encoding: Encoding): void {
    this.encoding = encoding;
    this.isBeyond = undefined;
  }

  get cursorNow(): number {
    return (this.view?.state ?? this.state)?.selection.main.head ?? this.cursor;
  }

  /** What is kept of it; at once where there are no pauses. */
  async kept(pauses?: Pauses): Promise<KeptFile> {
    const { id, name, encoding, lineEnd, handle, binary, written, savedDoc, text: doc, cursorNow: cursor } = this;
    const content = (text: Text): string | Promise<Blob> => (text.length > LARGE ? this.blob(text, pauses) : text.toString());
    const saved = savedDoc === undefined ? null : savedDoc.eq(doc) ? true : content(savedDoc);
    const text = content(doc);
    const original = this.original === undefined ? undefined : { bytes: this.original.bytes, shown: this.original.shown };
    const same = { id, name, encoding, lineEnd, cursor, handle, binary, written, original };
    return typeof text === "string" ? { ...same, text, saved: saved instanceof Promise ? await saved : saved } : { ...same, text: await text, saved: await saved };
  }

  /** The bytes of a text; those of the text on disk are made once. */
  private async blob(text: Text, pauses?: Pauses): Promise<Blob> {
    if (text === this.savedDoc) {
      this.savedBlob = this.savedBlob?.doc === text ? this.savedBlob : { doc: text, blob: await blobOf(text, pauses) };
      return this.savedBlob.blob;
    }
    return blobOf(text, pauses);
  }
}

/** The text that is kept, as long as its changes say where there are some. */
async function docFrom(content: string | Blob, changes?: unknown): Promise<Text> {
  if (typeof content === "string") {
    return docOf(content);
  }
  const { doc } = await decoded("", new Uint8Array(await content.arrayBuffer()));
  // Line ends of another kind within the lines, which only a text has that came from no file.
  return changes === undefined || changesFrom(changes, doc) !== undefined ? doc : docOf(await content.text());
}

/** Changes of a text; undefined where there are none that fit. */
function changesFrom(changes: unknown, doc: Text): ChangeSet | undefined {
  const read = changes === undefined ? undefined : ChangeSet.fromJSON(changes);
  return read?.length === doc.length ? read : undefined;
}
