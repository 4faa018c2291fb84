// What a check of all games has found, as problems: only those that the server does not tell already. It tells those of
// open games, and of files so far as its limits reach.

import * as vscode from "vscode";
import { beyond, readFinding } from "./line";

const { Error, Warning, Information, Hint } = vscode.DiagnosticSeverity;
const SEVERITIES = { error: Error, warning: Warning, information: Information, hint: Hint };
/** Problems are shown so often while a check runs, in milliseconds. */
const PAUSE = 200;

export class CheckProblems implements vscode.Disposable {
  private readonly shown = vscode.languages.createDiagnosticCollection("vgn-check");
  /** All that the last check has found, by file. */
  private readonly found = new Map<string, vscode.Diagnostic[]>();
  private readonly waiting = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private readonly registered: vscode.Disposable[];

  constructor() {
    this.registered = [
      this.shown,
      vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.forEach((uri) => this.later(String(uri)))),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => this.later(String(uri))),
      // What the check has found may have been repaired since.
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (this.found.delete(String(document.uri))) {
          this.shown.delete(document.uri);
        }
      }),
    ];
  }

  /** A check of a folder begins. */
  begin(): void {
    this.found.clear();
    this.shown.clear();
  }

  /** A line that the program has printed; one that tells no problem is passed over. */
  read(line: string, folder: vscode.Uri): void {
    const told = readFinding(line);
    if (told === undefined) {
      return;
    }
    const isWhole = /^([\\/]|[A-Za-z]:[\\/])/.test(told.path);
    const uri = isWhole ? folder.with({ path: vscode.Uri.file(told.path).path }) : vscode.Uri.joinPath(folder, told.path);
    const place = new vscode.Position(told.line, told.column);
    const problem = new vscode.Diagnostic(new vscode.Range(place, place), told.message, SEVERITIES[told.severity]);
    problem.source = "vgn-lsp";
    problem.code = told.code;
    const problems = this.found.get(String(uri));
    if (problems === undefined) {
      this.found.set(String(uri), [problem]);
    } else {
      problems.push(problem);
    }
    this.later(String(uri));
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.registered.forEach((one) => void one.dispose());
  }

  private later(uri: string): void {
    if (this.found.has(uri)) {
      this.waiting.add(uri);
      this.timer ??= setTimeout(() => this.show(), PAUSE);
    }
  }

  private show(): void {
    this.timer = undefined;
    const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => String(uri)));
    for (const name of this.waiting) {
      const uri = vscode.Uri.parse(name, true);
      const own = this.shown.get(uri) ?? [];
      const told = beyond(vscode.languages.getDiagnostics(uri).filter(isOfServer), own);
      const kept = open.has(name) ? [] : beyond(this.found.get(name) ?? [], told);
      if (kept.length !== own.length || kept.some((one, at) => one !== own[at])) {
        this.shown.set(uri, kept);
      }
    }
    this.waiting.clear();
  }
}

function isOfServer({ source }: vscode.Diagnostic): boolean {
  return source === "vgn-lsp";
}
