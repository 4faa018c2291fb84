// The decoded view: a file with binary games as text, which the server makes of its bytes. The text comes by
// `workspace/textDocumentContent`, for which the client library has the provider; here it is opened.

import { open } from "node:fs/promises";
import * as vscode from "vscode";
import { LANGUAGES } from "./languages";

/** The scheme of the view's address; the rest of it is the file's. */
const SCHEME = "vgn-decoded";
/** Set while the editor in front shows a file with binary games. */
const CONTEXT = "vgn.holdsBinaryGames";
/** How much of a file is looked at for binary games: lines of a document, bytes on disk. */
const LINES = 2_000;
const BYTES = 1 << 20;
/** How often the view is asked for, and how long is waited in between, in milliseconds. */
const ATTEMPTS = 20;
const PAUSE = 200;
const BINARY = /^\s*\[\s*MoveFormat\s+"\s*(?:BCCF|BCFEN|BITS|BRENNER|LEGALINDEX|PGC)/im;

/** The command: shows the decoded view of a file, or of the editor in front. `serve` starts the server if need be. */
export async function showDecoded(serve: () => Promise<void>, file?: vscode.Uri): Promise<void> {
  const uri = file ?? inFront();
  if (uri?.scheme !== "file") {
    void vscode.window.showInformationMessage("Binary games are decoded from a file on disk: open one first.");
    return;
  }
  await serve();
  await show(uri, vscode.ViewColumn.Beside);
}

/** Shows the view; false if it cannot be shown, which is said. */
async function show(uri: vscode.Uri, viewColumn: vscode.ViewColumn): Promise<boolean> {
  // The server registers the scheme some time after its start.
  for (let attempt = 1; ; attempt++) {
    try {
      const document = await vscode.workspace.openTextDocument(uri.with({ scheme: SCHEME }));
      await vscode.window.showTextDocument(document, { preview: false, viewColumn });
      return true;
    } catch (error) {
      if (attempt === ATTEMPTS) {
        void vscode.window.showErrorMessage(`The decoded games cannot be shown: ${String(error)}`);
        return false;
      }
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}

/** The file in front, also where VS Code does not take it for text and shows none of it. */
function inFront(): vscode.Uri | undefined {
  return uriOf(vscode.window.tabGroups.activeTabGroup.activeTab) ?? vscode.window.activeTextEditor?.document.uri;
}

function uriOf(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input = tab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
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

/** Keeps the context that shows the command, opens the decoded view of binary files, and gives files their language. */
export function watchEditors(serve: () => Promise<void>): vscode.Disposable {
  vscode.workspace.textDocuments.forEach(giveLanguage);
  const tell = () => void lookInFront(serve);
  tell();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(tell),
    vscode.window.tabGroups.onDidChangeTabs(tell),
    vscode.workspace.onDidSaveTextDocument(tell),
    vscode.workspace.onDidOpenTextDocument(giveLanguage),
  );
}

/** Files whose decoded view was opened by itself: who then asks for their text gets it. */
const decoded = new Set<string>();

async function lookInFront(serve: () => Promise<void>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const file = inFront();
  const binary =
    editor === undefined ? file?.scheme === "file" && (await isBinaryOnDisk(file)) : holdsBinaryGames(editor.document);
  await vscode.commands.executeCommand("setContext", CONTEXT, binary);
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (!binary || file?.scheme !== "file" || decoded.has(file.toString()) || tab === undefined || tab.isDirty) {
    return;
  }
  decoded.add(file.toString());
  if (!vscode.workspace.getConfiguration("vgn", file).get<boolean>("binary.openDecoded", true)) {
    return;
  }
  await serve();
  if (await show(file, tab.group.viewColumn)) {
    // A tab of a preview has been replaced by then.
    await vscode.window.tabGroups.close(tab.group.tabs.filter((other) => uriOf(other)?.toString() === file.toString()), true);
  }
}

/** Whether a file that VS Code does not take for text begins with binary games. */
async function isBinaryOnDisk(file: vscode.Uri): Promise<boolean> {
  if (!/\.[pv]gn$/i.test(file.path)) {
    return false;
  }
  try {
    const handle = await open(file.fsPath);
    try {
      const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(BYTES) });
      return BINARY.test(buffer.toString("latin1", 0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}

function holdsBinaryGames(document: vscode.TextDocument): boolean {
  const known: readonly string[] = LANGUAGES;
  const inFile = known.includes(document.languageId) && document.uri.scheme !== SCHEME;
  return inFile && BINARY.test(document.getText(new vscode.Range(0, 0, LINES, 0)));
}
