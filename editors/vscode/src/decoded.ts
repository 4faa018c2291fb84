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
  const uri = file ?? inFront();
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

/** The file in front, also where VS Code does not take it for text and shows none of it. */
function inFront(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const shown = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
  return shown ?? vscode.window.activeTextEditor?.document.uri;
}

/** What VS Code calls the language of a file that it takes for no text, and that the user opens as text all the same. */
const NO_TEXT = "code-text-binary";

/** Gives files of games their language, whatever bytes they hold. */
function giveLanguage(document: vscode.TextDocument): void {
  const language = /\.([pv]gn)$/i.exec(document.uri.path)?.[1]?.toLowerCase();
  if (document.languageId === NO_TEXT && language !== undefined) {
    void vscode.languages.setTextDocumentLanguage(document, language);
  }
}

/** Keeps the context that shows the button in an editor's title, and the language of files with binary games. */
export function watchEditors(): vscode.Disposable {
  vscode.workspace.textDocuments.forEach(giveLanguage);
  const tell = () => void vscode.commands.executeCommand("setContext", CONTEXT, inFrontAreBinaryGames());
  tell();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(tell),
    vscode.window.tabGroups.onDidChangeTabs(tell),
    vscode.workspace.onDidSaveTextDocument(tell),
    vscode.workspace.onDidOpenTextDocument(giveLanguage),
  );
}

function inFrontAreBinaryGames(): boolean {
  const editor = vscode.window.activeTextEditor;
  // What is a file of games by its name, and not shown as text, has bytes that are none.
  return editor === undefined ? /\.[pv]gn$/i.test(inFront()?.path ?? "") : holdsBinaryGames(editor.document);
}

function holdsBinaryGames(document: vscode.TextDocument): boolean {
  const known: readonly string[] = LANGUAGES;
  return known.includes(document.languageId) && BINARY.test(document.getText(new vscode.Range(0, 0, LOOKED_AT, 0)));
}
