// The engine that follows the cursor: started and stopped by people alone, one at a time.

import type { LSPClient, LSPClientExtension } from "@codemirror/lsp-client";
import type { Position } from "vscode-languageserver-types";

/** What the server tells of a search: `docs/protocol.md`. */
interface EngineInfo {
  id: number;
  uri: string;
  engine?: string;
  depth: number;
  lines: { cp?: number; mate?: number; san: string[] }[];
  error?: string;
}

export interface EngineEvents {
  /** The file in front, and the cursor in it. */
  cursor(): { uri: string; position: Position } | undefined;
  /** What it thinks, in a line; empty if it does not run. */
  shown(text: string): void;
  failed(why: string): void;
}

const LOADING = "The engine is being loaded…";
/** Half-moves of the line that is shown. */
const LONGEST = 6;
/** How long the cursor rests until the engine is asked about its place, in milliseconds. */
const REST = 150;

export class EngineFollower {
  /** The file whose engine runs. */
  private uri: string | undefined;
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
    if (this.uri === undefined) {
      this.events.shown(LOADING);
    }
    await this.ask(cursor);
    return "";
  }

  /** Ends it. */
  async stop(): Promise<string> {
    const { uri } = this;
    this.forget();
    if (uri === undefined) {
      return "No engine runs.";
    }
    await this.client().request("vgn/engineStop", { textDocument: { uri } });
    return "The engine is stopped.";
  }

  /** The server that had it is gone, or its file is closed. */
  forget(): void {
    clearTimeout(this.resting);
    [this.uri, this.search, this.fen, this.isHeard] = [undefined, undefined, undefined, false];
    this.events.shown("");
  }

  /** The cursor or the text has changed. */
  moved(): void {
    if (this.uri !== undefined) {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => void this.follow(), REST);
    }
  }

  private async follow(): Promise<void> {
    const cursor = this.events.cursor();
    if (this.uri === undefined || cursor === undefined) {
      this.forget();
      return;
    }
    if (cursor.uri !== this.uri) {
      // One engine is enough for whoever looks at one file.
      const { uri } = this;
      this.uri = cursor.uri;
      await this.client().request("vgn/engineStop", { textDocument: { uri } }).catch(() => undefined);
    }
    try {
      await this.ask(cursor);
    } catch (error) {
      // The game is over here, or nothing can be played: the engine rests.
      this.events.shown(error instanceof Error ? error.message : String((error as { message?: unknown }).message ?? error));
    }
  }

  private async ask({ uri, position }: { uri: string; position: Position }): Promise<void> {
    this.client().sync();
    type Started = { id: number; fen: string };
    const started = await this.client().request<object, Started>("vgn/engineStart", { textDocument: { uri }, position });
    this.uri = uri;
    this.search = started.id;
    if (this.fen !== started.fen) {
      this.fen = started.fen;
      this.events.shown(this.isHeard ? "…" : LOADING);
    }
  }

  private hear(info: EngineInfo): void {
    const { id, uri, engine, depth, lines, error } = info;
    if (error !== undefined && (uri === this.uri || this.uri === undefined)) {
      this.forget();
      this.events.failed(error);
      return;
    }
    const [best] = lines;
    if (uri === this.uri && (this.search === undefined || id >= this.search) && best !== undefined) {
      this.isHeard = true;
      const moves = best.san.slice(0, LONGEST).join(" ");
      this.events.shown(`${evaluation(best)} ${moves} · depth ${depth}${engine === undefined ? "" : ` · ${engine}`}`);
    }
  }
}

/** `+0.38`, `−1.20`, `#5`, `#−3`. */
function evaluation({ cp, mate }: { cp?: number; mate?: number }): string {
  const value = mate ?? (cp ?? 0) / 100;
  const sign = value < 0 ? "−" : mate === undefined && value > 0 ? "+" : "";
  return mate === undefined ? `${sign}${Math.abs(value).toFixed(2)}` : `#${sign}${Math.abs(mate)}`;
}
