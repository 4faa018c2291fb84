// The extension's beginning and end. What it does for an editor stands in a file each; here they are put together.

import * as vscode from "vscode";
import { Client } from "./client";
import { showDecoded, watchEditors } from "./decoded";

let client: Client | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("VGN Language Server", { log: true });
  client = new Client(context, output);
  context.subscriptions.push(
    output,
    client,
    vscode.commands.registerCommand("vgn.restartServer", () => client?.restart()),
    vscode.commands.registerCommand("vgn.showOutput", () => output.show()),
    vscode.commands.registerCommand("vgn.showDecoded", showDecoded),
    watchEditors(),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("vgn.server")) {
        void client?.restart();
      }
    }),
  );
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
