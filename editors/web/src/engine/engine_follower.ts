// The engine of the page, one for the cursor and the board: started and stopped by people alone, by a command or on the
// board. While the board's panel is open the board asks it, and otherwise the cursor does.

import type { LSPClient, LSPClientExtension } from "@codemirror/lsp-client";
import type { Position } from "vscode-languageserver-types";

/** What the server tells of a search: `docs/protocol.md`. */
interface EngineInfo {
  id: number;
  uri: string;
  engine?: string;
  depth: number;
  threat?: boolean;
  lines: { cp?: number; mate?: number; san: string[] }[];
  error?: string;
}

/** What the server answers to a question about a place. */
export interface SearchBegun {
  id: number;
  fen: string;
}

export interface EngineEvents {
  /** The file in front, and the cursor in it. */
  cursor(): { uri: string; position: Position } | undefined;
  /** What it thinks, in a line; empty if it does not run. */
  shown(text: string): void;
  failed(why: string): void;
  /** It has been started, or is stopped, and not by the board. */
  turned(on: boolean): void;
  /** Whether people see the board: it asks about the cursor only then. */
  seesBoard(): boolean;
}

const LOADING = "The engine is being loaded…";
/** Half-moves of the line that is shown. */
const LONGEST = 6;
/** How long the cursor rests until the engine is asked about its place, in milliseconds. */
const REST = 150;
/** The protocol's error where the text has changed meanwhile: whoever asked asks again. */
const OUTDATED = -32801;

export class EngineFollower {
  /** The file whose engine runs. */
  private uri: string | undefined;
  /** The board asks it. */
  private isOfBoard = false;
  private search: number | undefined;
  private fen: string | undefined;
  private isHeard = false;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: () => LSPClient,
    private readonly events: EngineEvents,
  ) {}

  get extension(): LSPClientExtension {
    return {
      notificationHandlers: {
        "vgn/engineInfo": (_client, info: EngineInfo) => {
          this.hear(info);
          return true;
        },
      },
    };
  }

  get isOn(): boolean {
    return this.uri !== undefined;
  }

  /** Starts it at the cursor. */
  async start(): Promise<string> {
    const { experimental } = (this.client().serverCapabilities ?? {}) as { experimental?: { engine?: boolean } };
    if (experimental?.engine !== true) {
      return "This page is served without an engine.";
    }
    const cursor = this.events.cursor();
    if (cursor === undefined) {
      return "No file is open.";
    }
    await this.ask(cursor);
    if (this.isOn) {
      this.events.turned(true);
    }
    return "";
  }

  /** Ends it. */
  async stop(): Promise<string> {
    const { uri } = this;
    this.forget();
    if (uri === undefined) {
      return "No engine runs.";
    }
    await this.end(uri);
    return "The engine is stopped.";
  }

  /** The board asks about a place in a file, and starts it if it has to. */
  async askForBoard<Begun extends SearchBegun>(uri: string, ask: () => Promise<Begun>): Promise<Begun> {
    const before = this.begin(uri);
    this.isOfBoard = true;
    if (before !== undefined && before !== uri) {
      this.end(before).catch(() => undefined);
    }
    try {
      const begun = await ask();
      this.take(uri, begun);
      return begun;
    } catch (error) {
      if (uri === this.uri && (error as { code?: unknown }).code !== OUTDATED) {
        this.events.shown(reason(error));
      }
      throw error;
    }
  }

  /** The board ends it. */
  async endForBoard(): Promise<void> {
    const { uri } = this;
    this.reset();
    await (uri === undefined ? undefined : this.end(uri));
  }

  /** The server that had it is gone, or its file is closed. */
  forget(): void {
    const wasOn = this.isOn;
    this.reset();
    if (wasOn) {
      this.events.turned(false);
    }
  }

  /** The cursor or the text has changed. */
  moved(): void {
    if (this.isOn) {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => void this.follow(), REST);
    }
  }

  private reset(): void {
    clearTimeout(this.resting);
    [this.uri, this.search, this.fen, this.isHeard, this.isOfBoard] = [undefined, undefined, undefined, false, false];
    this.events.shown("");
  }

  private async follow(): Promise<void> {
    const cursor = this.events.cursor();
    const { uri } = this;
    if (uri === undefined || cursor === undefined) {
      this.forget();
      return;
    }
    if (cursor.uri !== uri) {
      // One engine is enough for whoever looks at one file.
      [this.uri, this.fen] = [cursor.uri, undefined];
      this.events.shown("");
      await this.end(uri).catch(() => undefined);
    }
    if (this.isOfBoard && this.events.seesBoard()) {
      return;
    }
    try {
      await this.ask(cursor);
    } catch (error) {
      // The game is over here, or nothing can be played: the engine rests.
      this.events.shown(reason(error));
    }
  }

  private async ask({ uri, position }: { uri: string; position: Position }): Promise<void> {
    this.client().sync();
    const before = this.begin(uri);
    try {
      const params = { textDocument: { uri }, position };
      this.take(uri, await this.client().request<object, SearchBegun>("vgn/engineStart", params));
    } catch (error) {
      if (before === undefined && !this.isOfBoard) {
        this.forget();
      }
      throw error;
    }
  }

  /** It is on from now on, so that it can be stopped while it is loaded. The answer: the file in which it was before. */
  private begin(uri: string): string | undefined {
    const before = this.uri;
    this.uri = uri;
    if (before === undefined) {
      this.events.shown(LOADING);
    }
    return before;
  }

  private take(uri: string, { id, fen }: SearchBegun): void {
    // It may have been stopped meanwhile.
    if (uri !== this.uri) {
      return;
    }
    this.search = id;
    if (this.fen !== fen) {
      this.fen = fen;
      this.events.shown(this.isHeard ? "…" : LOADING);
    }
  }

  private async end(uri: string): Promise<void> {
    await this.client().request("vgn/engineStop", { textDocument: { uri } });
  }

  private hear(info: EngineInfo): void {
    const { id, uri, engine, depth, threat, lines, error } = info;
    if (error !== undefined && uri === this.uri) {
      this.forget();
      this.events.failed(error);
      return;
    }
    const [best] = lines;
    if (uri === this.uri && (this.search === undefined || id >= this.search) && best !== undefined) {
      this.isHeard = true;
      const moves = best.san.slice(0, LONGEST).join(" ");
      const told = `${threat === true ? "Threat: " : ""}${evaluation(best)} ${moves}`;
      this.events.shown(`${told} · depth ${depth}${engine === undefined ? "" : ` · ${engine}`}`);
    }
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String((error as { message?: unknown }).message ?? error);
}

/** `+0.38`, `−1.20`, `#5`, `#−3`. */
function evaluation({ cp, mate }: { cp?: number; mate?: number }): string {
  const value = mate ?? (cp ?? 0) / 100;
  const sign = value < 0 ? "−" : mate === undefined && value > 0 ? "+" : "";
  return mate === undefined ? `${sign}${Math.abs(value).toFixed(2)}` : `#${sign}${Math.abs(mate)}`;
}
