// The task that checks all games of a folder with the program, and shows what it finds as problems.

import * as vscode from "vscode";
import { findServer } from "../server/discovery";
import { surroundings } from "../server/surroundings";
import type { CheckProblems } from "./problems";
import { CheckTerminal } from "./terminal";

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

  async provideTasks(): Promise<vscode.Task[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const tasks = await Promise.all(folders.map((folder) => this.task({ type: TYPE }, folder)));
    return tasks.filter((task) => task !== undefined);
  }

  async resolveTask(task: vscode.Task): Promise<vscode.Task | undefined> {
    const { scope } = task;
    return typeof scope === "object" ? this.task(task.definition as Definition, scope) : undefined;
  }

  private async task(definition: Definition, folder: vscode.WorkspaceFolder): Promise<vscode.Task | undefined> {
    const found = await findServer(surroundings(this.extensionPath, folder));
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
