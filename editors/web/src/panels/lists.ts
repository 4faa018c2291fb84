// The lists beside the text: what was found, and the games.

import type { Diagnostic, Range } from "vscode-languageserver-types";
import { element } from "../../../board/src/element";
import type { GameFile } from "../documents/game_file";
import { GameRows, type GameRow } from "../server/large";
import { offset, wordsOf } from "../text/findings";
import { isVeiled, veiledGame } from "../text/veil";
import { Rows } from "./rows";

/** How long typing rests before the games are asked for, in milliseconds; longer in large files. */
const REST = 500;
const LARGE = 4 * 1024 * 1024;
const SEVERITIES = ["", "error", "warning", "information", "hint"] as const;
const SIGNS = ["", "✕", "!", "i", "·"] as const;

export class FindingsList {
  private readonly rows: Rows<Diagnostic>;
  private readonly none = element("p", { class: "none dim" });
  readonly element: HTMLElement;

  constructor(chosen: (range: Range) => void) {
    this.rows = new Rows(
      "Findings",
      ({ severity = 1, code, range, ...finding }) => [
        element("span", { class: `sign is-${SEVERITIES[severity]}`, "aria-hidden": "true" }, SIGNS[severity] ?? ""),
        element("span", { class: "heard" }, SEVERITIES[severity] ?? ""),
        element("span", { class: "what" }, wordsOf({ range, ...finding })),
        element("span", { class: "code" }, String(code ?? "")),
        element("span", { class: "dim place" }, `line ${range.start.line + 1}`),
      ],
      ({ range }) => chosen(range),
    );
    this.element = element("div", { class: "list" }, this.rows.element, this.none);
  }

  /** Shows the findings of a file; the answer is what to write above the list. */
  show(file: GameFile | undefined): string {
    const state = file?.view?.state;
    const all = file?.findings ?? [];
    const isShut = ({ range }: Diagnostic): boolean => state !== undefined && isVeiled(state, offset(state.doc, range.start));
    const found = state !== undefined && veiledGame(state) !== undefined ? all.filter((one) => !isShut(one)) : all;
    this.rows.element.hidden = found.length === 0;
    this.none.hidden = found.length > 0;
    const isChecked = file?.isJudged === true;
    this.none.textContent = file === undefined ? "No file is open." : isChecked ? "Nothing was found." : "Checking…";
    this.rows.show(found);
    return found.length === 0 ? "" : String(found.length);
  }
}

export class GamesList {
  private readonly rows: Rows<GameRow>;
  private readonly none = element("p", { class: "none dim" });
  readonly element: HTMLElement;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown: unknown;
  /** The games of the file in front, once they are known. */
  games = new GameRows();
  private veiled: number | undefined;

  constructor(
    private readonly asked: (uri: string) => Promise<GameRows | undefined>,
    chosen: (range: Range) => void,
    private readonly counted: (count: string) => void,
  ) {
    this.rows = new Rows(
      "Games",
      ({ name, detail, line }) => [
        element("span", { class: "what" }, name),
        // A result says who has won.
        element("span", { class: "dim" }, line === this.veiled ? "…" : detail),
      ],
      ({ selectionRange }) => chosen(selectionRange),
    );
    this.element = element("div", { class: "list" }, this.rows.element, this.none);
  }

  /** Asks for the games once typing rests; at once where another file came in front. */
  renew(file: GameFile | undefined): void {
    clearTimeout(this.timer);
    if (file === undefined) {
      this.put(new GameRows());
      return;
    }
    const isOther = this.shown !== file;
    this.timer = setTimeout(() => void this.ask(file), isOther ? 0 : file.text.length > LARGE ? 6 * REST : REST);
  }

  /** Hides what a row says of the game that begins in a line. */
  veil(line: number | undefined): void {
    this.veiled = line;
    this.rows.show(this.games);
  }

  /** Marks the game in which the cursor is. */
  mark(line: number): void {
    let low = 0;
    let high = this.games.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.games.at(middle)?.line ?? 0) <= line) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low > 0) {
      this.rows.mark(low - 1, true);
    }
  }

  private async ask(file: GameFile): Promise<void> {
    const found = await this.asked(file.uri);
    if (found !== undefined) {
      this.shown = file;
      this.put(found);
    }
  }

  private put(games: GameRows): void {
    this.games = games;
    this.rows.element.hidden = games.length === 0;
    this.none.hidden = games.length > 0;
    this.none.textContent = "There is no game yet.";
    this.rows.show(games);
    this.counted(games.length === 0 ? "" : String(games.length));
  }
}
