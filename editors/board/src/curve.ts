// The curve of a game: the evaluations of its main line, as the text has them.

import { element, set } from "./element";
import { evaluationOf, evaluationText, whiteShare } from "./evaluation";
import { BEGINNING, type Game } from "./game";

const SVG = "http://www.w3.org/2000/svg";
/** The height of the drawing, in its own units; a half-move is one unit wide. */
const HEIGHT = 100;

/** A half-move of the main line with an evaluation. */
export interface CurvePoint {
  id: number;
  /** Its place on the main line, from 1 on. */
  ply: number;
  /** How much of the height is White's, in per cent. */
  share: number;
}

export class Curve {
  readonly element = element("div", { class: "curve", role: "img" });
  private readonly svg = svg("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
  private readonly area = svg("path", { class: "curve-white" });
  private readonly middle = svg("path", { class: "curve-middle", "vector-effect": "non-scaling-stroke" });
  private readonly here = svg("path", { class: "curve-here", "vector-effect": "non-scaling-stroke" });
  private game: Game | undefined;
  private line: number[] = [];
  private points: CurvePoint[] = [];

  constructor(chosen: (move: number) => void) {
    this.svg.append(this.area, this.middle, this.here);
    this.element.append(this.svg);
    this.element.addEventListener("click", ({ clientX }) => {
      const { left, width } = this.element.getBoundingClientRect();
      const ply = Math.round(((clientX - left) / width) * this.line.length);
      chosen(this.line[ply - 1] ?? (ply <= 0 ? BEGINNING : (this.line.at(-1) ?? BEGINNING)));
    });
  }

  show(game: Game, at: number, wanted: boolean): void {
    if (this.game !== game) {
      this.game = game;
      this.line = mainLine(game);
      this.points = pointsOf(game, this.line);
      this.draw();
    }
    this.element.hidden = !wanted || this.points.length < 2;
    if (this.element.hidden) {
      return;
    }
    const ply = plyOf(game, this.line, at);
    set(this.here, "d", `M${ply} 0V${HEIGHT}`);
    const found = evaluationOf(game, this.line[ply - 1] ?? BEGINNING);
    const now = found === undefined ? "" : `; here ${evaluationText(found.evaluation)}`;
    set(this.element, "aria-label", `Evaluations of the game: ${this.points.length} half-moves${now}`);
  }

  private draw(): void {
    const width = Math.max(this.line.length, 1);
    set(this.svg, "viewBox", `0 0 ${width} ${HEIGHT}`);
    set(this.area, "d", areaOf(this.points, width));
    set(this.middle, "d", `M0 ${HEIGHT / 2}H${width}`);
  }
}

/** The half-moves of the main line. */
export function mainLine(game: Game): number[] {
  const line: number[] = [];
  for (let id = game.next(BEGINNING); id !== undefined; id = game.next(id)) {
    line.push(id);
  }
  return line;
}

/** What has an evaluation of its own. */
export function pointsOf(game: Game, line: readonly number[]): CurvePoint[] {
  return line.flatMap((id, at) => {
    const found = evaluationOf(game, id);
    return found?.back === 0 ? [{ id, ply: at + 1, share: whiteShare(found.evaluation) }] : [];
  });
}

/** White's part of the drawing: straight from point to point, and level before the first and behind the last. */
export function areaOf(points: readonly CurvePoint[], width: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) {
    return "";
  }
  const y = (share: number): string => (HEIGHT - share).toFixed(1);
  const steps = points.map(({ ply, share }) => `L${ply} ${y(share)}`).join("");
  return `M0 ${HEIGHT}V${y(first.share)}${steps}L${width} ${y(last.share)}V${HEIGHT}Z`;
}

/** How far along the main line a place is; in a variation, where that begins. */
function plyOf(game: Game, line: readonly number[], at: number): number {
  let id = at;
  while (id !== BEGINNING && (game.move(id)?.depth ?? 0) > 0) {
    id = game.previous(id) ?? BEGINNING;
  }
  // The line is in the order of the text.
  return id === BEGINNING ? 0 : line.indexOf(id) + 1;
}

function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  return made;
}
