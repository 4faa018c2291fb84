// What a fold holds, behind its first line: VS Code itself shows nothing of what servers say of it.

import * as vscode from "vscode";
import type { FoldingRange, FoldingRangeParams } from "vscode-languageclient";
import type { Veil } from "./veil";

export const FOLDING = "textDocument/foldingRange";

export class FoldedText implements vscode.Disposable {
  private readonly decoration = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor("editor.foldPlaceholderForeground"), margin: "0 0 0 1.5em" },
  });
  /** By document, by the line that a fold begins on: what it holds. */
  private readonly texts = new Map<string, Map<number, string>>();
  /** The most lines that an editor has shown. */
  private readonly most = new WeakMap<vscode.TextEditor, number>();
  private readonly watching: vscode.Disposable[];

  /** What stands in a game whose moves are hidden is not told by a fold either. */
  constructor(private readonly veil: Veil) {
    this.watching = [
      this.decoration,
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.show(textEditor)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
    ];
  }

  /** Takes what the server has answered. */
  keep(params: FoldingRangeParams, ranges: readonly FoldingRange[] | null): void {
    const uri = vscode.Uri.parse(params.textDocument.uri).toString();
    const said = (ranges ?? []).flatMap(({ startLine, collapsedText }): [number, string][] =>
      collapsedText === undefined ? [] : [[startLine, collapsedText]],
    );
    // Of folds that begin on one line the outermost comes first, and hides the others.
    this.texts.set(uri, new Map(said.reverse()));
    vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === uri).forEach((editor) => {
      this.show(editor);
    });
  }

  /** Shows all anew, where what is hidden has changed. */
  refresh(): void {
    vscode.window.visibleTextEditors.forEach((editor) => this.show(editor));
  }

  dispose(): void {
    this.watching.forEach((watching) => watching.dispose());
  }

  /** Lines that are in sight break off where something is folded. */
  private show(editor: vscode.TextEditor): void {
    const texts = this.texts.get(editor.document.uri.toString());
    if (texts === undefined) {
      return;
    }
    const shown = editor.visibleRanges.reduce((sum, { start, end }) => sum + end.line - start.line + 1, 0);
    const most = Math.max(shown, this.most.get(editor) ?? 0);
    this.most.set(editor, most);
    // Behind the last line in sight there is more below the window, or, where that is not full, a fold.
    const parts = editor.visibleRanges.slice(0, shown < most ? undefined : -1);
    const folded = parts.flatMap(({ end: { line } }): vscode.DecorationOptions[] => {
      const contentText = texts.get(line);
      const end = line < editor.document.lineCount ? editor.document.lineAt(line).range.end : undefined;
      const isThere = contentText !== undefined && end !== undefined && !this.veil.isOver(editor.document, end);
      return isThere ? [{ range: new vscode.Range(end, end), renderOptions: { after: { contentText } } }] : [];
    });
    editor.setDecorations(this.decoration, folded);
  }
}
