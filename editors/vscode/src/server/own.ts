// The server in the extension, in place of the one that the settings name.

import * as vscode from "vscode";

export const USE_OWN = "Use the Extension's Server";

/**
 * Takes the configured path back where it counts; the server is then started anew, because a setting has changed.
 *
 * In a remote window the editor writes to the settings of the machine where the server runs, while a path in the user's own
 * may count too, which no extension can change there: an empty path on the machine goes before it.
 */
export async function useOwnServer(): Promise<void> {
  for (const path of [undefined, ""]) {
    await vscode.workspace.getConfiguration("vgn").update("server.path", path, vscode.ConfigurationTarget.Global);
    if (!vscode.workspace.getConfiguration("vgn").get<string | null>("server.path")) {
      return;
    }
  }
  throw new Error("vgn.server.path is set where the extension cannot change it. Clear it there.");
}

/** Does what was chosen in a message. Where a profile or home is read-only, that is said. */
export async function carryOut(chosen: string | undefined, offers: Record<string, () => Thenable<unknown>>): Promise<void> {
  try {
    if (chosen !== undefined) {
      await offers[chosen]?.();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`“${chosen}” could not be kept in the settings: ${reason}`);
  }
}
