// "Find Games…": the games of the workspace in which a condition holds. The server searches (`vgn/find`), and has the
// text of the found games as a virtual document.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

interface Hit {
  uri: string;
  range: { start: { line: number; character: number } };
  game: number;
  white: string | null;
  black: string | null;
  result: string;
  move: string | null;
}

interface Found {
  uri: string | null;
  games: number;
  searched: number;
  hits: Hit[];
}

/** What was asked last. */
let last = "";

/** Asks for a condition, and lists the games in which it holds. */
export async function findGames(client: BaseLanguageClient | undefined): Promise<void> {
  if (client?.isRunning() !== true) {
    return;
  }
  const prompt = "A condition, such as: player fischer and result 1-0";
  const query = await vscode.window.showInputBox({ prompt, value: last });
  if (query === undefined || query.trim() === "") {
    return;
  }
  last = query;
  try {
    const title = "Searching the games";
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const found = await vscode.window.withProgress(options, (_, cancelled) =>
      client.sendRequest<Found>("vgn/find", { query }, cancelled),
    );
    await list(found);
  } catch (error) {
    void vscode.window.showInformationMessage(error instanceof Error ? error.message : String(error));
  }
}

async function list({ uri, games, searched, hits }: Found): Promise<void> {
  if (hits.length === 0) {
    void vscode.window.showInformationMessage(`None of ${searched} games is so.`);
    return;
  }
  const all = { label: "Show all in one document", description: `${games} of ${searched} games`, hit: undefined };
  const rows = hits.map((hit) => ({
    label: `${hit.white ?? "?"} – ${hit.black ?? "?"}, ${hit.result}`,
    description: hit.move ?? "",
    detail: `${vscode.workspace.asRelativePath(vscode.Uri.parse(hit.uri))}, game ${hit.game}`,
    hit,
  }));
  const chosen = await vscode.window.showQuickPick(uri === null ? rows : [all, ...rows], { matchOnDetail: true });
  if (chosen?.hit !== undefined) {
    const { line, character } = chosen.hit.range.start;
    const selection = new vscode.Range(line, character, line, character);
    await vscode.window.showTextDocument(vscode.Uri.parse(chosen.hit.uri), { selection });
  } else if (chosen !== undefined && uri !== null) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    await vscode.window.showTextDocument(document, { preview: false });
  }
}
