// What is said, and offered, where the server is not found.

import * as vscode from "vscode";

const INSTALL = vscode.Uri.parse("https://github.com/vgn-lsp/vgn-lsp#readme");

export async function reportMissing(message: string): Promise<void> {
  const offers: Record<string, () => Thenable<unknown>> = {
    "How to Install": () => vscode.env.openExternal(INSTALL),
    "Set the Path": () => vscode.commands.executeCommand("workbench.action.openSettings", "vgn.server.path"),
    "Try Again": () => vscode.commands.executeCommand("vgn.restartServer"),
  };
  const chosen = await vscode.window.showErrorMessage(message, ...Object.keys(offers));
  if (chosen !== undefined) {
    await offers[chosen]?.();
  }
}
