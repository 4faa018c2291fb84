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

  /** Shows the evaluation of a place: that of the engine, or that of the text. */
  show(game: Game, at: number, orientation: Color, wanted: boolean, engine?: { of: Evaluation; depth: number }): void {
    if (this.known?.game !== game) {
      this.known = { game, any: game.message.moves.some((move) => move.eval !== null) };
    }
    this.element.hidden = engine === undefined && (!wanted || !this.known.any);
    if (this.element.hidden) {
      return;
    }
    const found = engine === undefined ? evaluationOf(game, at) : { evaluation: engine.of, back: 0 };
    const share = found === undefined ? 50 : whiteShare(found.evaluation);
    this.white.style.height = `${share.toFixed(1)}%`;
    this.element.classList.toggle("faces-black", orientation === "black");
    this.element.classList.toggle("is-ahead", share >= 50);
    const text = found === undefined ? "" : evaluationText(found.evaluation);
    const isOlder = found !== undefined && found.back > 0;
    this.element.classList.toggle("is-older", isOlder);
    // A number is read as that of the board that is shown.
    this.number.textContent = isOlder ? "" : text.replace(/^[+-]/, "");
    const none = "No evaluation here";
    const before = `${none}; ${found?.back === 1 ? "one half-move" : `${found?.back ?? 0} half-moves`} before: ${text}`;
    const told = engine === undefined ? text : `${text}, by the engine, depth ${engine.depth}`;
    const label = isOlder ? before : `Evaluation ${told}`;
    set(this.element, "aria-label", text === "" ? none : label);
    this.element.classList.toggle("is-engine", engine !== undefined);
    this.element.title = isOlder ? before : told;
  }
}

/** The evaluation of a place, or of one not far before it on its line, and how many half-moves before that is. */
export function evaluationOf(game: Game, at: number): { evaluation: Evaluation; back: number } | undefined {
  let id = at;
  for (let back = 0; id !== BEGINNING && back < FARTHEST; back++) {
    const move = game.move(id);
    if (move === undefined) {
      break;
    }
    if (move.eval !== null) {
      const isMate = "mate" in move.eval && move.eval.mate === 0;
      // Mate on the board: who has moved has won.
      const evaluation = isMate ? { mate: move.color === "white" ? Infinity : -Infinity } : move.eval;
      return { evaluation, back };
    }
    // Another line, which may have become quite another game.
    if (game.move(move.parent)?.depth !== move.depth) {
      break;
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

/** An evaluation for those who hear it. */
export function evaluationInWords(evaluation: Evaluation): string {
  if ("mate" in evaluation) {
    return `${evaluation.mate > 0 ? "White" : "Black"} mates in ${Math.abs(evaluation.mate)}`;
  }
  const pawns = (Math.abs(evaluation.cp) / 100).toFixed(1);
  return pawns === "0.0" ? "even" : `${evaluation.cp > 0 ? "White" : "Black"} is ${pawns} ahead`;
}

export function evaluationText(evaluation: Evaluation): string {
  if ("mate" in evaluation) {
    const moves = Number.isFinite(evaluation.mate) ? Math.abs(evaluation.mate) : "";
    return `${evaluation.mate < 0 ? "-" : "+"}#${moves}`;
  }
  const pawns = evaluation.cp / 100;
  return `${pawns > 0 ? "+" : ""}${pawns.toFixed(Math.abs(pawns) >= 10 ? 0 : 1)}`;
}
