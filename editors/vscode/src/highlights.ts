// What is marked for the cursor. Where the text has not the keys, VS Code asks for the place at which it had them last,
// also when a board has moved the cursor: the half-move there would stay marked.

import * as vscode from "vscode";
import type { ProvideDocumentHighlightsSignature } from "vscode-languageclient";

export const highlightsAtCursor = async (
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
  next: ProvideDocumentHighlightsSignature,
): Promise<vscode.DocumentHighlight[] | null | undefined> => {
  const here = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
  const cursor = here[0]?.selection.active;
  if (cursor === undefined || here.some(({ selection }) => selection.contains(position))) {
    return next(document, position, token);
  }
  const found = await next(document, cursor, token);
  const word = document.getWordRangeAtPosition(cursor) ?? new vscode.Range(cursor, cursor);
  // For nothing VS Code would mark the word at the place before.
  return found === null || found === undefined || found.length === 0 ? [new vscode.DocumentHighlight(word)] : found;
};
