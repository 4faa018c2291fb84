// The board beside the text: a frame with the board's own page, which asks here what it would ask an editor.

import { undo } from "@codemirror/commands";
import type { LSPClient } from "@codemirror/lsp-client";
import type { ViewUpdate } from "@codemirror/view";
import type { Position, Range, WorkspaceEdit } from "vscode-languageserver-types";
import type { OpenFiles } from "../documents/workspace";
import type { EngineFollower, SearchBegun } from "../engine/engine_follower";
import { applyEdit } from "../server/edits";
import type { Editor } from "../text/editor";
import { offset, position } from "../text/findings";
import { layVeil } from "../text/veil";

/** How long typing rests until the board asks for the game again, in milliseconds. */
const REST = 60;
const SETTINGS = "vgn-lsp-board";

type Params = Record<string, unknown>;
interface Asked {
  id: number;
  method: string;
  params: Params;
}

/** What an engine has found: `vgn/engineInfo`. */
interface EngineTold {
  id: number;
  uri: string;
}

export class BoardBridge {
  private port: MessagePort | undefined;
  private changing: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;
  private pinned = false;
  /** The place that the board has put the cursor at: it is not told of it. */
  private revealed: number | undefined;
  /** The file for which the board has asked the engine. */
  private engineOf: string | undefined;
  /** What was told of engines last. */
  private told: EngineTold | undefined;
  /** The cursor that is being asked about. */
  private asking: object | undefined;

  constructor(
    private readonly client: LSPClient,
    private readonly files: OpenFiles,
    private readonly editor: Editor,
    private readonly isDark: () => boolean,
    private readonly newGame: () => void,
    /** Something is hidden, from the game's first line on, or seen again. */
    private readonly veiled: (line: number | undefined) => void,
    private readonly follower: EngineFollower,
  ) {}

  /** Gives the board in the frame its end of the tie. */
  connect(frame: HTMLIFrameElement): void {
    frame.addEventListener("load", () => {
      const { port1, port2 } = new MessageChannel();
      this.port?.close();
      this.port = port1;
      port1.onmessage = ({ data }: MessageEvent<Asked>) => void this.receive(data);
      frame.contentWindow?.postMessage({ method: "port" }, location.origin, [port2]);
      this.sendTheme();
    });
  }

  /** Another file is in front, or the server has been started again. */
  renew(): void {
    this.send("changed", {});
  }

  /** The engine is on, or off. */
  turnEngine(on: boolean): void {
    if (!on) {
      this.engineOf = undefined;
    }
    this.send("engine", { on });
  }

  /** The server tells what an engine has found. */
  engineTold(info: EngineTold): void {
    this.told = info;
    if (info.uri === this.engineOf) {
      const { uri: _, ...rest } = info;
      this.send("engineInfo", rest);
    }
  }

  private get hasEngine(): boolean {
    const { experimental } = (this.client.serverCapabilities ?? {}) as { experimental?: { engine?: boolean } };
    return experimental?.engine === true;
  }

  sendTheme(): void {
    this.send("theme", { dark: this.isDark(), highContrast: matchMedia("(prefers-contrast: more)").matches });
  }

  changed(): void {
    clearTimeout(this.changing);
    this.changing = setTimeout(() => this.send("changed", { version: this.editor.file?.version ?? null }), REST);
  }

  moved({ state }: ViewUpdate): void {
    const { head } = state.selection.main;
    if (head === this.revealed) {
      return;
    }
    this.revealed = undefined;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => void this.tellCursor());
  }

  private send(method: string, params: unknown): void {
    this.port?.postMessage({ method, params });
  }

  private async receive({ id, method, params }: Asked): Promise<void> {
    const answers: Record<string, (params: Params) => Promise<unknown>> = {
      game: (asked) => this.game(asked),
      legal: (asked) => this.ask("vgn/legal", asked),
      play: (asked) => this.play(asked),
      playLine: (asked) => this.play(asked, "vgn/playLine"),
      engine: (asked) => this.engine(asked),
      annotate: (asked) => this.write("vgn/annotate", asked),
      rearrange: (asked) => this.write("vgn/rearrange", asked),
      reveal: async (asked) => this.put(asked["range"] as Range, asked["show"] === true),
      pin: async (asked) => {
        this.pinned = asked["pinned"] === true;
      },
      undo: async () => {
        undo(this.editor.view);
      },
      newGame: async () => this.newGame(),
      setting: async (asked) => this.set(String(asked["name"]), asked["value"]),
      train: async (asked) => this.veil(asked),
    };
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    try {
      this.port?.postMessage({ id, result: (await answer?.(params)) ?? null });
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      this.port?.postMessage({ id, error: { message: String(message ?? error), code } });
    }
    if (method === "game" && params["from"] === undefined) {
      const title = this.editor.file?.name ?? "";
      const readOnly = this.editor.file?.binary !== undefined;
      this.send("settings", { ...settings(), readOnly, alone: false, title, engine: this.hasEngine });
      this.send("pinned", { pinned: this.pinned });
      if (this.follower.isOn && this.engineOf !== this.editor.file?.uri) {
        // The text is another one, or the engine was started before there was a board: the board asks about it.
        this.send("engine", { on: true });
      }
      await this.tellCursor();
    }
  }

  private async ask<Result>(method: string, params: Params): Promise<Result | null> {
    const { file } = this.editor;
    if (file === undefined) {
      return null;
    }
    this.client.sync();
    const { version, ...others } = params;
    return this.client.request(method, { textDocument: { uri: file.uri, version }, ...others });
  }

  private async game(params: Params): Promise<unknown> {
    const asked = params["game"] === undefined ? { ...params, position: this.cursor } : params;
    return this.ask("vgn/game", asked);
  }

  private get cursor(): Position {
    const { state } = this.editor.view;
    return position(state.doc, state.selection.main.head);
  }

  private async tellCursor(): Promise<void> {
    const asking = {};
    this.asking = asking;
    try {
      const cursor = await this.ask("vgn/cursor", { position: this.cursor });
      if (this.asking === asking) {
        this.send("cursor", cursor);
      }
    } catch {
      // The text has changed meanwhile: the next cursor counts.
    }
  }

  /** Lets the engine think about a place of the game, or ends it. */
  private async engine({ on, ...asked }: Params): Promise<unknown> {
    const uri = this.editor.file?.uri;
    this.engineOf = on === true ? uri : undefined;
    if (on !== true) {
      await this.follower.endForBoard();
      return {};
    }
    if (uri === undefined) {
      throw new Error("No file is open.");
    }
    const started = await this.follower.askForBoard(uri, async () => {
      const begun = await this.ask<SearchBegun>("vgn/engineStart", asked);
      if (begun === null) {
        throw new Error("No file is open.");
      }
      return begun;
    });
    // A search that another one has begun tells only what is new.
    if (this.told?.id === started.id) {
      this.engineTold(this.told);
    }
    return started;
  }

  private async play(params: Params, method = "vgn/play"): Promise<unknown> {
    type Played = { edit: WorkspaceEdit | null; select: Range; move: number };
    const played = await this.ask<Played>(method, params);
    if (played === null) {
      throw new Error("No file is open.");
    }
    const { edit, select, move } = played;
    if (edit !== null && edit !== undefined) {
      applyEdit(this.client, this.files, edit);
    }
    this.put(select, false);
    return { move, edit: edit !== null && edit !== undefined };
  }

  private async write(method: string, params: Params): Promise<unknown> {
    const written = await this.ask<{ edit: WorkspaceEdit | null }>(method, params);
    if (written?.edit !== null && written?.edit !== undefined) {
      applyEdit(this.client, this.files, written.edit);
    }
    return {};
  }

  private put({ start }: Range, show: boolean): void {
    const { view } = this.editor;
    const at = offset(view.state.doc, start);
    // What is being asked about the cursor is about an older place.
    this.asking = undefined;
    cancelAnimationFrame(this.frame);
    this.revealed = at;
    this.editor.goTo(at);
    if (show) {
      view.focus();
    }
  }

  /** What is guessed on the board is hidden in the text. */
  private veil({ on, game, hidden }: Params): void {
    const { files, editor } = this;
    for (const file of files.all) {
      files.updateFile(file.uri, { effects: layVeil.of(undefined) });
    }
    const { file, view } = editor;
    const isOn = on === true && game !== undefined && hidden !== undefined && hidden !== null && file !== undefined;
    const { start, end } = (game ?? {}) as Partial<Range>;
    if (isOn && start !== undefined && end !== undefined) {
      const { doc } = view.state;
      const place = { from: offset(doc, start), to: offset(doc, end), hidden: offset(doc, hidden as Position) };
      view.dispatch({ effects: layVeil.of(place) });
    }
    this.veiled(isOn ? start?.line : undefined);
  }

  private set(name: string, value: unknown): void {
    localStorage.setItem(SETTINGS, JSON.stringify({ ...settings(), [name]: value }));
  }
}

function settings(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(SETTINGS) ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}
