// What the board and its host say to each other (docs/protocol.md has the server's part of it).

import type { SparseGame } from "./answer";

export type Color = "white" | "black";

/** A place in the text, as the editor's protocol has it. */
export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export type ShapeColor =
  "green" | "red" | "yellow" | "blue" | "cyan" | "magenta" | "orange" | "purple" | "white" | "black";

/** A coloured square, or an arrow where there is a `to`. */
export interface Shape {
  color: ShapeColor;
  from: string;
  to?: string;
}

export interface Finding {
  severity: "error" | "warning" | "information" | "hint";
  code: string;
  message: string;
}

export type Evaluation = { cp: number } | { mate: number };

/** A half-move of a game. */
export interface HalfMove {
  /** Its place among all half-moves of the game, in the order of the text. */
  id: number;
  /** The half-move after which it is played; -1 at the beginning. */
  parent: number;
  /** 0 in the main line, 1 in a variation of it, and so on. */
  depth: number;
  range: Range;
  number: number;
  color: Color;
  /** As one reads it: SAN, or the text where it cannot be played. */
  san: string;
  text: string;
  /** The board after it; null where it cannot be played. */
  fen: string | null;
  /** From where to where; the last alone where a piece is dropped. */
  squares: string[];
  check: boolean;
  /** The end that it brings about on the board, in words. */
  ending: string | null;
  /** Why the rules forbid it, where it is played nevertheless. */
  illegal: string | null;
  /** The glyph is empty where a NAG has none. */
  nags: { code: number; glyph: string }[];
  before: string[];
  comments: string[];
  shapes: Shape[];
  /** The mover's clock after it, in seconds. */
  clock: number | null;
  spent: number | null;
  /** From White's view. */
  eval: Evaluation | null;
  findings: Finding[];
}

/** A game as `vgn/game` has it. */
export interface GameMessage {
  version: number | null;
  /** The name of what is told, for the host that has told it. */
  state: string | null;
  game: number | null;
  games: number | null;
  range: Range;
  tags: { name: string; value: string }[];
  variant: string | null;
  start: string | null;
  orientation: Color;
  result: string | null;
  /** Of the main line; `move` led to it. */
  opening: { eco: string; name: string; move?: number } | null;
  ending: string | null;
  /** The moves are bytes, in which nothing can be written. */
  binary: boolean;
  moves: HalfMove[];
  comments: string[];
  shapes: Shape[];
  findings: Finding[];
}

/** What can be played on a board: `vgn/legal`. */
export interface Legal {
  dests: Record<string, string[]>;
  /** The game's notation can record half-moves that the rules forbid. */
  illegal?: boolean;
  /** Letters of what a pawn can become. */
  promotions?: string[];
  /** Squares on which a piece of the pocket can be dropped, by the piece's letter or name. */
  drops?: Record<string, string[]>;
}

/** What stands at the cursor: the part of `vgn/cursor` that the board reads. */
export interface Cursor {
  version?: number;
  game?: number;
  move?: number;
}

/** How games ended; those without a result are in none of the three. */
export interface Results {
  white: number;
  draws: number;
  black: number;
}

/** A move of the tree. */
export interface TreeMove extends Results {
  san: string;
  uci: string;
  games: number;
  averageRating?: number | null;
  lastYear?: number | null;
}

/** A game that reaches the position. */
export interface TreeGame {
  /** The name of its file; none in the board's own. */
  file?: string;
  white: string;
  black: string;
  whiteRating?: number | null;
  blackRating?: number | null;
  result: string;
  date: string;
}

/** What the games of the workspace play in a position: `vgn/explore`, without addresses. */
export interface TreeMessage extends Results {
  fen: string;
  opening?: { eco: string; name: string };
  games: number;
  moves: TreeMove[];
  best: TreeGame[];
  /** All files are read. */
  complete: boolean;
  leftOut: boolean;
}

/** A line that an engine thinks good: its evaluation from White's view, and its half-moves. */
export type EngineLine = Evaluation & { depth: number; san: string[]; uci: string[] };

/** What an engine has found: `vgn/engineInfo`, without the address. */
export interface EngineInfo {
  /** The number of the search. */
  id: number;
  fen: string;
  /** The lines are what the other side would play. */
  threat?: boolean;
  engine?: string;
  depth: number;
  nodes: number;
  lines: EngineLine[];
  ended?: boolean;
  error?: string;
}

export interface Settings {
  /** Which way the board and the text follow each other. */
  follow: "both" | "board" | "text" | "off";
  board: string;
  pieces: string;
  coordinates: boolean;
  animation: boolean;
  evaluation: boolean;
  /** Half-moves may be played that the rules forbid, where the game's notation can record them. */
  illegal: boolean;
  readOnly: boolean;
  /** No editor has the file open: there is no text that could be shown, and no cursor. */
  alone: boolean;
  title: string;
  /** The host can start an engine, with so many lines unless others are chosen. */
  engine: boolean;
  engineLines: number;
}

/** A game that is written into. Its half-moves are counted in the text of this version: none is written into another. */
export interface Written {
  game: number;
  version?: number;
}

/** What becomes of the line of a half-move. */
export type Rearrangement = "promote" | "mainLine" | "deleteVariation" | "deleteFromHere";

/** What the board asks its host, by name: parameters and answer. */
export interface Requests {
  game: {
    params: { game?: number | undefined; from?: number; known?: { state: string; game: number } };
    result: SparseGame | null;
  };
  legal: { params: { game: number; after: number }; result: Legal | null };
  play: {
    params: Written & { after: number; move: string; illegal?: boolean };
    result: { move: number; edit?: boolean };
  };
  /** Plays a line, one half-move after the other; where the game has it, it is gone along. */
  playLine: { params: Written & { after: number; moves: string[] }; result: { move: number; edit?: boolean } };
  annotate: {
    params: Written & { move: number; shapes?: Shape[]; nags?: number[]; comment?: string };
    result: unknown;
  };
  rearrange: { params: Written & { move: number; how: Rearrangement }; result: unknown };
  /** Answered once the cursor is there: no `cursor` that comes later is older than that. */
  reveal: { params: { range: Range; game: number; move: number; show?: boolean }; result: unknown };
  explore: { params: { fen: string }; result: TreeMessage | null };
  /** Opens a game of the last answer to `explore`, by its place in `best`. */
  openGame: { params: { at: number }; result: unknown };
  /** Lets an engine think about a place of the game, or ends it. */
  engine: {
    params: { on: false } | { on: true; game: number; move: number; lines: number; of: "position" | "threat" };
    result: { id: number; fen: string };
  };
  undo: { params: Record<string, never>; result: unknown };
  newGame: { params: Record<string, never>; result: unknown };
  pin: { params: { pinned: boolean }; result: unknown };
  /**
   * Whether moves are guessed: the host keeps to its document meanwhile. From `hidden` on to the end of the `game` the
   * text says what is to be guessed.
   */
  train: { params: { on: false } | { on: true; game: Range; hidden: Position }; result: unknown };
  setting: { params: { name: string; value: unknown }; result: unknown };
}

/** What the host tells unasked, by name. */
export interface Notifications {
  cursor: Cursor | null;
  changed: { version?: number | null };
  theme: { dark: boolean; highContrast: boolean };
  settings: Partial<Settings>;
  /** Whether the board stays on its game, as the host has kept it. */
  pinned: { pinned: boolean };
  closed: unknown;
  engineInfo: EngineInfo;
  /** The engine is to be on, about where the board is, or is off. */
  engine: { on: boolean };
  /** Moves are to be guessed: the board asks which. */
  train: unknown;
  /** Of the port itself: the host can be asked, for the first time or again. */
  opened: unknown;
  /** Of the port itself: the host does not answer any more. */
  lost: unknown;
}
