// What is said, and offered, where the server is not found or does not run.

import * as vscode from "vscode";

/** The walkthrough and its step that says how the server is installed: it is there without a network. */
const WALKTHROUGH = "vgn-lsp.vgn-lsp#vgn.begin";
const STEP = "server";

export async function reportMissing(message: string): Promise<void> {
  const offers: Record<string, () => Thenable<unknown>> = {
    "How to Install": howToInstall,
    "Set the Path": setPath,
    "Try Again": () => vscode.commands.executeCommand("vgn.restartServer"),
  };
  const chosen = await vscode.window.showErrorMessage(message, ...Object.keys(offers));
  if (chosen !== undefined) {
    await offers[chosen]?.();
  }
}

export function howToInstall(): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openWalkthrough", { category: WALKTHROUGH, step: STEP });
}

/** Shows the setting where its value counts: in a remote window the server runs on the other machine. */
function setPath(): Thenable<unknown> {
  const query = "@id:vgn.server.path";
  return vscode.env.remoteName === undefined
    ? vscode.commands.executeCommand("workbench.action.openSettings", query)
    : vscode.commands.executeCommand("workbench.action.openRemoteSettings", { query });
}
