// The evaluation bar.

import { element, set } from "./element";
import { BEGINNING, type Game } from "./game";
import type { Color, Evaluation } from "./messages";

/** So far back an evaluation is looked for where a half-move has none. */
const FARTHEST = 4;

export class EvaluationBar {
  readonly element = element("div", { class: "evaluation", role: "img" });
  private readonly white = element("div", { class: "evaluation-white" });
  private readonly number = element("span", { class: "evaluation-number", "aria-hidden": "true" });
  private known: { game: Game; any: boolean } | undefined;

  constructor() {
    this.element.append(this.white, this.number);
  }

  show(game: Game, at: number, orientation: Color, wanted: boolean): void {
    if (this.known?.game !== game) {
      this.known = { game, any: game.message.moves.some((move) => move.eval !== null) };
    }
    this.element.hidden = !wanted || !this.known.any;
    if (this.element.hidden) {
      return;
    }
    const found = evaluationOf(game, at);
    const share = found === undefined ? 50 : whiteShare(found);
    this.white.style.height = `${share.toFixed(1)}%`;
    this.element.classList.toggle("faces-black", orientation === "black");
    this.element.classList.toggle("is-ahead", share >= 50);
    const text = found === undefined ? "" : evaluationText(found);
    this.number.textContent = text.replace(/^[+-]/, "");
    set(this.element, "aria-label", text === "" ? "No evaluation here" : `Evaluation ${text}`);
    this.element.title = text;
  }
}

function evaluationOf(game: Game, at: number): Evaluation | undefined {
  let id = at;
  for (let looked = 0; id !== BEGINNING && looked < FARTHEST; looked++) {
    const move = game.move(id);
    if (move === undefined) {
      break;
    }
    if (move.eval !== null) {
      const isMate = "mate" in move.eval && move.eval.mate === 0;
      // Mate on the board: who has moved has won.
      return isMate ? { mate: move.color === "white" ? Infinity : -Infinity } : move.eval;
    }
    id = move.parent;
  }
  return undefined;
}

/** How much of the bar is White's, in per cent: what players of such a board score. */
export function whiteShare(evaluation: Evaluation): number {
  if ("mate" in evaluation) {
    return evaluation.mate > 0 ? 100 : 0;
  }
  return 100 / (1 + Math.exp(-0.00368208 * evaluation.cp));
}

export function evaluationText(evaluation: Evaluation): string {
  if ("mate" in evaluation) {
    const moves = Number.isFinite(evaluation.mate) ? Math.abs(evaluation.mate) : "";
    return `${evaluation.mate < 0 ? "-" : "+"}#${moves}`;
  }
  const pawns = evaluation.cp / 100;
  return `${pawns > 0 ? "+" : ""}${pawns.toFixed(Math.abs(pawns) >= 10 ? 0 : 1)}`;
}
