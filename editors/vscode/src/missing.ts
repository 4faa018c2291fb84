// What is said, and offered, where the server is not found.

import * as vscode from "vscode";

const INSTALL = vscode.Uri.parse("https://github.com/vgn-lsp/vgn-lsp#readme");

export async function reportMissing(message: string): Promise<void> {
  const offers: Record<string, () => Thenable<unknown>> = {
    "How to Install": () => vscode.env.openExternal(INSTALL),
    "Set the Path": setPath,
    "Try Again": () => vscode.commands.executeCommand("vgn.restartServer"),
  };
  const chosen = await vscode.window.showErrorMessage(message, ...Object.keys(offers));
  if (chosen !== undefined) {
    await offers[chosen]?.();
  }
}

/** Shows the setting where its value counts: in a remote window the server runs on the other machine. */
function setPath(): Thenable<unknown> {
  const query = "@id:vgn.server.path";
  return vscode.env.remoteName === undefined
    ? vscode.commands.executeCommand("workbench.action.openSettings", query)
    : vscode.commands.executeCommand("workbench.action.openRemoteSettings", { query });
}
