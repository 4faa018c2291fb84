// Boards beside the text: opened by a command, restored after a reload, several at once on different games.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { BoardPanel, isOfGames, type Place } from "./board_panel";
import type { EngineBeside, EngineBoards, EngineInfo } from "./engine";
import type { Veil } from "./veil";

/** The type of the panels; the extension is started when one is restored. */
const VIEW = "vgn.board";

export class Boards implements vscode.Disposable, EngineBoards {
  /** Knows what engines have found last. */
  engine: EngineBeside | undefined;
  private readonly panels = new Set<BoardPanel>();
  private readonly registered: vscode.Disposable[];

  /** `running` has the server, if it runs; `serve` starts it. */
  constructor(
    private readonly extension: vscode.Uri,
    private readonly running: () => BaseLanguageClient | undefined,
    private readonly serve: () => Promise<void>,
    private readonly veil: Veil,
  ) {
    this.registered = [
      vscode.commands.registerCommand("vgn.showBoard", () => void this.open(false)),
      vscode.commands.registerCommand("vgn.showAnotherBoard", () => void this.open(true)),
      vscode.commands.registerCommand("vgn.guessMove", () => this.open(false, true)?.train()),
      vscode.window.registerWebviewPanelSerializer(VIEW, {
        deserializeWebviewPanel: async (panel, state: unknown) => {
          const place = readPlace(state);
          if (place === undefined) {
            panel.dispose();
          } else {
            this.add(panel, place);
          }
        },
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => this.tell(textEditor, kind)),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined) {
          this.tell(editor);
        }
      }),
      vscode.workspace.onDidChangeTextDocument((event) => this.panels.forEach((panel) => panel.changed(event))),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("vgn.board")) {
          this.panels.forEach((panel) => panel.sendSettings());
        }
      }),
    ];
  }

  dispose(): void {
    this.panels.forEach((panel) => panel.dispose());
    this.registered.forEach((one) => void one.dispose());
  }

  /** The server has begun to run, or has stopped: what could not be asked before is asked again. */
  renew(): void {
    this.panels.forEach((panel) => panel.renew());
  }

  turnEngine(uri: vscode.Uri, on: boolean): boolean {
    const panels = [...this.panels].filter((panel) => panel.isOf(uri));
    // One that is seen, and only one.
    const chosen = on ? (panels.find((panel) => panel.asksEngine) ?? panels.find((panel) => panel.isSeen)) : undefined;
    (on ? panels.filter((panel) => panel === chosen) : panels).forEach((panel) => panel.turnEngine(on));
    return on ? chosen !== undefined : panels.length > 0;
  }

  asksEngine(uri: vscode.Uri): boolean {
    return [...this.panels].some((panel) => panel.isOf(uri) && panel.asksEngine);
  }

  engineTold(info: EngineInfo): void {
    const uri = this.running()?.protocol2CodeConverter.asUri(info.uri);
    this.panels.forEach((panel) => uri !== undefined && panel.isOf(uri) && panel.engineTold(info));
  }

  /** Shows the board that follows the cursor; `another` opens one more, which stays on this game. */
  private open(another: boolean, withFocus = false): BoardPanel | undefined {
    const editor =
      vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(({ document }) => isOfGames(document));
    if (editor === undefined || !isOfGames(editor.document)) {
      void vscode.window.showInformationMessage(
        "Open a file of chess games first: the board shows the game at the cursor.",
      );
      return undefined;
    }
    const panels = [...this.panels];
    const training = panels.find((panel) => panel.isTrainingOn(editor.document.uri));
    const following = training ?? panels.find(({ isFollowing }) => isFollowing);
    if (!another && following !== undefined) {
      following.show(withFocus);
      following.moved(editor);
      return following;
    }
    // A board's column is locked, so that files do not cover it: another board has to name that column.
    const column = panels.find(({ column }) => column !== undefined && column !== editor.viewColumn)?.column;
    const where = { viewColumn: column ?? vscode.ViewColumn.Beside, preserveFocus: !withFocus };
    const panel = vscode.window.createWebviewPanel(VIEW, "Chess Board", where, {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(this.extension, "dist", "board")],
      // What is guessed is not forgotten while another tab is in front.
      retainContextWhenHidden: true,
    });
    const { line, character } = editor.selection.active;
    return this.add(panel, { uri: editor.document.uri.toString(), line, character, pinned: another });
  }

  private add(panel: vscode.WebviewPanel, place: Place): BoardPanel {
    const server = async () => {
      await this.serve();
      return this.running();
    };
    const board = new BoardPanel(panel, this.extension, place, server, this.veil, () => this.engine);
    this.panels.add(board);
    panel.onDidDispose(() => this.panels.delete(board));
    return board;
  }

  private tell(editor: vscode.TextEditor, kind?: vscode.TextEditorSelectionChangeKind): void {
    if (isOfGames(editor.document)) {
      this.panels.forEach((panel) => panel.moved(editor, kind));
    }
  }
}

/** What a restored panel has kept. */
function readPlace(state: unknown): Place | undefined {
  const { uri, line, character, pinned } = (state ?? {}) as Record<string, unknown>;
  if (typeof uri !== "string" || typeof line !== "number" || typeof character !== "number") {
    return undefined;
  }
  return { uri, line, character, pinned: pinned === true };
}
