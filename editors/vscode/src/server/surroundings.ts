// What the search for the server depends on, as the editor has it.

import { homedir } from "node:os";
import * as vscode from "vscode";
import type { Surroundings } from "./discovery";

/** `workspace` is the folder from which a configured path starts. */
export function surroundings(extension: string, workspace: vscode.WorkspaceFolder | undefined): Surroundings {
  const settings = vscode.workspace.getConfiguration("vgn");
  return {
    configured: settings.get<string | null>("server.path") ?? "",
    extension,
    home: homedir(),
    workspace: workspace?.uri.fsPath,
    path: process.env["PATH"] ?? "",
    env: { ...process.env, ...settings.get<Record<string, string>>("server.extraEnv") },
    platform: process.platform,
    machine: process.arch,
  };
}
