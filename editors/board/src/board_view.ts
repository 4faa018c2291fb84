// The board itself: chessground, with what stands on it at a place of a game.

import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { DrawBrushes, DrawShape } from "@lichess-org/chessground/draw";
import type { Color, Dests, Key, Role } from "@lichess-org/chessground/types";
import { element } from "./element";
import type { Legal, Shape, ShapeColor } from "./messages";

/** Colours that those who cannot tell red from green tell apart too (Okabe and Ito). */
export const SHAPE_COLORS: Record<ShapeColor, string> = {
  green: "#009e73",
  red: "#d55e00",
  yellow: "#e6c700",
  blue: "#0072b2",
  cyan: "#56b4e9",
  magenta: "#cc79a7",
  orange: "#e69f00",
  purple: "#7b3294",
  white: "#f4f4f4",
  black: "#222222",
};

/** Animations take so long, in milliseconds; steps in quick succession have none. */
const SLIDE = 140;

export interface Shown {
  fen: string;
  turn: Color;
  check: boolean;
  lastMove: readonly string[];
  shapes: readonly Shape[];
  /** What an engine would play, the best move first, or what it is afraid of. */
  hints: readonly EngineArrow[];
  legal: Legal | undefined;
  animated: boolean;
}

/** A move of an engine; of a drop only the square. */
export interface EngineArrow {
  from: string;
  to?: string;
  kind: "best" | "other" | "threat";
}

export interface BoardEvents {
  moved(from: string, to: string): void;
  /** A piece was put where it cannot go, as far as the board knows. */
  refused(from: string, to: string): void;
  dropped(role: Role, square: string): void;
  drawn(shape: Shape): void;
}

export class BoardView {
  readonly element: HTMLElement;
  private readonly ground: Api;
  private lastShown: Shown | undefined;

  constructor(private readonly events: BoardEvents) {
    const wrap = element("div", { class: "cg-wrap", "aria-hidden": "true" });
    this.element = element("div", { class: "board-frame", tabindex: "-1" }, wrap);
    this.ground = Chessground(wrap, {
      coordinates: true,
      ranksPosition: "left",
      autoCastle: true,
      blockTouchScroll: true,
      animation: { enabled: true, duration: SLIDE },
      premovable: { enabled: false },
      predroppable: { enabled: false },
      highlight: { lastMove: true, check: true },
      movable: {
        free: false,
        color: "both",
        showDests: true,
        rookCastle: true,
        events: {
          after: (from, to) => events.moved(from, to),
          afterNewPiece: (role, key) => events.dropped(role, key),
        },
      },
      drawable: {
        enabled: true,
        eraseOnMovablePieceClick: false,
        brushes: brushes(),
        onChange: (drawn) => this.drawn(drawn),
      },
    });
    // Chessground puts back what cannot go where it is put down, and tells nobody.
    for (const begin of ["mousedown", "touchstart"] as const) {
      wrap.addEventListener(begin, (event) => this.clicked(event), { capture: true, passive: true });
    }
    for (const end of ["mouseup", "touchend"] as const) {
      document.addEventListener(end, (event) => this.putDown(event), { capture: true });
    }
  }

  get orientation(): Color {
    return this.ground.state.orientation;
  }

  show(shown: Shown): void {
    this.lastShown = shown;
    const dests: Dests = new Map();
    for (const [from, to] of Object.entries(shown.legal?.dests ?? {})) {
      dests.set(from as Key, to as Key[]);
    }
    this.ground.set({
      animation: { enabled: shown.animated },
      fen: shown.fen,
      turnColor: shown.turn,
      check: shown.check ? shown.turn : false,
      lastMove: shown.lastMove as Key[],
      movable: { color: shown.legal === undefined ? shown.turn : "both", dests },
    });
    // Chessground merges what it is given; destinations of another board must not stay.
    this.ground.state.movable.dests = dests;
    const hints = shown.hints.map(({ from, to, kind }) => drawnArrow(from, to, HINT_BRUSHES[kind]));
    this.ground.setAutoShapes([...hints, ...shown.shapes.map(drawnShape)]);
  }

  /** Shows again what is there, after a move that is not played. */
  restore(): void {
    if (this.lastShown !== undefined) {
      this.ground.cancelMove();
      this.show({ ...this.lastShown, animated: false });
    }
  }

  face(color: Color): void {
    if (this.orientation !== color) {
      this.ground.set({ orientation: color });
    }
  }

  coordinates(on: boolean): void {
    if (this.ground.state.coordinates !== on) {
      this.ground.set({ coordinates: on });
      this.ground.redrawAll();
    }
  }

  /** Whether pieces can be moved, and shapes drawn. */
  writable(pieces: boolean, shapes: boolean): void {
    this.ground.set({ draggable: { enabled: pieces }, selectable: { enabled: pieces }, drawable: { enabled: shapes } });
  }

  /** Whether men go where the rules forbid it too. */
  free(on: boolean): void {
    this.ground.set({ movable: { free: on } });
  }

  select(square: string | null): void {
    this.ground.selectSquare(square as Key | null);
  }

  get selected(): string | undefined {
    return this.ground.state.selected;
  }

  /** A piece that was dragged is put down. */
  private putDown(event: MouseEvent | TouchEvent): void {
    const { current } = this.ground.state.draggable;
    if (current === undefined || !current.started || current.newPiece === true) {
      return;
    }
    const to = this.ground.getKeyAtDomPos(placeOf(event) ?? current.pos);
    if (to !== undefined && to !== current.orig) {
      this.refuse(current.orig, to);
    }
  }

  /** A square is clicked, after another one perhaps; a piece of the same side is taken instead. */
  private clicked(event: MouseEvent | TouchEvent): void {
    const { selected, pieces } = this.ground.state;
    const at = event instanceof MouseEvent && event.button !== 0 ? undefined : placeOf(event);
    const to = at === undefined ? undefined : this.ground.getKeyAtDomPos(at);
    const taken = selected === undefined ? undefined : pieces.get(selected);
    if (to === undefined || selected === undefined || selected === to || taken === undefined) {
      return;
    }
    if (taken.color !== pieces.get(to)?.color) {
      this.refuse(selected, to);
    }
  }

  private refuse(from: Key, to: Key): void {
    const { free, dests } = this.ground.state.movable;
    if (!free && dests?.get(from)?.includes(to) !== true) {
      queueMicrotask(() => this.events.refused(from, to));
    }
  }

  /** Begins to drag a piece of a pocket. */
  drag(color: Color, role: Role, event: MouseEvent | TouchEvent): void {
    this.ground.dragNewPiece({ color, role }, event);
  }

  /** A shape that was drawn is told, and stands in the text then; a click would wipe those that chessground keeps. */
  private drawn(drawn: DrawShape[]): void {
    const last = drawn.at(-1);
    if (last === undefined) {
      return;
    }
    this.ground.setShapes([]);
    const color = (last.brush ?? "green") as ShapeColor;
    this.events.drawn(last.dest === undefined ? { color, from: last.orig } : { color, from: last.orig, to: last.dest });
  }
}

/** Where a finger or the mouse is; a finger that is lifted is nowhere. */
function placeOf(event: MouseEvent | TouchEvent): [number, number] | undefined {
  const { clientX, clientY } = event instanceof MouseEvent ? event : (event.touches[0] ?? {});
  return clientX === undefined || clientY === undefined ? undefined : [clientX, clientY];
}

/** What is drawn for an engine is paler than what people have drawn. */
const HINT_BRUSHES: Record<EngineArrow["kind"], string> = { best: "paleBlue", other: "paleGrey", threat: "paleRed" };

function brushes(): DrawBrushes {
  const brush = (key: ShapeColor) => ({ key, color: SHAPE_COLORS[key], opacity: 1, lineWidth: 10 });
  const all = (Object.keys(SHAPE_COLORS) as ShapeColor[]).map((key) => [key, brush(key)]);
  const pale = (key: string, color: string, opacity: number, lineWidth: number) => ({ key, color, opacity, lineWidth });
  const hints = [
    pale("paleBlue", SHAPE_COLORS.blue, 0.6, 13),
    pale("paleGrey", "#4a5560", 0.45, 9),
    pale("paleRed", SHAPE_COLORS.red, 0.65, 13),
  ].map((one) => [one.key, one]);
  return Object.fromEntries([...all, ...hints]) as unknown as DrawBrushes;
}

function drawnShape({ color, from, to }: Shape): DrawShape {
  return drawnArrow(from, to, color);
}

function drawnArrow(from: string, to: string | undefined, brush: string): DrawShape {
  return { orig: from as Key, brush, ...(to === undefined ? {} : { dest: to as Key }) };
}
