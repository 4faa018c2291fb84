// What the extension does in every window, put together: each part stands in a file of its own. What a window with a
// machine behind it has besides, extension.ts knows; what is different in a browser alone, web/extension.ts.

import * as vscode from "vscode";
import { Boards } from "./board";
import { Client, type Launcher } from "./server/client";
import { LANGUAGES } from "./languages";
import { CursorStatus } from "./cursor";
import { EngineBeside } from "./engine";
import { findGames } from "./find";
import { copyGameAs } from "./game_as";
import { GamesView } from "./games";
import { newGameCommands } from "./new_game";
import { placesCommand } from "./places";
import { reorderCommands } from "./reorder";
import { stepCommands } from "./steps";
import { Veil } from "./veil";

let client: Client | undefined;

/** `launch` makes the connection with the server; `more` has what only this kind of window can do. */
export async function begin(
  context: vscode.ExtensionContext,
  launch: Launcher,
  more: (serve: () => Promise<void>) => vscode.Disposable[],
): Promise<void> {
  const output = vscode.window.createOutputChannel("VGN Language Server", { log: true });
  const veil = new Veil(() => {
    cursor.refresh();
    games.refresh();
    client?.showHintsAnew();
  });
  const cursor = new CursorStatus(() => client?.connection, veil);
  const changed = () => {
    cursor.refresh();
    engine.renew();
    if (client?.connection?.isRunning() === true) {
      boards.renew();
      games.renew();
    }
  };
  client = new Client(launch, output, changed, veil);
  const boards = new Boards(context.extensionUri, () => client?.connection, serve, veil);
  const engine = new EngineBeside(() => client?.connection, serve, boards, veil);
  boards.engine = engine;
  client.engineTold = (info) => engine.told(info);
  const games = new GamesView(context.extensionUri, () => client?.connection, veil);
  context.subscriptions.push(
    output,
    client,
    cursor,
    veil,
    ...stepCommands(() => client?.connection),
    ...reorderCommands(() => client?.connection),
    boards,
    engine,
    vscode.commands.registerCommand("vgn.copyGameAs", () => copyGameAs(client?.connection)),
    vscode.commands.registerCommand("vgn.findGames", async () => {
      await serve();
      await findGames(client?.connection);
    }),
    games,
    ...newGameCommands(),
    placesCommand(),
    vscode.commands.registerCommand("vgn.restartServer", () => {
      served = client?.restart();
      return served;
    }),
    vscode.commands.registerCommand("vgn.showOutput", () => output.show()),
    ...more(serve),
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

export async function end(): Promise<void> {
  await client?.stop();
}
