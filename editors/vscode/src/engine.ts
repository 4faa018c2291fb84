// The engine beside the text: started and stopped by commands, at the cursor, and told of in the status bar. Where a board
// of the text is open, the board asks it.

import * as vscode from "vscode";
import type { BaseLanguageClient, Range, WorkspaceEdit } from "vscode-languageclient";
import { isOfGames } from "./board_panel";
import type { Veil } from "./veil";

/** What an engine has found: `vgn/engineInfo`. */
export interface EngineInfo {
  id: number;
  uri: string;
  fen: string;
  threat?: boolean;
  engine?: string;
  depth: number;
  lines: { cp?: number; mate?: number; san: string[]; uci: string[] }[];
  ended?: boolean;
  error?: string;
}

/** The boards that may ask the engine in place of the cursor. */
export interface EngineBoards {
  /** A board of the document is open: it is to have the engine on, or off. */
  turnEngine(uri: vscode.Uri, on: boolean): boolean;
  /** A board of the document asks the engine. */
  asksEngine(uri: vscode.Uri): boolean;
  engineTold(info: EngineInfo): void;
}

/** How long the cursor rests, in milliseconds, before the engine is asked. */
const REST = 120;
/** Half-moves in the status bar, and of a line that is written into the text. */
const SHOWN = 4;
const WRITTEN = 12;

export class EngineBeside implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("vgn.engine", vscode.StatusBarAlignment.Right, 109);
  private readonly registered: vscode.Disposable[];
  /** It follows the cursor. */
  private isOn = false;
  /** The document about which it was asked last at the cursor. */
  private uri: vscode.Uri | undefined;
  private isThreat = false;
  /** What was told last of each document. */
  private readonly last = new Map<string, EngineInfo>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly running: () => BaseLanguageClient | undefined,
    private readonly serve: () => Promise<void>,
    private readonly boards: EngineBoards,
    private readonly veil: Veil,
  ) {
    this.item.name = "Chess Engine";
    this.item.command = "vgn.playEngineLine";
    const command = (name: string, act: () => Promise<void>) =>
      vscode.commands.registerCommand(name, () => act().catch(complain));
    this.registered = [
      command("vgn.startEngine", () => this.start()),
      command("vgn.stopEngine", () => this.stop()),
      command("vgn.engineThreat", () => this.threat()),
      command("vgn.playEngineLine", () => this.play(WRITTEN)),
      command("vgn.playEngineMove", () => this.play(1)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === vscode.window.activeTextEditor) {
          this.later();
        }
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.show();
        this.later();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.item.dispose();
    this.registered.forEach((one) => void one.dispose());
  }

  /** The server has begun to run, or has stopped: no engine runs. */
  renew(): void {
    this.last.clear();
    const offers = (this.running()?.initializeResult?.capabilities.experimental as { engine?: boolean } | undefined)?.engine;
    void vscode.commands.executeCommand("setContext", "vgn.hasEngine", offers === true);
    this.show();
    this.later();
  }

  /** The server tells what an engine has found. */
  told(info: EngineInfo): void {
    const client = this.running();
    if (client === undefined) {
      return;
    }
    const uri = client.protocol2CodeConverter.asUri(info.uri);
    this.last.set(String(uri), info);
    this.boards.engineTold(info);
    if (info.error !== undefined && this.isOn && String(uri) === String(this.uri) && !this.boards.asksEngine(uri)) {
      void vscode.window.showWarningMessage(info.error);
    }
    this.show();
  }

  /** What was told last of a search. */
  lastOf(uri: vscode.Uri, search: number): EngineInfo | undefined {
    const last = this.last.get(String(uri));
    return last?.id === search ? last : undefined;
  }

  /** The engine of a document has ended. */
  forget(uri: vscode.Uri): void {
    this.last.delete(String(uri));
    this.show();
  }

  private async start(): Promise<void> {
    const editor = this.editor();
    await this.serve();
    this.isThreat = false;
    if (!this.boards.turnEngine(editor.document.uri, true)) {
      this.isOn = true;
      await this.ask(editor);
    }
  }

  private async stop(): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri ?? this.uri;
    this.isOn = false;
    clearTimeout(this.timer);
    for (const one of [uri, this.uri]) {
      if (one !== undefined) {
        this.boards.turnEngine(one, false);
        await this.end(one);
      }
    }
    this.uri = undefined;
    this.show();
  }

  private async end(uri: vscode.Uri): Promise<void> {
    const client = this.running();
    this.last.delete(String(uri));
    await client?.sendRequest("vgn/engineStop", { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) } });
  }

  /** What the other side threatens at the cursor; by the same command again, or another place, the best move. */
  private async threat(): Promise<void> {
    const editor = this.editor();
    await this.serve();
    this.isOn = true;
    this.isThreat = !this.isThreat;
    await this.ask(editor);
  }

  /** The cursor goes elsewhere: there are other threats. */
  private later(): void {
    if (!this.isOn) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const editor = vscode.window.activeTextEditor;
      if (this.isOn && editor !== undefined && isOfGames(editor.document)) {
        this.isThreat = false;
        this.ask(editor).catch((error: unknown) => this.say(error));
      }
    }, REST);
  }

  private async ask(editor: vscode.TextEditor): Promise<void> {
    const { uri } = editor.document;
    const client = this.running();
    if (client?.isRunning() !== true || this.boards.asksEngine(uri) || this.veil.hides(editor.document, editor.selection.active)) {
      return;
    }
    if (this.uri !== undefined && String(this.uri) !== String(uri)) {
      await this.end(this.uri);
    }
    this.uri = uri;
    const { line, character } = editor.selection.active;
    const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
    try {
      await client.sendRequest("vgn/engineStart", {
        ...{ textDocument, position: { line, character }, of: this.isThreat ? "threat" : "position" },
      });
      this.show();
    } catch (error) {
      this.last.delete(String(uri));
      this.show();
      throw error;
    }
  }

  /** Why there is nothing to see at the cursor. */
  private say(error: unknown): void {
    this.item.text = "$(circuit-board) –";
    this.item.tooltip = error instanceof Error ? error.message : String(error);
    this.item.show();
  }

  private show(): void {
    const editor = vscode.window.activeTextEditor;
    const info = editor === undefined ? undefined : this.last.get(String(editor.document.uri));
    void vscode.commands.executeCommand("setContext", "vgn.engineRuns", this.last.size > 0 || this.isOn);
    const best = info?.lines[0];
    const isHidden = editor !== undefined && this.veil.hides(editor.document, editor.selection.active);
    if (info === undefined || best === undefined || isHidden) {
      this.item.hide();
      return;
    }
    const parts = [info.threat === true ? "threat" : "", evaluation(best), best.san.slice(0, SHOWN).join(" ")];
    this.item.text = `$(circuit-board) ${parts.filter((part) => part !== "").join(" ")} · ${info.depth}`;
    const lines = info.lines.map((line) => `${evaluation(line)}  ${line.san.slice(0, WRITTEN).join(" ")}`);
    const what = info.threat === true ? [] : ["Click to write a line into the text."];
    this.item.tooltip = [`${info.engine ?? "The engine"}, depth ${info.depth}`, ...lines, ...what].join("\n");
    this.item.show();
  }

  /** Writes a line of the engine into the text at the cursor: the first half-moves of it. */
  private async play(count: number): Promise<void> {
    const editor = this.editor();
    const { document } = editor;
    const client = this.running();
    const info = this.last.get(String(document.uri));
    if (client === undefined || info === undefined || info.lines.length === 0 || info.threat === true) {
      throw new Error("The engine has found nothing here yet: start it with VGN: Start Engine.");
    }
    const { line, character } = editor.selection.active;
    const uri = client.code2ProtocolConverter.asUri(document.uri);
    const position = { line, character };
    type Here = { version: number; game?: number; move?: number; fen?: string };
    const here = await client.sendRequest<Here | null>("vgn/cursor", { textDocument: { uri }, position });
    if (here?.fen !== info.fen || here.game === undefined) {
      throw new Error("The engine thinks about another position than that of the cursor.");
    }
    const chosen = count === 1 ? info.lines[0] : await choose(info);
    if (chosen === undefined) {
      return;
    }
    type Played = { edit: WorkspaceEdit | null; select: Range };
    const { edit, select } = await client.sendRequest<Played>("vgn/playLine", {
      textDocument: { uri, version: here.version },
      ...{ game: here.game, after: here.move ?? -1, moves: chosen.uci.slice(0, count) },
    });
    const converted = edit === null ? undefined : await client.protocol2CodeConverter.asWorkspaceEdit(edit);
    if (document.version !== here.version || (converted !== undefined && !(await vscode.workspace.applyEdit(converted)))) {
      throw new Error("The text has changed meanwhile: nothing was written.");
    }
    const at = new vscode.Position(select.start.line, select.start.character);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  private editor(): vscode.TextEditor {
    const editor =
      vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(({ document }) => isOfGames(document));
    if (editor === undefined || !isOfGames(editor.document)) {
      throw new Error("Open a file of chess games first: the engine thinks about the position at the cursor.");
    }
    return editor;
  }
}

function complain(error: unknown): void {
  void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
}

/** One of several lines, as people choose it. */
async function choose({ lines, engine, depth }: EngineInfo): Promise<EngineInfo["lines"][number] | undefined> {
  if (lines.length === 1) {
    return lines[0];
  }
  const items = lines.map((line) => ({ label: `${evaluation(line)}  ${line.san.slice(0, WRITTEN).join(" ")}`, line }));
  const placeHolder = `A line of ${engine ?? "the engine"} (depth ${depth}), as a variation`;
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.line;
}

/** From White's side: `+0.38`, `-1.20`, `#5`, `#-3`. */
function evaluation({ cp, mate }: { cp?: number; mate?: number }): string {
  if (mate !== undefined) {
    return `#${mate}`;
  }
  const pawns = (cp ?? 0) / 100;
  return `${pawns > 0 ? "+" : ""}${pawns.toFixed(2)}`;
}
