// The task that checks all games of a folder with the program, and shows what it finds as problems.

import { homedir } from "node:os";
import * as vscode from "vscode";
import type { CheckProblems } from "./check_problems";
import { CheckTerminal } from "./check_terminal";
import { findServer } from "./discovery";

const TYPE = "vgn";

interface Definition extends vscode.TaskDefinition {
  /** What is checked; all games of the folder if nothing is said. */
  paths?: string[];
}

export class CheckTasks implements vscode.TaskProvider {
  constructor(
    private readonly extensionPath: string,
    private readonly problems: CheckProblems,
  ) {}

  provideTasks(): vscode.Task[] {
    return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => this.task({ type: TYPE }, folder) ?? []);
  }

  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const { scope } = task;
    return typeof scope === "object" ? this.task(task.definition as Definition, scope) : undefined;
  }

  private task(definition: Definition, folder: vscode.WorkspaceFolder): vscode.Task | undefined {
    const found = findServer({
      configured: vscode.workspace.getConfiguration("vgn").get<string | null>("server.path") ?? "",
      extension: this.extensionPath,
      home: homedir(),
      workspace: folder.uri.fsPath,
      path: process.env["PATH"] ?? "",
      platform: process.platform,
    });
    if ("missing" in found) {
      return undefined;
    }
    // What is named is a file, also where its name begins as an option does.
    const words = ["check", "--format", "concise", "--", ...(definition.paths ?? ["."])];
    const terminal = () => {
      this.problems.begin();
      return new CheckTerminal(found.program, words, folder.uri.fsPath, (line) => this.problems.read(line, folder.uri));
    };
    const run = new vscode.CustomExecution(async () => terminal());
    // A problem matcher would show a second time what the server has told.
    return new vscode.Task(definition, folder, "Check all games", "vgn", run, []);
  }
}
