// "Convert this game to…": first the notation, to be narrowed by typing; then what becomes of it, this game or more.

import * as vscode from "vscode";
import { CodeActionRequest, CodeActionResolveRequest, type CodeAction, type BaseLanguageClient, type Range } from "vscode-languageclient";
import { byNotation, type Conversion, type Named } from "./conversion_list";

/** The server's command that asks what a game is to become. Its argument is `{ uri, range }`. */
export const CONVERT_GAME = "vgn.convertGame";

const KIND = "refactor.rewrite";

type Of<Action> = vscode.QuickPickItem & { of: Action };

/** Asks for one of the conversions of a place, and makes it. */
export async function chooseConversion(client: BaseLanguageClient, [place]: readonly unknown[]): Promise<void> {
  const { uri, range } = place as { uri: string; range: Range };
  const found = await client.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range,
    context: { diagnostics: [], only: [KIND] },
  });
  const offered = (found ?? []).filter((action): action is CodeAction => !("arguments" in action) && typeof action.command !== "string");
  const notation = await askNotation(byNotation(offered));
  const chosen = notation && (await askScope(notation));
  if (chosen === undefined) {
    return;
  }
  const { disabled } = chosen.action;
  if (disabled !== undefined) {
    void vscode.window.showInformationMessage(`This conversion cannot be made: ${disabled.reason}.`);
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

async function askNotation(notations: Named<CodeAction>[]): Promise<Named<CodeAction> | undefined> {
  const items = notations.map((of): Of<Named<CodeAction>> => ({ label: of.name, description: of.fullName, of }));
  const placeHolder = "Choose a notation, or type a part of its name";
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.of;
}

/** Asks what is to be converted, where that can be more than one thing. */
async function askScope({ name, conversions }: Named<CodeAction>): Promise<Conversion<CodeAction> | undefined> {
  const items = conversions.map(
    (of): Of<Conversion<CodeAction>> => ({ label: of.scope, detail: of.action.disabled?.reason ?? of.remark, of }),
  );
  const only = items.length === 1 && items[0]?.detail === "" ? items[0] : undefined;
  return (only ?? (await vscode.window.showQuickPick(items, { title: `Convert to ${name}`, placeHolder: "Choose what to convert" })))?.of;
}
