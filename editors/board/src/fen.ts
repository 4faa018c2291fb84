// What the board's view reads of a FEN: men, side to move, pockets, checks left.

import type { Color } from "./messages";

export type Letter = "p" | "n" | "b" | "r" | "q" | "k";
export const LETTERS: readonly Letter[] = ["p", "n", "b", "r", "q", "k"];

export const NAMES: Record<Letter, "pawn" | "knight" | "bishop" | "rook" | "queen" | "king"> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

/** What a man is worth; a king nothing, as none is taken. */
const WORTH: Record<Letter, number> = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

export interface Man {
  letter: Letter;
  color: Color;
}

/** A FEN's parts. */
export interface Board {
  /** The ranks alone, without a pocket. */
  men: string;
  squares: Map<string, Man>;
  turn: Color;
  /** Null where the variant has no pockets. */
  pockets: Record<Color, Map<Letter, number>> | null;
  /** Checks given, where the variant counts them: the third one wins. */
  checks: Record<Color, number> | null;
}

export function readFen(fen: string): Board {
  const [placed = "", turn, ...rest] = fen.trim().split(/\s+/);
  const ranks = placed.replace(/\[.*$/, "").split("/");
  const bracket = /\[(.*?)\]/.exec(placed)?.[1];
  const pocket = bracket ?? (ranks.length > 8 ? (ranks[8] ?? "") : undefined);
  const squares = new Map<string, Man>();
  ranks.slice(0, 8).forEach((rank, row) => {
    let file = 0;
    for (const sign of rank) {
      if (/[1-8]/.test(sign)) {
        file += Number(sign);
        continue;
      }
      const man = manOf(sign);
      if (man !== undefined && file < 8) {
        squares.set(`${"abcdefgh"[file]}${8 - row}`, man);
        file += 1;
      }
    }
  });
  return {
    men: ranks.slice(0, 8).join("/"),
    squares,
    turn: turn === "b" ? "black" : "white",
    pockets: pocket === undefined ? null : { white: counted(pocket, "white"), black: counted(pocket, "black") },
    checks: checksOf(rest),
  };
}

/** Written as those still to give, `2+3`, or behind all the rest as those given, `+1+0`. */
function checksOf(fields: readonly string[]): Record<Color, number> | null {
  for (const field of fields) {
    const [, sign, white, black] = /^(\+?)([0-3])\+([0-3])$/.exec(field) ?? [];
    if (white !== undefined && black !== undefined) {
      const given = (count: string): number => (sign === "+" ? Number(count) : 3 - Number(count));
      return { white: given(white), black: given(black) };
    }
  }
  return null;
}

function manOf(sign: string): Man | undefined {
  const letter = sign.toLowerCase() as Letter;
  return LETTERS.includes(letter) ? { letter, color: sign === letter ? "black" : "white" } : undefined;
}

function counted(text: string, color: Color): Map<Letter, number> {
  const counts = new Map<Letter, number>();
  for (const sign of text) {
    const man = manOf(sign);
    if (man?.color === color) {
      counts.set(man.letter, (counts.get(man.letter) ?? 0) + 1);
    }
  }
  return counts;
}

/** The men of a colour that are gone since the beginning, the most worthy first, and how far that colour is ahead. */
export function material(start: Board, now: Board, color: Color): { taken: Letter[]; ahead: number } {
  const count = (board: Board, of: Color, letter: Letter): number =>
    [...board.squares.values()].filter((man) => man.color === of && man.letter === letter).length;
  const worth = (of: Color): number => LETTERS.reduce((sum, letter) => sum + count(now, of, letter) * WORTH[letter], 0);
  const missing = (letter: Letter): number => count(start, color, letter) - count(now, color, letter);
  // A pawn that was promoted has not been taken.
  const promoted = LETTERS.filter((letter) => letter !== "p").reduce((sum, one) => sum + Math.max(0, -missing(one)), 0);
  const taken = [...LETTERS].reverse().flatMap((letter) => {
    const gone = letter === "p" ? missing("p") - promoted : missing(letter);
    return Array<Letter>(Math.max(0, gone)).fill(letter);
  });
  return { taken, ahead: worth(color) - worth(color === "white" ? "black" : "white") };
}
