// Conversions: the game at the cursor or all games in another notation, with what would be lost before it is.

import type { LSPClient } from "@codemirror/lsp-client";
import type { Position } from "vscode-languageserver-types";
import { element } from "../../../board/src/element";
import { ofBase64 } from "../documents/bytes";
import type { GameFile } from "../documents/game_file";
import { choose } from "./chooser";
import { showPage } from "./dialog";

/** So many losses are listed; the number of the others is told. */
const MOST_LOSSES = 200;
/** So many characters of the new text are shown. */
const MOST_SHOWN = 20_000;
/** So many games are converted in one answer: between two of them a conversion can be cancelled. */
const SLICE = 500;

interface Target {
  to: string;
  name: string;
  isText: boolean;
}

interface ConvertedGames {
  text?: string;
  base64?: string;
  losses: { game: number; message: string }[];
  extension: "pgn" | "vgn";
  mark: string;
  next: number | null;
  all: number | null;
}

interface NewContent {
  /** Bytes where the notation is binary. */
  content: string | Uint8Array<ArrayBuffer>;
  losses: string[];
  /** The end of the name of a file that has it. */
  ending: string;
}

export interface NewText extends NewContent {
  act: "open" | "replace" | "copy";
  /** Of the game alone. */
  position: Position | undefined;
}

export interface ConversionActs {
  /** Tells how far it is; without words that it is done. */
  begin(title: string, cancel: () => void): (message?: string, percentage?: number) => void;
  /** Lends the server the bytes of a file whose text only shows them, for as long as `act` takes. */
  lending<Result>(file: GameFile, act: () => Promise<Result>): Promise<Result>;
}

export class Conversion {
  constructor(
    private readonly client: LSPClient,
    private readonly acts: ConversionActs,
  ) {}

  /** Asks what to convert to, and shows the result; undefined where people do not want it. */
  async ask(file: GameFile, at: Position, games: number | undefined): Promise<NewText | undefined> {
    this.client.sync();
    const targets = await this.run<Target[]>("vgn.fileAs", { textDocument: { uri: file.uri } });
    const target = await choose("Convert to…", targets.map((value) => ({ title: value.name, value })));
    if (target === undefined) {
      return undefined;
    }
    const all = { title: games === undefined ? "All games" : `All ${games.toLocaleString("en")} games`, value: "all" };
    const one = { title: "The game at the cursor", value: "game" };
    const scope = !target.isText ? "all" : games === 1 && file.binary === undefined ? "game" : await choose("Convert…", [one, all]);
    if (scope === undefined) {
      return undefined;
    }
    const { to } = target;
    const converted = scope === "game" ? await this.game(file, at, to) : await this.acts.lending(file, () => this.all(file, to));
    if (converted === undefined) {
      return undefined;
    }
    const others = [...(target.isText ? ["Copy"] : []), ...(scope === "game" && file.binary === undefined ? ["Replace the game"] : [])];
    const pressed = await showPage(`Converted to ${to}`, report(converted), ["Open as a new file", ...others]);
    const act = pressed === "Open as a new file" ? "open" : pressed === "Copy" ? "copy" : "replace";
    return pressed === undefined ? undefined : { ...converted, act, position: scope === "game" ? at : undefined };
  }

  private async game(file: GameFile, position: Position, to: string): Promise<NewContent> {
    const textDocument = { uri: file.uri };
    const { text, losses } = await this.run<{ text: string; losses: string[] }>("vgn.gameAs", { textDocument, position, to });
    return { content: text, losses, ending: /\[(?:GameFormat|MoveFormat) /.test(text) ? "vgn" : "pgn" };
  }

  private async all(file: GameFile, to: string): Promise<NewContent | undefined> {
    const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
    const losses: string[] = [];
    let isCancelled = false;
    let ending = "";
    const tell = this.acts.begin(`Converting to ${to}`, () => (isCancelled = true));
    try {
      for (let first: number | null = 0; first !== null; ) {
        const slice: ConvertedGames = await this.run("vgn.fileAs", { textDocument: { uri: file.uri }, to, first, count: SLICE });
        const part = slice.base64 === undefined ? (slice.text ?? "") : ofBase64(slice.base64);
        const gap = parts.length > 0 && part.length > 0 ? between(parts.at(-1)) : "";
        parts.push(...(gap === "" ? [part] : [gap, part]));
        losses.push(...slice.losses.map(({ game, message }) => `Game ${game}: ${message}`));
        ending = [slice.mark, slice.extension].filter((word) => word !== "").join(".");
        first = slice.next;
        if (first !== null && slice.all !== null) {
          tell(`${first} of ${slice.all}`, (100 * first) / slice.all);
        }
        if (isCancelled) {
          return undefined;
        }
      }
    } finally {
      tell();
    }
    const isText = parts.every((part): part is string => typeof part === "string");
    return { content: isText ? parts.join("") : new Uint8Array(await new Blob(parts).arrayBuffer()), losses, ending };
  }

  private run<Result>(command: string, argument: object): Promise<Result> {
    return this.client.request("workspace/executeCommand", { command, arguments: [argument] });
  }
}

/** What separates a part from the one before it, where that does not end with a line. */
function between(before: string | Uint8Array | undefined): string {
  const last = typeof before === "string" ? before.charCodeAt(before.length - 1) : before?.at(-1);
  return last === undefined || last === 10 || last === 13 ? "" : "\n\n";
}

function report({ content, losses }: NewContent): HTMLElement {
  const others = losses.length - MOST_LOSSES;
  const list = losses.slice(0, MOST_LOSSES).map((loss) => element("li", {}, loss));
  const lost =
    losses.length === 0
      ? [element("p", { class: "good" }, "Nothing is lost.")]
      : [
          element("p", {}, "What is lost:"),
          element("ul", { class: "losses" }, ...list),
          ...(others > 0 ? [element("p", {}, `and ${others.toLocaleString("en")} more`)] : []),
        ];
  if (typeof content !== "string") {
    return element("div", {}, ...lost, element("p", {}, `The new file has ${content.length.toLocaleString("en")} bytes.`));
  }
  const shown = content.length > MOST_SHOWN ? `${content.slice(0, MOST_SHOWN)}\n…` : content;
  return element("div", {}, ...lost, element("pre", { class: "new-text" }, shown));
}
