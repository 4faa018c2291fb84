// A file that is open in the page: its text, what the server knows of it, and where it is saved.

import type { WorkspaceFile } from "@codemirror/lsp-client";
import { type EditorState, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Diagnostic } from "vscode-languageserver-types";
import type { Encoding, LineEnd } from "./bytes";
import { COMPRESSED } from "./unpacking";

export type LanguageId = "pgn" | "vgn";

/** What is kept of a file across reloads. */
export interface KeptFile {
  id: string;
  name: string;
  text: string;
  saved: string | null;
  encoding: Encoding;
  lineEnd: LineEnd;
  cursor: number;
  handle?: FileSystemFileHandle | undefined;
  /** When the file on disk was written last, as far as the page knows; in milliseconds. */
  written?: number | undefined;
  /** The file, where `text` only shows its binary games. */
  binary?: Uint8Array<ArrayBuffer> | undefined;
}

export class GameFile implements WorkspaceFile {
  /** Counts the texts that the server has got. */
  version = 0;
  /** The text as the server has it. */
  doc: Text;
  /** The text and the place in it while another file is in front. */
  state: EditorState | undefined;
  isOpenInServer = false;
  view: EditorView | undefined;
  findings: Diagnostic[] = [];
  /** The text as it is on disk; undefined where it has never been there. */
  savedDoc: Text | undefined;
  /** When the file on disk was written last, as far as the page knows; in milliseconds. */
  written: number | undefined;
  /** Whether the list of findings has come for the text as it is. */
  isJudged = false;
  readonly uri: string;
  readonly languageId: LanguageId;

  constructor(
    readonly id: string,
    readonly name: string,
    text: string,
    readonly encoding: Encoding,
    readonly lineEnd: LineEnd,
    public handle?: FileSystemFileHandle | undefined,
    readonly cursor = 0,
    /** The bytes of a file with binary games: the text shows what is in them, and cannot be changed. */
    readonly binary?: Uint8Array<ArrayBuffer> | undefined,
  ) {
    this.uri = binary === undefined ? this.address : this.address.replace("file:", "vgn-decoded:");
    const isVgn = binary !== undefined || /\.vgn$/i.test(name.replace(COMPRESSED, ""));
    this.languageId = isVgn ? "vgn" : "pgn";
    this.doc = Text.of(text.split("\n"));
  }

  static of(kept: KeptFile): GameFile {
    const { id, name, text, encoding, lineEnd, handle, cursor, binary } = kept;
    const file = new GameFile(id, name, text, encoding, lineEnd, handle, Math.min(cursor, text.length), binary);
    file.written = kept.written;
    file.savedDoc = kept.saved === null ? undefined : kept.saved === text ? file.doc : Text.of(kept.saved.split("\n"));
    return file;
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

  get kept(): KeptFile {
    const { id, name, encoding, lineEnd, handle, binary, written } = this;
    const text = this.text.toString();
    const { savedDoc } = this;
    const saved = savedDoc === undefined ? null : savedDoc.eq(this.text) ? text : savedDoc.toString();
    const cursor = (this.view?.state ?? this.state)?.selection.main.head ?? this.cursor;
    return { id, name, text, saved, encoding, lineEnd, cursor, handle, binary, written };
  }
}
