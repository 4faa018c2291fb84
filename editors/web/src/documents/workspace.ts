// The open files as CodeMirror's client of language servers sees them. One view shows one of them at a time.

import { LSPPlugin, Workspace, type LSPClient } from "@codemirror/lsp-client";
import type { ChangeSet, Text, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { GameFile } from "./game_file";

interface FileUpdate {
  file: GameFile;
  prevDoc: Text;
  changes: ChangeSet;
}

export class OpenFiles extends Workspace {
  /** All of them in the order of the tabs. */
  readonly all: GameFile[] = [];
  /** Puts a file in front. */
  show: (file: GameFile) => void = () => undefined;
  /** Hears of changes of files that are not in front. */
  changed: (file: GameFile, changes: ChangeSet) => void = () => undefined;

  constructor(client: LSPClient) {
    super(client);
  }

  /** Those that the server has. */
  get files(): GameFile[] {
    return this.all.filter((file) => file.isOpenInServer);
  }

  override getFile(uri: string): GameFile | null {
    return this.all.find((file) => file.uri === uri) ?? null;
  }

  syncFiles(): readonly FileUpdate[] {
    const updates: FileUpdate[] = [];
    for (const file of this.files) {
      const plugin = file.view === undefined ? null : LSPPlugin.get(file.view);
      if (plugin !== null && !plugin.unsyncedChanges.empty) {
        updates.push({ changes: plugin.unsyncedChanges, file, prevDoc: file.doc });
        file.doc = plugin.view.state.doc;
        file.version++;
        file.isJudged = false;
        plugin.clear();
      }
    }
    return updates;
  }

  openFile(uri: string, _language: string, view: EditorView): void {
    const file = this.getFile(uri);
    if (file === null) {
      return;
    }
    file.view = view;
    if (!file.isOpenInServer) {
      file.isOpenInServer = true;
      file.doc = view.state.doc;
      this.client.didOpen(file);
    }
  }

  /** Another file comes in front: the server keeps this one. */
  closeFile(uri: string): void {
    const file = this.getFile(uri);
    if (file !== null) {
      file.view = undefined;
    }
  }

  /** The tab is closed. */
  remove(file: GameFile): void {
    this.all.splice(this.all.indexOf(file), 1);
    if (file.isOpenInServer) {
      this.client.didClose(file.uri);
    }
  }

  override updateFile(uri: string, update: TransactionSpec): void {
    const file = this.getFile(uri);
    if (file?.view !== undefined) {
      file.view.dispatch(update);
    } else if (file?.state !== undefined) {
      const prevDoc = file.doc;
      const { state, changes } = file.state.update(update);
      file.state = state;
      if (changes.empty) {
        return;
      }
      file.doc = state.doc;
      file.version++;
      this.changed(file, changes);
      if (file.isOpenInServer && prevDoc !== file.doc) {
        const { uri, version } = file;
        const contentChanges = [{ text: file.doc.toString() }];
        this.client.notification("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
      }
    }
  }

  override async displayFile(uri: string): Promise<EditorView | null> {
    const file = this.getFile(uri);
    if (file === null) {
      return null;
    }
    this.show(file);
    return file.getView();
  }
}
