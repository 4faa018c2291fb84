// The server's state beside the language's name in the status bar.

import * as vscode from "vscode";

export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("vgn.server", [
    { language: "vgn" },
    { language: "pgn" },
  ]);

  constructor() {
    this.item.name = "VGN Language Server";
    this.item.command = { command: "vgn.showOutput", title: "Show Output" };
  }

  starting(): void {
    this.show("vgn-lsp is starting", vscode.LanguageStatusSeverity.Information, true);
  }

  running(version: string | undefined): void {
    this.show(version === undefined ? "vgn-lsp" : `vgn-lsp ${version}`, vscode.LanguageStatusSeverity.Information);
  }

  failed(text: string): void {
    this.show(text, vscode.LanguageStatusSeverity.Error);
    this.item.command = { command: "vgn.restartServer", title: "Restart" };
  }

  dispose(): void {
    this.item.dispose();
  }

  private show(text: string, severity: vscode.LanguageStatusSeverity, busy = false): void {
    this.item.text = text;
    this.item.severity = severity;
    this.item.busy = busy;
    this.item.command = { command: "vgn.showOutput", title: "Show Output" };
  }
}
