// One board: what its page asks is passed on to the server, and what the editor's cursor does to the page.

import * as vscode from "vscode";
import type { BaseLanguageClient, Position, Range, WorkspaceEdit } from "vscode-languageclient";
import { boardPage } from "./board_page";
import type { EngineBeside, EngineInfo } from "./engine";
import { LANGUAGES } from "./languages";
import type { Veil } from "./veil";

/** Where a board is: a document, and a place of the game in it. */
export interface Place {
  uri: string;
  line: number;
  character: number;
  /** The board stays on the game whatever the cursor does. */
  pinned: boolean;
}

type Answer = unknown;
type Params = Record<string, unknown>;

/** A frame, and how long typing rests until the game is asked for again, in milliseconds. */
const FRAME = 16;
const REST = 60;
const SETTINGS = ["follow", "board", "pieces", "coordinates", "animation", "evaluation", "illegal"];

export function isOfGames(document: vscode.TextDocument): boolean {
  const known: readonly string[] = LANGUAGES;
  return known.includes(document.languageId);
}

export class BoardPanel {
  private uri: vscode.Uri;
  /** The cursor; of a board that stays on its game, the last one in that game. */
  private cursor: vscode.Position;
  private pinned: boolean;
  /** Where the board has put the cursor, and the editor has not told of it yet. */
  private revealed: vscode.Position[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private changing: ReturnType<typeof setTimeout> | undefined;
  private asking: vscode.CancellationTokenSource | undefined;
  private isDisposed = false;
  /** Moves are to be guessed as soon as the page has its game. */
  private isToTrain = false;
  private isTraining = false;
  private isLaidOut = false;
  /** Its page has the engine on; and where the document has become another one, it is asked anew. */
  private hasEngine = false;
  private isToAskEngine = false;
  /** The games that the tree listed last: the page names them by their place. */
  private listed: { uri: string; range: Range }[] = [];

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    place: Place,
    /** The server, started if it does not run. */
    private readonly server: () => Promise<BaseLanguageClient | undefined>,
    /** Hides what is to be guessed. */
    private readonly veil: Veil,
    private readonly engines: () => EngineBeside | undefined,
  ) {
    this.uri = vscode.Uri.parse(place.uri);
    this.cursor = new vscode.Position(place.line, place.character);
    this.pinned = place.pinned;
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(extension, "dist", "board")],
    };
    panel.iconPath = vscode.Uri.joinPath(extension, "images", "icon.png");
    panel.webview.onDidReceiveMessage((message) => void this.receive(message));
    panel.onDidDispose(() => this.stop());
    panel.webview.html = boardPage(panel.webview, extension);
    this.name();
  }

  /** Whether it goes where the cursor goes, in any document. */
  get isFollowing(): boolean {
    return !this.pinned && !this.isTraining;
  }

  /** Whether moves of a game of this document are guessed here. */
  isTrainingOn(uri: vscode.Uri): boolean {
    return this.isTraining && String(uri) === String(this.uri);
  }

  isOf(uri: vscode.Uri): boolean {
    return String(uri) === String(this.uri);
  }

  get isSeen(): boolean {
    return this.panel.visible;
  }

  get asksEngine(): boolean {
    return this.hasEngine;
  }

  /** The page is to have the engine on, or off. */
  turnEngine(on: boolean): void {
    this.send("engine", { on });
    this.hasEngine = on;
  }

  engineTold({ uri: _, ...info }: EngineInfo): void {
    if (this.hasEngine) {
      this.send("engineInfo", info);
    }
  }

  get column(): vscode.ViewColumn | undefined {
    return this.panel.viewColumn;
  }

  show(withFocus: boolean): void {
    this.panel.reveal(undefined, !withFocus);
  }

  /** Has the moves of the game at the cursor guessed: the page asks which. */
  train(): void {
    this.isToTrain = true;
    // The page is told once it has asked.
    this.renew();
  }

  /** The page asks for its game again. */
  renew(): void {
    this.send("changed", {});
  }

  dispose(): void {
    this.panel.dispose();
  }

  /** The cursor of an editor has been moved by somebody, or another editor is in front. */
  moved(editor: vscode.TextEditor, kind?: vscode.TextEditorSelectionChangeKind): void {
    const isHere = String(editor.document.uri) === String(this.uri);
    if (!isHere && (this.pinned || this.isTraining)) {
      return;
    }
    const at = editor.selection.active;
    if (!isHere) {
      if (this.hasEngine) {
        void this.endEngine().catch(() => undefined);
        this.isToAskEngine = true;
      }
      this.uri = editor.document.uri;
      this.cursor = at;
      this.name();
      this.send("changed", {});
    } else if (this.isOwn(at, kind)) {
      this.cursor = at;
      return;
    }
    if (!this.pinned) {
      this.cursor = at;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tellCursor(at), FRAME);
  }

  /** The text has changed. */
  changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (String(document.uri) !== String(this.uri) || contentChanges.length === 0) {
      return;
    }
    // A game that a board stays on moves with the lines above it.
    for (const { range, text } of contentChanges) {
      if (range.end.isBefore(this.cursor) || (this.pinned && range.end.isEqual(this.cursor))) {
        const lines = text.split("\n").length - 1 - (range.end.line - range.start.line);
        this.cursor = this.cursor.translate(Math.max(lines, -this.cursor.line));
      }
    }
    clearTimeout(this.changing);
    this.changing = setTimeout(() => this.send("changed", { version: document.version }), REST);
  }

  sendSettings(): void {
    const chosen = vscode.workspace.getConfiguration("vgn.board");
    const settings = Object.fromEntries(SETTINGS.map((name) => [name, chosen.get(name)]));
    const isReadOnly = vscode.workspace.fs.isWritableFileSystem(this.uri.scheme) === false;
    const title = this.uri.path.split("/").at(-1) ?? "";
    void this.tellSettings({ ...settings, readOnly: isReadOnly && this.uri.scheme !== "untitled", title });
  }

  /** The server knows whether it can start engines. */
  private async tellSettings(settings: Params): Promise<void> {
    const client = await this.server();
    const { engine } = (client?.initializeResult?.capabilities.experimental ?? {}) as { engine?: unknown };
    const engineLines = vscode.workspace.getConfiguration("vgn.engine").get("multiPv");
    this.send("settings", { ...settings, engine: engine === true, engineLines });
  }

  private stop(): void {
    if (this.hasEngine) {
      void this.endEngine().catch(() => undefined);
    }
    this.isDisposed = true;
    this.veil.lift(this);
    clearTimeout(this.timer);
    clearTimeout(this.changing);
    this.asking?.cancel();
  }

  private name(): void {
    this.panel.title = `Board: ${this.uri.path.split("/").at(-1) ?? ""}`;
    this.keep();
  }

  /** What the panel is restored by. */
  private keep(): void {
    const { line, character } = this.cursor;
    this.send("state", { uri: String(this.uri), line, character, pinned: this.pinned });
  }

  private send(method: string, params: unknown): void {
    if (!this.isDisposed) {
      void this.panel.webview.postMessage({ method, params });
    }
  }

  private async receive(message: unknown): Promise<void> {
    const { id, method, params } = message as { id: number; method: string; params: Params };
    const answers: Record<string, (params: Params) => Promise<Answer>> = {
      game: (asked) => this.game(asked),
      legal: (asked) => this.ask("vgn/legal", asked),
      play: (asked) => this.play(asked),
      playLine: (asked) => this.play(asked, "vgn/playLine"),
      engine: (asked) => this.engine(asked),
      annotate: (asked) => this.write("vgn/annotate", asked),
      rearrange: (asked) => this.write("vgn/rearrange", asked),
      reveal: (asked) => this.reveal(asked as { range: Range; show?: boolean }),
      explore: (asked) => this.explore(asked),
      openGame: (asked) => this.openGame(Number(asked["at"])),
      pin: (asked) => this.pin(asked["pinned"] === true),
      train: (asked) => this.keepTo(asked),
      undo: () => this.undo(),
      newGame: () => this.begin(),
      setting: (asked) => this.set(String(asked["name"]), asked["value"]),
    };
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    let reply: unknown;
    try {
      reply = { id, result: (await answer?.(params)) ?? null };
    } catch (error) {
      const { code } = error as { code?: unknown };
      reply = { id, error: { message: error instanceof Error ? error.message : String(error), code } };
    }
    if (!this.isDisposed) {
      await this.panel.webview.postMessage(reply);
    }
    if (method === "game" && params["from"] === undefined) {
      this.keepInSight();
      this.sendSettings();
      this.send("pinned", { pinned: this.pinned });
      this.keep();
      await this.tellCursor(this.cursor);
      if (this.isToAskEngine) {
        this.isToAskEngine = false;
        this.send("engine", { on: true });
      }
      if (this.isToTrain) {
        this.isToTrain = false;
        this.send("train", {});
      }
    }
  }

  private async ask<Result>(method: string, params: Params, token?: vscode.CancellationToken): Promise<Result> {
    const client = await this.server();
    if (client === undefined) {
      throw new Error("vgn-lsp does not run.");
    }
    // The server knows a document once it is open.
    await vscode.workspace.openTextDocument(this.uri);
    // What is written counts half-moves of the game as the page knows it.
    const { version, ...others } = params;
    const textDocument = { uri: client.code2ProtocolConverter.asUri(this.uri), version };
    const sent = { textDocument, ...others };
    // The client would take a missing token for a second parameter.
    return token === undefined
      ? client.sendRequest<Result>(method, sent)
      : client.sendRequest<Result>(method, sent, token);
  }

  private game(params: Params): Promise<Answer> {
    const { line, character } = this.cursor;
    return this.ask("vgn/game", params["game"] === undefined ? { ...params, position: { line, character } } : params);
  }

  private async tellCursor({ line, character }: vscode.Position): Promise<void> {
    this.asking?.cancel();
    const asking = new vscode.CancellationTokenSource();
    this.asking = asking;
    try {
      const cursor = await this.ask("vgn/cursor", { position: { line, character } }, asking.token);
      if (!asking.token.isCancellationRequested) {
        this.send("cursor", cursor);
        this.keep();
      }
    } catch {
      // The text has changed meanwhile: the next cursor counts.
    }
  }

  /** Lets an engine think about a place of the game, or ends it. */
  private async engine({ on, ...asked }: Params): Promise<Answer> {
    this.hasEngine = on === true;
    if (on !== true) {
      await this.endEngine();
      return {};
    }
    const started = await this.ask<{ id: number; fen: string }>("vgn/engineStart", asked);
    // A search that another one has begun tells only what is new.
    const last = this.engines()?.lastOf(this.uri, started.id);
    if (last !== undefined) {
      this.engineTold(last);
    }
    return started;
  }

  private async endEngine(): Promise<void> {
    const { uri } = this;
    const client = await this.server();
    await client?.sendRequest("vgn/engineStop", { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) } });
    this.engines()?.forget(uri);
  }

  private async play(params: Params, method = "vgn/play"): Promise<Answer> {
    type Played = { edit: WorkspaceEdit | null; select: Range; move: number };
    const { edit, select, move } = await this.ask<Played>(method, params);
    if (edit !== null && edit !== undefined) {
      await this.apply(edit);
    }
    await this.put(select);
    return { move, edit: edit !== null && edit !== undefined };
  }

  private async write(method: string, params: Params): Promise<Answer> {
    const { edit } = await this.ask<{ edit: WorkspaceEdit | null }>(method, params);
    if (edit !== null && edit !== undefined) {
      await this.apply(edit);
    }
    return {};
  }

  /** One edit, and so one step to undo. */
  private async apply(edit: WorkspaceEdit): Promise<void> {
    const client = await this.server();
    const converted = await client?.protocol2CodeConverter.asWorkspaceEdit(edit);
    // The editor itself does not ask for which version an edit is meant.
    const isOutdated = this.isOutdated(edit);
    if (converted === undefined || isOutdated || !(await vscode.workspace.applyEdit(converted))) {
      throw new Error("The editor did not take the change: the text may have changed meanwhile.");
    }
  }

  private isOutdated({ documentChanges = [] }: WorkspaceEdit): boolean {
    const now = vscode.workspace.textDocuments.find(({ uri }) => String(uri) === String(this.uri))?.version;
    const versions = documentChanges.map((one) => ("textDocument" in one ? one.textDocument.version : null));
    return now !== undefined && versions.some((version) => version !== null && version !== now);
  }

  private async reveal({ range, show }: { range: Range; show?: boolean }): Promise<Answer> {
    if (show === true && this.editor === undefined) {
      await vscode.window.showTextDocument(this.uri, { viewColumn: vscode.ViewColumn.One, preserveFocus: true });
    }
    await this.put(range);
    return {};
  }

  /** Beside a board that has just been opened the text is narrower, and its lines have moved. */
  private keepInSight(): void {
    const { editor } = this;
    if (editor !== undefined && !this.isLaidOut) {
      editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
    this.isLaidOut = true;
  }

  /** Puts the cursor there, where the text is in sight. */
  private async put({ start }: Range): Promise<void> {
    const at = new vscode.Position(start.line, start.character);
    this.cursor = at;
    // What is being asked about the cursor is about an older place.
    clearTimeout(this.timer);
    this.asking?.cancel();
    const { editor } = this;
    if (editor === undefined || editor.selection.active.isEqual(at)) {
      return;
    }
    this.revealed.push(at);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Whether the board itself has put the cursor there: it is told of in order, and not as a key's or the mouse's. */
  private isOwn(at: vscode.Position, kind: vscode.TextEditorSelectionChangeKind | undefined): boolean {
    const own = this.revealed.findIndex((one) => one.isEqual(at));
    // Those before it have been overtaken; one to where people have gone is never told of.
    this.revealed.splice(0, own + 1);
    const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
    return own >= 0 && kind !== Keyboard && kind !== Mouse;
  }

  private get editor(): vscode.TextEditor | undefined {
    const isHere = ({ document }: vscode.TextEditor): boolean => String(document.uri) === String(this.uri);
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    return activeTextEditor !== undefined && isHere(activeTextEditor)
      ? activeTextEditor
      : visibleTextEditors.find(isHere);
  }

  private async pin(pinned: boolean): Promise<Answer> {
    this.pinned = pinned;
    this.keep();
    return {};
  }

  /** While moves are guessed the board stays on its document, and its page on the game. */
  private async keepTo(asked: Params): Promise<Answer> {
    this.isTraining = asked["on"] === true;
    const { game, hidden } = asked as { game?: Range; hidden?: Position };
    if (this.isTraining && game !== undefined && hidden !== undefined) {
      this.veil.lay(this, this.uri, game, hidden);
    } else {
      this.veil.lift(this);
    }
    return {};
  }

  /** What the games of the workspace play in a position; the page gets names of files, and no addresses. */
  private async explore({ fen }: Params): Promise<Answer> {
    type Listed = { uri: string; range: Range };
    const found = await this.ask<{ best: Listed[] } | null>("vgn/explore", { fen });
    if (found === null) {
      return null;
    }
    this.listed = found.best.map(({ uri, range }) => ({ uri, range }));
    const best = found.best.map(({ uri, range: _, ...game }) => {
      const file = vscode.Uri.parse(uri);
      const isOwn = String(file) === String(this.uri);
      return { ...game, ...(isOwn ? {} : { file: file.path.split("/").at(-1) ?? "" }) };
    });
    return { ...found, best };
  }

  private async openGame(at: number): Promise<Answer> {
    const game = this.listed[at];
    if (game === undefined) {
      throw new Error("This game is not in the list any more.");
    }
    const { line, character } = game.range.start;
    const place = new vscode.Position(line, character);
    const viewColumn = this.editor?.viewColumn ?? vscode.ViewColumn.One;
    const selection = new vscode.Selection(place, place);
    await vscode.window.showTextDocument(vscode.Uri.parse(game.uri), { viewColumn, selection });
    return {};
  }

  /** Undoes in the text, which has to have the focus for it. */
  private async undo(): Promise<Answer> {
    const viewColumn = this.editor?.viewColumn ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(this.uri, { viewColumn });
    await vscode.commands.executeCommand("undo");
    this.panel.reveal();
    return {};
  }

  /** A game begins in the text, which has none. */
  private async begin(): Promise<Answer> {
    const viewColumn = this.editor?.viewColumn ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(this.uri, { viewColumn });
    await vscode.commands.executeCommand("vgn.newGame");
    return {};
  }

  private async set(name: string, value: unknown): Promise<Answer> {
    if (!SETTINGS.includes(name)) {
      throw new Error("There is no such setting.");
    }
    await vscode.workspace.getConfiguration("vgn.board").update(name, value, vscode.ConfigurationTarget.Global);
    return {};
  }
}
