// A piece outside of the board, in the chosen set: of a pocket, of what was taken, of a choice.

import { element } from "./element";
import { NAMES, type Letter } from "./fen";
import type { Color } from "./messages";

/** The style sheet knows pieces by chessground's names. */
export function piece(color: Color, letter: Letter): HTMLElement {
  const made = document.createElement("piece");
  made.className = `${color} ${NAMES[letter]}`;
  return element("span", { class: "cg-wrap one-piece", "aria-hidden": "true" }, made);
}
