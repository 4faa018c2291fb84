// What is to be guessed on a board is hidden in the text beside it, and what the server says of it is kept back.

import * as vscode from "vscode";
import type { Middleware, Position, Range } from "vscode-languageclient";
import { highlightsAtCursor } from "./highlights";
import { LANGUAGES } from "./languages";

/** Tags that say how a game ends. */
const TELLING = /^\s*\[\s*(?:Result|Termination|PlyCount)\s+"/;

interface Hidden {
  uri: string;
  game: vscode.Range;
  /** From here on to the game's end. */
  from: vscode.Position;
}

export class Veil implements vscode.Disposable {
  /** What is hidden, by who has it hidden. */
  private readonly laid = new Map<unknown, Hidden>();
  /** Who waits until marks are asked for. */
  private readonly asked: (() => void)[] = [];
  private readonly look = vscode.window.createTextEditorDecorationType({
    opacity: "0",
    backgroundColor: new vscode.ThemeColor("editorWidget.background"),
    rangeBehavior: vscode.DecorationRangeBehavior.OpenOpen,
  });
  private readonly watching: vscode.Disposable;
  private outlined: vscode.Disposable | undefined;

  /** `changed` is told when something is hidden, or seen again. */
  constructor(private readonly changed: () => void) {
    this.watching = vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((one) => this.paint(one)));
  }

  dispose(): void {
    this.watching.dispose();
    this.outlined?.dispose();
    this.look.dispose();
  }

  /** Hides a game of a document from a place on. */
  lay(owner: unknown, uri: vscode.Uri, game: Range, from: Position): void {
    const at = ({ line, character }: Position): vscode.Position => new vscode.Position(line, character);
    const isNew = !this.laid.has(owner);
    this.laid.set(owner, { uri: String(uri), game: new vscode.Range(at(game.start), at(game.end)), from: at(from) });
    this.show();
    if (isNew) {
      this.outlineAgain();
      const editors = vscode.window.visibleTextEditors.filter(({ document }) => this.of(document).length > 0);
      editors.forEach((editor) => void unmark(editor, this.rested()));
    }
  }

  lift(owner: unknown): void {
    if (this.laid.delete(owner)) {
      this.outlineAgain();
      this.show();
    }
  }

  /** Whether a place cannot be seen. */
  hides(document: vscode.TextDocument, at: vscode.Position): boolean {
    return this.of(document).some(({ game, from }) => at.isAfterOrEqual(from) && at.isBefore(game.end));
  }

  /** Whether a place is in a game of which something is hidden. */
  isOver({ uri }: vscode.TextDocument, at: vscode.Position): boolean {
    return this.isOverPlace(uri, at);
  }

  isOverPlace(uri: vscode.Uri, at: vscode.Position): boolean {
    return [...this.laid.values()].some((one) => one.uri === String(uri) && one.game.contains(at));
  }

  /** Until marks have been asked for where something is hidden; they are not where no word stands. */
  private rested(): Promise<void> {
    return new Promise((done) => {
      this.asked.push(done);
      setTimeout(done, 300);
    });
  }

  private of(document: vscode.TextDocument): Hidden[] {
    return [...this.laid.values()].filter(({ uri }) => uri === String(document.uri));
  }

  private show(): void {
    vscode.window.visibleTextEditors.forEach((editor) => this.paint(editor));
    this.changed();
  }

  /** Has outline, breadcrumbs and sticky lines asked for anew: that happens where another provider comes or goes. */
  private outlineAgain(): void {
    this.outlined?.dispose();
    this.outlined = undefined;
    if (this.laid.size > 0) {
      this.outlined = vscode.languages.registerDocumentSymbolProvider([...LANGUAGES], { provideDocumentSymbols: () => [] });
    }
  }

  private paint(editor: vscode.TextEditor): void {
    const { document } = editor;
    const hoverMessage = "Hidden while its moves are guessed on the board.";
    const ranges = this.of(document).flatMap(({ game, from }) => [
      ...tellingTags(document, new vscode.Range(game.start, from)),
      new vscode.Range(from, game.end),
    ]);
    editor.setDecorations(
      this.look,
      ranges.map((range) => ({ range, hoverMessage })),
    );
  }

  /** What the server says where something is hidden: nothing that says more than what is seen. */
  get middleware(): Middleware {
    return {
      provideHover: (document, position, token, next) =>
        this.hides(document, position) ? null : next(document, position, token),
      // The next half-move of a piece is marked wherever the piece itself is.
      provideDocumentHighlights: (document, position, token, next) => {
        if (this.of(document).length === 0) {
          return highlightsAtCursor(document, position, token, next);
        }
        this.asked.splice(0).forEach((done) => done());
        return [];
      },
      // Of a game in which something is hidden the outline has its name alone.
      provideDocumentSymbols: async (document, token, next) => {
        const symbols = (await next(document, token)) as vscode.DocumentSymbol[] | null | undefined;
        return symbols?.map((symbol) => {
          if (!this.isOver(document, symbol.selectionRange.start)) {
            return symbol;
          }
          const { name, kind, range, selectionRange } = symbol;
          return new vscode.DocumentSymbol(name, "", kind, range, selectionRange);
        });
      },
      provideInlineCompletionItems: (document, position, context, token, next) =>
        this.of(document).length > 0 ? null : next(document, position, context, token),
      provideInlayHints: async (document, range, token, next) => {
        const hints = await next(document, range, token);
        return hints?.filter(({ position }) => !this.hides(document, position));
      },
      provideCodeLenses: async (document, token, next) => {
        const lenses = await next(document, token);
        return lenses?.filter(({ range }) => !this.isOver(document, range.start));
      },
    };
  }
}

/**
 * What is marked for the cursor stays marked as long as the cursor stays, so it goes away and comes back. VS Code looks
 * for another place only when the cursor has rested there for a twentieth of a second: `rested` settles then.
 */
async function unmark(editor: vscode.TextEditor, rested: Promise<void>): Promise<void> {
  const { selections, document } = editor;
  const atStart = selections.some(({ active }) => active.line === 0);
  const away = atStart ? document.lineAt(document.lineCount - 1).range.end : new vscode.Position(0, 0);
  editor.selections = [new vscode.Selection(away, away)];
  await rested;
  // Who has set the cursor elsewhere in the meantime has done the same.
  if (editor.selections.length === 1 && editor.selection.isEmpty && editor.selection.active.isEqual(away)) {
    editor.selections = selections;
  }
}

/** The tags that say how the game ends, as far as their lines are known. */
function tellingTags(document: vscode.TextDocument, tags: vscode.Range): vscode.Range[] {
  const lines: vscode.Range[] = [];
  const last = Math.min(tags.end.line, document.lineCount - 1);
  for (let number = tags.start.line; number <= last; number++) {
    const line = document.lineAt(number);
    if (TELLING.test(line.text)) {
      lines.push(line.range);
    }
  }
  return lines;
}
