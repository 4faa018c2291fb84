// "Copy this game as…": a game in another notation on the clipboard. The server writes it (`vgn.gameAs`).

import * as vscode from "vscode";
import { ExecuteCommandRequest, type BaseLanguageClient } from "vscode-languageclient";

/** The server's command. Without a notation it answers with those that there are. */
const GAME_AS = "vgn.gameAs";

interface Target {
  to: string;
  name: string;
}

interface Copied {
  text: string;
  losses: string[];
}

/** Asks for a notation, and copies the game at the cursor in it. */
export async function copyGameAs(client: BaseLanguageClient | undefined): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || client?.isRunning() !== true) {
    return;
  }
  const place = {
    textDocument: { uri: client.code2ProtocolConverter.asUri(editor.document.uri) },
    position: client.code2ProtocolConverter.asPosition(editor.selection.active),
  };
  const run = <T>(argument: object) =>
    client.sendRequest(ExecuteCommandRequest.type, { command: GAME_AS, arguments: [argument] }) as Promise<T>;
  try {
    const targets = await run<Target[]>(place);
    const items = targets.map(({ to, name }) => ({ label: name, to }));
    const placeHolder = "Choose a notation, or type a part of its name";
    const chosen = await vscode.window.showQuickPick(items, { placeHolder });
    if (chosen === undefined) {
      return;
    }
    const { text, losses } = await run<Copied>({ ...place, to: chosen.to });
    await vscode.env.clipboard.writeText(text);
    const [first, ...more] = losses;
    if (first === undefined) {
      vscode.window.setStatusBarMessage(`The game is copied as ${chosen.label}.`, 2_000);
    } else {
      const rest = more.length > 0 ? `, and ${more.length} more losses` : "";
      void vscode.window.showWarningMessage(`The game is copied as ${chosen.label} with a loss: ${first}${rest}.`);
    }
  } catch (error) {
    void vscode.window.showInformationMessage(error instanceof Error ? error.message : String(error));
  }
}
