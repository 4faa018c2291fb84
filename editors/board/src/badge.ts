// A glyph on the square of the half-move that it judges.

import { element } from "./element";
import { glyphNode } from "./icon";
import type { Color, HalfMove } from "./messages";

/** NAGs that judge a half-move, and not the board: these stand on its square. */
const JUDGING = new Set([1, 2, 3, 4, 5, 6, 7, 8, 22, 23, 32, 33, 36, 37, 40, 41, 132, 133, 138, 139, 140, 146]);

/** The rules forbid it, or it cannot be read. */
export function isWrong({ findings, illegal }: HalfMove): boolean {
  return illegal !== null || findings.some(({ severity }) => severity === "error");
}

export class Badge {
  readonly element = element("span", { class: "badge", "aria-hidden": "true" });

  show(move: HalfMove | undefined, orientation: Color): void {
    const square = move?.squares.at(-1);
    const nag = move?.nags.find(({ code, glyph }) => JUDGING.has(code) && glyph !== "");
    const wrong = move !== undefined && isWrong(move);
    this.element.hidden = square === undefined || (nag === undefined && !wrong);
    if (square === undefined || this.element.hidden) {
      return;
    }
    this.element.className = nag === undefined ? "badge is-wrong" : `badge nag-${nag.code}`;
    this.element.replaceChildren(glyphNode(nag?.glyph ?? "×"));
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square[1]) - 1;
    const column = orientation === "white" ? file : 7 - file;
    const row = orientation === "white" ? 7 - rank : rank;
    // At the corner of the square that the coordinates leave free, and within the board.
    this.element.style.left = `${Math.min(column * 12.5 + 12.5, 97.5)}%`;
    this.element.style.top = `${Math.max(row * 12.5, 2.5)}%`;
  }
}
