// The extension's beginning and end in a window with a machine behind it, where the server is a program.

import * as vscode from "vscode";
import { CheckProblems } from "./check/problems";
import { CheckTasks } from "./check/tasks";
import { showDecoded, watchEditors } from "./decoded";
import { begin, end } from "./everywhere";
import { programLauncher } from "./server/program";

export function activate(context: vscode.ExtensionContext): Promise<void> {
  return begin(context, programLauncher(context), (serve) => {
    const problems = new CheckProblems();
    return [
      problems,
      vscode.tasks.registerTaskProvider("vgn", new CheckTasks(context.extensionPath, problems)),
      vscode.commands.registerCommand("vgn.showDecoded", (file?: vscode.Uri) => showDecoded(serve, file)),
      watchEditors(serve),
    ];
  });
}

export function deactivate(): Promise<void> {
  return end();
}
