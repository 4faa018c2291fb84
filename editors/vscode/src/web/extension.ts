// The extension's beginning and end in a browser alone, where the server is a module in a worker.

import type * as vscode from "vscode";
import { begin, end } from "../everywhere";
import { moduleLauncher } from "./module";

export function activate(context: vscode.ExtensionContext): Promise<void> {
  return begin(context, moduleLauncher(context.extensionUri), () => []);
}

export function deactivate(): Promise<void> {
  return end();
}
