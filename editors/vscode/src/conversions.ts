// "Convert this game to…": the server's list of conversions, to be narrowed by typing.

import * as vscode from "vscode";
import { CodeActionRequest, CodeActionResolveRequest, type CodeAction, type LanguageClient, type Range } from "vscode-languageclient/node";

/** The server's command that asks what a game is to become. Its argument is `{ uri, range }`. */
export const CONVERT_GAME = "vgn.convertGame";

const KIND = "refactor.rewrite";

/** Asks for one of the conversions of a place, and makes it. */
export async function chooseConversion(client: LanguageClient, [place]: readonly unknown[]): Promise<void> {
  const { uri, range } = place as { uri: string; range: Range };
  const found = await client.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range,
    context: { diagnostics: [], only: [KIND] },
  });
  const offered = (found ?? []).filter((action): action is CodeAction => !("arguments" in action) && typeof action.command !== "string");
  const items = offered.map((action) => ({
    label: action.title,
    detail: action.disabled?.reason ?? "",
    action,
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "What is the game to become?", matchOnDetail: true });
  if (chosen === undefined) {
    return;
  }
  if (chosen.action.disabled !== undefined) {
    void vscode.window.showInformationMessage(`This conversion cannot be made: ${chosen.action.disabled.reason}.`);
    return;
  }
  const action = await client.sendRequest(CodeActionResolveRequest.type, chosen.action);
  const edit = await client.protocol2CodeConverter.asWorkspaceEdit(action.edit);
  if (edit !== undefined) {
    await vscode.workspace.applyEdit(edit);
  }
  if (action.command !== undefined) {
    await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
  }
}
