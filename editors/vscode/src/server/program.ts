// The server as a program of this machine: looked for, asked for its version, and started with the editor's pipes.

import * as vscode from "vscode";
import { LanguageClient, type Executable } from "vscode-languageclient/node";
import { CONNECTION, type Launcher } from "./client";
import { findServer } from "./discovery";
import { reportMissing } from "./missing";
import { reportOutdated } from "./outdated";
import { surroundings } from "./surroundings";

export function programLauncher(context: vscode.ExtensionContext): Launcher {
  return async (output, options) => {
    const around = surroundings(context.extensionPath, vscode.workspace.workspaceFolders?.[0]);
    const found = await findServer(around);
    if ("missing" in found) {
      output.error(found.missing);
      // Not awaited: the message stays until the user answers.
      void reportMissing(found.missing, found.hidesOwn);
      return "vgn-lsp is missing";
    }
    for (const reason of found.passedOver) {
      output.warn(reason);
    }
    output.info(`Starting ${found.program} (${found.version})`);
    void reportOutdated(context, found, output);
    const server: Executable = {
      command: found.program,
      args: ["--stdio"],
      options: { env: around.env },
    };
    return new LanguageClient(...CONNECTION, server, options);
  };
}
