// Edits as the server makes them, applied to the open files: each is one step to undo.

import type { LSPClient } from "@codemirror/lsp-client";
import type { ChangeSpec } from "@codemirror/state";
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import type { OpenFiles } from "../documents/workspace";
import { offset } from "../text/findings";

const READ_ONLY = "This text shows the binary games of a file and cannot be changed: convert the games to text first.";
const OUTDATED = "The text has changed meanwhile: nothing was written. Try again.";

/** Applies all of an edit. Fails with a sentence, and changes nothing, where a text has become another one. */
export function applyEdit(client: LSPClient, files: OpenFiles, edit: WorkspaceEdit): void {
  client.sync();
  const changes: { uri: string; version: number | null; edits: TextEdit[] }[] = [];
  for (const [uri, edits] of Object.entries(edit.changes ?? {})) {
    changes.push({ uri, version: null, edits });
  }
  for (const change of edit.documentChanges ?? []) {
    if (!("textDocument" in change)) {
      throw new Error("A page has no folder in which a file could be made.");
    }
    const { textDocument, edits } = change as TextDocumentEdit & { edits: TextEdit[] };
    changes.push({ uri: textDocument.uri, version: textDocument.version, edits });
  }
  const updates = changes.map(({ uri, version, edits }) => {
    const file = files.getFile(uri);
    if (file?.binary !== undefined) {
      throw new Error(READ_ONLY);
    }
    if (file === null || (version !== null && version !== file.version)) {
      throw new Error(OUTDATED);
    }
    const specs: ChangeSpec[] = edits.map(({ range, newText }) => ({
      from: offset(file.text, range.start),
      to: offset(file.text, range.end),
      insert: newText.replaceAll("\r\n", "\n"),
    }));
    return { uri, specs };
  });
  for (const { uri, specs } of updates) {
    files.updateFile(uri, { changes: specs, userEvent: "input.server" });
  }
  client.sync();
}
