// The extension's beginning and end. What it does for an editor stands in a file each; here they are put together.

import * as vscode from "vscode";
import { Boards } from "./board";
import { CheckProblems } from "./check/problems";
import { Client } from "./server/client";
import { LANGUAGES } from "./languages";
import { CursorStatus } from "./cursor";
import { showDecoded, watchEditors } from "./decoded";
import { copyGameAs } from "./game_as";
import { GamesView } from "./games";
import { newGameCommands } from "./new_game";
import { reorderCommands } from "./reorder";
import { stepCommands } from "./steps";
import { CheckTasks } from "./check/tasks";
import { Veil } from "./veil";

let client: Client | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("VGN Language Server", { log: true });
  const veil = new Veil(() => {
    cursor.refresh();
    games.refresh();
    client?.showHintsAnew();
  });
  const cursor = new CursorStatus(() => client?.connection, veil);
  const problems = new CheckProblems();
  const changed = () => {
    cursor.refresh();
    if (client?.connection?.isRunning() === true) {
      boards.renew();
      games.renew();
    }
  };
  client = new Client(context, output, changed, veil);
  const boards = new Boards(context.extensionUri, () => client?.connection, serve, veil);
  const games = new GamesView(context.extensionUri, () => client?.connection, veil);
  context.subscriptions.push(
    output,
    client,
    cursor,
    veil,
    problems,
    ...stepCommands(() => client?.connection),
    ...reorderCommands(() => client?.connection),
    boards,
    vscode.commands.registerCommand("vgn.copyGameAs", () => copyGameAs(client?.connection)),
    games,
    ...newGameCommands(),
    vscode.tasks.registerTaskProvider("vgn", new CheckTasks(context.extensionPath, problems)),
    vscode.commands.registerCommand("vgn.restartServer", () => {
      served = client?.restart();
      return served;
    }),
    vscode.commands.registerCommand("vgn.showOutput", () => output.show()),
    vscode.commands.registerCommand("vgn.showDecoded", (file?: vscode.Uri) => showDecoded(serve, file)),
    watchEditors(serve),
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isOfGames(document)) {
        void serve();
      }
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (served !== undefined && event.affectsConfiguration("vgn.server")) {
        void client?.restart();
      }
    }),
  );
  if (vscode.workspace.textDocuments.some(isOfGames) || (await workspaceHoldsGames())) {
    await serve();
  }
}

/** Starts the server at its first use: a window without games has none. */
function serve(): Promise<void> {
  served ??= client?.start() ?? Promise.resolve();
  return served;
}

let served: Promise<void> | undefined;

function isOfGames(document: vscode.TextDocument): boolean {
  const known: readonly string[] = LANGUAGES;
  return known.includes(document.languageId);
}

/** Files that are not open are checked too. */
async function workspaceHoldsGames(): Promise<boolean> {
  try {
    return (await vscode.workspace.findFiles("**/*.{vgn,pgn}", undefined, 1)).length > 0;
  } catch {
    // A search that fails is no reason to do without what is open.
    return false;
  }
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
