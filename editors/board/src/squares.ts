// The squares for the keyboard and for those who do not see the board: a grid of 64 named cells above it.

import { element, set } from "./element";
import type { Board } from "./fen";
import type { Color } from "./messages";
import { squareInWords } from "./speech";

const FILES = "abcdefgh";

export interface SquareEvents {
  /** A square is taken up, to move from or to. */
  chosen(square: string): void;
  /** A circle, or one end of an arrow, is drawn on a square. */
  marked(square: string, kind: "circle" | "arrow", event: KeyboardEvent): void;
}

export class Squares {
  readonly element = element("div", { class: "squares", role: "grid", "aria-label": "Squares of the board" });
  private readonly cells = new Map<string, HTMLElement>();
  private orientation: Color | undefined;
  private focused = "e2";

  constructor(private readonly events: SquareEvents) {
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.face("white");
  }

  /** The names of the squares, and what stands on them. */
  show(board: Board, selected: string | undefined): void {
    for (const [square, cell] of this.cells) {
      set(cell, "aria-label", squareInWords(square, board.squares.get(square)));
      set(cell, "aria-selected", square === selected ? "true" : undefined);
    }
  }

  face(color: Color): void {
    if (this.orientation === color) {
      return;
    }
    this.orientation = color;
    // What has the focus would lose it with its place.
    const hasFocus = this.element.contains(document.activeElement);
    const ranks = color === "white" ? "87654321" : "12345678";
    const files = color === "white" ? FILES : [...FILES].reverse().join("");
    const rows = [...ranks].map((rank) => {
      const cells = [...files].map((file) => this.cell(`${file}${rank}`));
      return element("div", { role: "row" }, ...cells);
    });
    this.element.replaceChildren(...rows);
    if (hasFocus) {
      this.focus();
    }
  }

  focus(): void {
    this.cells.get(this.focused)?.focus();
  }

  private cell(square: string): HTMLElement {
    const known = this.cells.get(square);
    if (known !== undefined) {
      return known;
    }
    const cell = element("div", {
      role: "gridcell",
      "data-square": square,
      tabindex: square === this.focused ? "0" : "-1",
    });
    cell.addEventListener("focus", () => this.roam(square));
    this.cells.set(square, cell);
    return cell;
  }

  private roam(square: string): void {
    set(this.cells.get(this.focused) as HTMLElement, "tabindex", "-1");
    this.focused = square;
    set(this.cells.get(square) as HTMLElement, "tabindex", "0");
  }

  private key(event: KeyboardEvent): void {
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const way = ways[event.key];
    if (way !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const turn = this.orientation === "white" ? 1 : -1;
      const file = FILES[FILES.indexOf(this.focused[0] ?? "a") + turn * way[0]];
      const rank = Number(this.focused[1]) + turn * way[1];
      this.cells.get(`${file ?? ""}${rank}`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.events.chosen(this.focused);
    } else if (event.key.toLowerCase() === "o" && !event.ctrlKey && !event.metaKey) {
      this.events.marked(this.focused, "circle", event);
    } else if (event.key.toLowerCase() === "v" && !event.ctrlKey && !event.metaKey) {
      this.events.marked(this.focused, "arrow", event);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** What the keys do, for those who hear the grid. */
export function squaresHelp(): HTMLElement {
  return element(
    "p",
    { class: "heard", id: "squares-help" },
    "Arrow keys go from square to square, Enter takes a piece and puts it down, " +
      "o draws a circle, v begins and ends an arrow.",
  );
}
