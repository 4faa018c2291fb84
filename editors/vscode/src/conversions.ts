// "Convert this game to…": the server's list of conversions, in groups, to be narrowed by typing.

import * as vscode from "vscode";
import { CodeActionRequest, CodeActionResolveRequest, type CodeAction, type LanguageClient, type Range } from "vscode-languageclient/node";

/** The server's command that asks what a game is to become. Its argument is `{ uri, range }`. */
export const CONVERT_GAME = "vgn.convertGame";

/** The server's command that writes games into a new binary file. */
const CONVERT_TO_FILE = "vgn.convertToFile";

const KIND = "refactor.rewrite";

type Item = vscode.QuickPickItem & { action?: CodeAction };

/** What is converted, and where the result goes: the heading above conversions that have both in common. */
function groupOf({ title, command }: CodeAction): string {
  const what = /^Convert (.+?) to /.exec(title)?.[1] ?? "";
  const where = command?.command === CONVERT_TO_FILE ? " in a new binary file" : title.endsWith(" in a new file") ? " in a new file" : "";
  return what + where;
}

/** Asks for one of the conversions of a place, and makes it. */
export async function chooseConversion(client: LanguageClient, [place]: readonly unknown[]): Promise<void> {
  const { uri, range } = place as { uri: string; range: Range };
  const found = await client.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range,
    context: { diagnostics: [], only: [KIND] },
  });
  const offered = (found ?? []).filter((action): action is CodeAction => !("arguments" in action) && typeof action.command !== "string");
  const items: Item[] = [];
  let group = "";
  for (const action of offered) {
    if (groupOf(action) !== group) {
      group = groupOf(action);
      items.push({ label: group, kind: vscode.QuickPickItemKind.Separator });
    }
    items.push({ label: action.title, detail: action.disabled?.reason ?? "", action });
  }
  const placeHolder = "Choose a notation, or type a part of its name";
  const chosen = await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true });
  if (chosen?.action === undefined) {
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
