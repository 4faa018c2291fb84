// "New Game" and "Paste FEN as a Game": games to begin with, at the end of the file or in a new one.

import * as vscode from "vscode";
import { isOfGames } from "./board_panel";
import { boardOf, gameSnippet, withTurn, type Board } from "./game_text";

export function newGameCommands(): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand("vgn.newGame", () => insert(undefined)),
    vscode.commands.registerCommand("vgn.pasteFen", pasteFen),
  ];
}

async function pasteFen(): Promise<void> {
  const copied = boardOf(await vscode.env.clipboard.readText());
  const board =
    copied ??
    boardOf(
      (await vscode.window.showInputBox({
        title: "Paste FEN as a Game",
        prompt: "The board that the game begins with",
        placeHolder: "8/8/4k3/8/2R5/4P3/4K3/8 w - - 0 1",
        validateInput: (text) =>
          boardOf(text) === undefined
            ? "A FEN has eight ranks with `/` between them, and `w` or `b` for the side to move."
            : undefined,
      })) ?? "",
    );
  if (board === undefined || !(await isMeant(board))) {
    return;
  }
  const fen = board.isSideSaid ? board.fen : await sideAsked(board.fen);
  if (fen !== undefined) {
    await insert(fen);
  }
}

/** Asks before a game begins on a board that chess does not have. */
async function isMeant({ fen, faults }: Board): Promise<boolean> {
  const anyway = "Begin Anyway";
  const told = `This is no board of chess: ${faults.join(", and ")}.`;
  return (
    faults.length === 0 ||
    (await vscode.window.showWarningMessage(told, { modal: true, detail: fen }, anyway)) === anyway
  );
}

/** The board with the side to move that people choose, where the text does not say it. */
async function sideAsked(fen: string): Promise<string | undefined> {
  const sides = [
    { label: "White to move", turn: "w" as const },
    { label: "Black to move", turn: "b" as const },
  ];
  const title = "Paste FEN as a Game";
  const chosen = await vscode.window.showQuickPick(sides, { title, placeHolder: "The FEN does not say whose move it is" });
  return chosen === undefined ? undefined : withTurn(fen, chosen.turn);
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
