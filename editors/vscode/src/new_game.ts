// "New Game" and "Paste FEN as a Game": games to begin with, at the end of the file or in a new one.

import * as vscode from "vscode";
import { isOfGames } from "./board_panel";
import { boardOf, gameSnippet } from "./game_text";

export function newGameCommands(): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand("vgn.newGame", () => insert(undefined)),
    vscode.commands.registerCommand("vgn.pasteFen", pasteFen),
  ];
}

async function pasteFen(): Promise<void> {
  const copied = boardOf(await vscode.env.clipboard.readText());
  const fen =
    copied ??
    boardOf(
      (await vscode.window.showInputBox({
        title: "Paste FEN as a Game",
        prompt: "The board that the game begins with",
        placeHolder: "8/8/4k3/8/2R5/4P3/4K3/8 w - - 0 1",
        validateInput: (text) =>
          boardOf(text) === undefined ? "A FEN has eight ranks with `/` between them, and `w` or `b`." : undefined,
      })) ?? "",
    );
  if (fen !== undefined) {
    await insert(fen);
  }
}

/** Writes the game at the end of the file in front, or into a new file where that has no games. */
async function insert(fen: string | undefined): Promise<void> {
  const active = vscode.window.activeTextEditor;
  const editor =
    active !== undefined && isOfGames(active.document)
      ? active
      : await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "pgn" }));
  const { document } = editor;
  const end = document.lineAt(document.lineCount - 1).range.end;
  const text = document
    .getText(new vscode.Range(document.positionAt(Math.max(0, document.offsetAt(end) - 4)), end))
    .replaceAll("\r", "");
  const isEmpty = document.getText().trim() === "";
  const gap = isEmpty || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const isVgn = document.languageId === "vgn";
  await editor.insertSnippet(new vscode.SnippetString(gap + gameSnippet(fen, isVgn, new Date())), end);
  // All of it, and not its first line alone.
  editor.revealRange(new vscode.Range(end, document.lineAt(document.lineCount - 1).range.end));
}
