// Conversions: the game at the cursor or all games in another notation, with what would be lost before it is.

import type { LSPClient } from "@codemirror/lsp-client";
import type { Position } from "vscode-languageserver-types";
import { element } from "../../../board/src/element";
import type { GameFile } from "../documents/game_file";
import { choose } from "./chooser";
import { showPage } from "./dialog";

/** So many losses are listed; the number of the others is told. */
const MOST_LOSSES = 200;
/** So many characters of the new text are shown. */
const MOST_SHOWN = 20_000;

interface ConvertedGame {
  text: string;
  losses: string[];
}

export interface NewText {
  text: string;
  /** The ending of its name. */
  ending: "pgn" | "vgn";
  act: "open" | "replace" | "copy";
  /** Of the game alone. */
  position: Position | undefined;
}

export class Conversion {
  constructor(
    private readonly client: LSPClient,
    /** Tells how far it is; without words that it is done. */
    private readonly begin: (title: string, cancel: () => void) => (message?: string, percentage?: number) => void,
  ) {}

  /** Asks what to convert to, and shows the result; undefined where people do not want it. */
  async ask(file: GameFile, at: Position, starts: readonly Position[]): Promise<NewText | undefined> {
    this.client.sync();
    const targets = await this.gameAs<{ to: string; name: string }[]>(file, at, undefined);
    const to = await choose(
      "Convert to…",
      targets.map(({ to, name }) => ({ title: name, value: to })),
    );
    if (to === undefined) {
      return undefined;
    }
    const scope =
      starts.length < 2
        ? "game"
        : await choose("Convert…", [
            { title: "The game at the cursor", value: "game" },
            { title: `All ${starts.length.toLocaleString("en")} games`, value: "all" },
          ]);
    if (scope === undefined) {
      return undefined;
    }
    const converted = await this.converted(file, scope === "game" ? [at] : starts, to);
    if (converted === undefined) {
      return undefined;
    }
    const replace = scope === "game" ? ["Replace the game"] : [];
    const pressed = await showPage(`Converted to ${to}`, report(converted), ["Open as a new file", "Copy", ...replace]);
    const act = pressed === "Open as a new file" ? "open" : pressed === "Copy" ? "copy" : "replace";
    const ending = /\[(?:GameFormat|MoveFormat) /.test(converted.text) ? "vgn" : "pgn";
    return pressed === undefined ? undefined : { text: converted.text, ending, act, position: scope === "game" ? at : undefined };
  }

  private async converted(file: GameFile, places: readonly Position[], to: string): Promise<ConvertedGame | undefined> {
    const texts: string[] = [];
    const losses: string[] = [];
    let isCancelled = false;
    const tell = this.begin(`Converting to ${to}`, () => (isCancelled = true));
    try {
      for (const [at, place] of places.entries()) {
        const game = await this.gameAs<ConvertedGame>(file, place, to);
        texts.push(game.text.trimEnd());
        losses.push(...game.losses.map((loss) => (places.length > 1 ? `Game ${at + 1}: ${loss}` : loss)));
        if (at % 50 === 0) {
          tell(`${at + 1} of ${places.length}`, (100 * at) / places.length);
        }
        if (isCancelled) {
          return undefined;
        }
      }
    } finally {
      tell();
    }
    return { text: `${texts.join("\n\n")}\n`, losses };
  }

  private gameAs<Result>({ uri }: GameFile, position: Position, to: string | undefined): Promise<Result> {
    const argument = { textDocument: { uri }, position, ...(to === undefined ? {} : { to }) };
    return this.client.request("workspace/executeCommand", { command: "vgn.gameAs", arguments: [argument] });
  }
}

function report({ text, losses }: ConvertedGame): HTMLElement {
  const others = losses.length - MOST_LOSSES;
  const list = losses.slice(0, MOST_LOSSES).map((loss) => element("li", {}, loss));
  const lost =
    losses.length === 0
      ? [element("p", { class: "good" }, "Nothing is lost.")]
      : [
          element("p", {}, "What is lost:"),
          element("ul", { class: "losses" }, ...list),
          ...(others > 0 ? [element("p", {}, `and ${others} more`)] : []),
        ];
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n…` : text;
  return element("div", {}, ...lost, element("pre", { class: "new-text" }, shown));
}
