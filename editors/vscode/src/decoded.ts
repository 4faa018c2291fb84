// The decoded view: a file with binary games as text, which the server makes of its bytes. The text comes by
// `workspace/textDocumentContent`, for which the client library has the provider; here it is opened.

import * as vscode from "vscode";
import { LANGUAGES } from "./client";

/** The scheme of the view's address; the rest of it is the file's. */
const SCHEME = "vgn-decoded";
/** Set while the editor in front shows a file with binary games. */
const CONTEXT = "vgn.holdsBinaryGames";
/** Lines of a file that are looked at for binary games. */
const LOOKED_AT = 2_000;
const BINARY = /^\s*\[\s*MoveFormat\s+"\s*(BCCF|BCFEN|PGC|BRENNER)/im;

/** The command: shows the decoded view of a file, or of the editor in front. */
export async function showDecoded(file?: vscode.Uri): Promise<void> {
  const uri = file ?? vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== "file") {
    void vscode.window.showInformationMessage("Binary games are decoded from a file on disk: open one first.");
    return;
  }
  try {
    const document = await vscode.workspace.openTextDocument(uri.with({ scheme: SCHEME }));
    await vscode.window.showTextDocument(document, { preview: false, viewColumn: vscode.ViewColumn.Beside });
  } catch (error) {
    void vscode.window.showErrorMessage(`The decoded games cannot be shown: ${String(error)}`);
  }
}

/** Keeps the context that shows the button in an editor's title. */
export function watchEditors(): vscode.Disposable {
  const tell = (editor: vscode.TextEditor | undefined) =>
    void vscode.commands.executeCommand("setContext", CONTEXT, editor !== undefined && holdsBinaryGames(editor.document));
  tell(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(tell),
    vscode.workspace.onDidSaveTextDocument(() => tell(vscode.window.activeTextEditor)),
  );
}

function holdsBinaryGames(document: vscode.TextDocument): boolean {
  const known: readonly string[] = LANGUAGES;
  return known.includes(document.languageId) && BINARY.test(document.getText(new vscode.Range(0, 0, LOOKED_AT, 0)));
}
