// What stands at the cursor: in the status bar, and for the clipboard. The server tells it (`vgn/cursor`).

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { LANGUAGES } from "./languages";
import type { Veil } from "./veil";

interface Cursor {
  game?: number;
  games?: number;
  halfMove?: { number: number; color: "white" | "black" };
  fen?: string;
  line: string;
  opening?: { eco: string; name: string };
  lichess?: string;
}

/** A position of a document, as the protocol has it. */
interface Place {
  textDocument: { uri: string };
  position: { line: number; character: number };
}

/** How long the cursor rests, in milliseconds, before the server is asked. */
const REST = 80;
/** So many characters of an opening's name fit into the status bar. */
const LONGEST = 40;

export class CursorStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("vgn.cursor", vscode.StatusBarAlignment.Right, 110);
  private readonly registered: vscode.Disposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: vscode.CancellationTokenSource | undefined;

  /** `running` has the server, if it runs. */
  constructor(
    private readonly running: () => BaseLanguageClient | undefined,
    private readonly veil: Veil,
  ) {
    this.item.name = "Game and Opening at the Cursor";
    this.item.command = "vgn.copyFen";
    this.registered = [
      vscode.window.onDidChangeActiveTextEditor(() => this.later()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === vscode.window.activeTextEditor) {
          this.later();
        }
      }),
      // A place comes from what stands above a game; else the cursor's is meant.
      vscode.commands.registerCommand("vgn.copyFen", (place?: Place) =>
        this.copy("The board as FEN", ({ fen }) => fen, place),
      ),
      vscode.commands.registerCommand("vgn.copyLine", () => this.copy("The line to here", ({ line }) => line || undefined)),
      vscode.commands.registerCommand("vgn.openOnLichess", () => this.openOnLichess()),
    ];
    this.later();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.cancel();
    this.item.dispose();
    this.registered.forEach((one) => void one.dispose());
  }

  /** Asks again: the server has begun to run, or has stopped. */
  refresh(): void {
    this.later();
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.show(), REST);
  }

  private async show(): Promise<void> {
    const cursor = await this.ask();
    if (cursor === "outdated") {
      return;
    }
    const editor = vscode.window.activeTextEditor;
    const isHidden = editor !== undefined && this.veil.hides(editor.document, editor.selection.active);
    if (cursor === undefined || isHidden) {
      this.item.hide();
      return;
    }
    const { game, games, halfMove, opening, line, fen } = cursor;
    const last = line.split(" ").at(-1) ?? "";
    const parts = [
      game === undefined || games === undefined ? undefined : `Game ${game} of ${games}`,
      halfMove === undefined ? undefined : `${halfMove.number}${halfMove.color === "white" ? "." : "..."} ${last}`,
      opening === undefined ? undefined : shortened(`${opening.eco} ${opening.name}`),
    ];
    this.item.text = parts.filter((part) => part !== undefined).join(" · ");
    const told = [opening && `${opening.eco} ${opening.name}`, line, fen].filter((part) => part !== undefined && part !== "");
    this.item.tooltip = [...told, fen === undefined ? "" : "Click to copy the board as FEN."].join("\n\n");
    this.item.show();
  }

  /** What stands at the cursor; nothing where there is no game. */
  private async ask(given?: Place): Promise<Cursor | undefined | "outdated"> {
    this.asking?.cancel();
    const asking = new vscode.CancellationTokenSource();
    this.asking = asking;
    const editor = vscode.window.activeTextEditor;
    const known: readonly string[] = LANGUAGES;
    const client = this.running();
    if (editor === undefined || client?.isRunning() !== true || !known.includes(editor.document.languageId)) {
      return undefined;
    }
    const { line, character } = editor.selection.active;
    const here = { textDocument: { uri: client.code2ProtocolConverter.asUri(editor.document.uri) }, position: { line, character } };
    try {
      const cursor = await client.sendRequest<Cursor | null>("vgn/cursor", given ?? here, asking.token);
      return asking.token.isCancellationRequested ? "outdated" : (cursor ?? undefined);
    } catch {
      // The text has changed meanwhile, and the cursor with it: the next answer counts.
      return "outdated";
    }
  }

  private async copy(what: string, part: (cursor: Cursor) => string | undefined, place?: Place): Promise<void> {
    const cursor = await this.ask(place);
    const text = cursor === undefined || cursor === "outdated" ? undefined : part(cursor);
    if (text === undefined) {
      void vscode.window.showInformationMessage(`${what} is not known here.`);
      return;
    }
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(`${what} is copied.`, 2_000);
  }

  private async openOnLichess(): Promise<void> {
    const cursor = await this.ask();
    const address = cursor === undefined || cursor === "outdated" ? undefined : cursor.lichess;
    if (address === undefined) {
      void vscode.window.showInformationMessage("The board is not known here.");
      return;
    }
    await vscode.env.openExternal(vscode.Uri.parse(address));
  }
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
