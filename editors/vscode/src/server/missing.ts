// What is said, and offered, where the server is not found or does not run.

import * as vscode from "vscode";
import { carryOut, USE_OWN, useOwnServer } from "./own";

/** The walkthrough and its step that says how the server is installed: it is there without a network. */
const WALKTHROUGH = "vgn-lsp.vgn-lsp#vgn.begin";
const STEP = "server";

/** `hidesOwn`: the extension has a server of its own that the settings keep from use. */
export async function reportMissing(message: string, hidesOwn: boolean): Promise<void> {
  const offers: Record<string, () => Thenable<unknown>> = {
    ...(hidesOwn ? { [USE_OWN]: useOwnServer } : { "How to Install": howToInstall }),
    "Set the Path": setPath,
    "Try Again": () => vscode.commands.executeCommand("vgn.restartServer"),
  };
  const chosen = await vscode.window.showErrorMessage(message, ...Object.keys(offers));
  await carryOut(chosen, offers);
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
