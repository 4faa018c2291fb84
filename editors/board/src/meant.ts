// Half-moves that somebody means: taken by hand, or typed, and told from those of a game.

import { LETTERS, NAMES, type Board, type Letter } from "./fen";
import type { HalfMove, Legal } from "./messages";

export type Meant =
  | { kind: "steps"; from: string; to: string; promotion: Letter | "" }
  /** A piece of a pocket is put down. */
  | { kind: "drop"; letter: Letter; to: string };

type Castling = "O-O" | "O-O-O";

/** Castling, if the king's steps are that: by two files or more, or to its own rook. */
function castlingOf(board: Board, from: string, to: string): Castling | undefined {
  const king = board.squares.get(from);
  if (king?.letter !== "k" || from[1] !== to[1]) {
    return undefined;
  }
  const goal = board.squares.get(to);
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  const isToRook = goal?.letter === "r" && goal.color === king.color;
  return isToRook || Math.abs(files) >= 2 ? (files > 0 ? "O-O" : "O-O-O") : undefined;
}

/** What a text in SAN or UCI can mean on a board: none where it is not possible, several where it says too little. */
export function meantBy(text: string, board: Board, legal: Legal): Meant[] {
  const bare = text.replace(/^\d+\s*(?:\.+|…)\s*/, "").replace(/[\s+#!?]+$/, "");
  const drop = /^([QRBNP]?)@([a-h][1-8])$/.exec(bare);
  if (drop !== null) {
    const letter = letterOf(drop[1] || "P");
    const to = drop[2] ?? "";
    const squares = letter === undefined ? [] : (legal.drops?.[letter] ?? legal.drops?.[NAMES[letter]] ?? []);
    return letter !== undefined && squares.includes(to) ? [{ kind: "drop", letter, to }] : [];
  }
  const castling = /^[O0]-[O0](-[O0])?$/i.exec(bare);
  const uci = /^([a-h][1-8])[-x]?([a-h][1-8])=?([QRBNK])?$/i.exec(bare);
  const san = /^([KQRBNP]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])=?([QRBNK])?$/.exec(bare);
  const [, piece = "", file = "", rank = "", goal = "", became] = san ?? [];
  const promotion = letterOf(uci?.[3] ?? became ?? "");
  const found: Meant[] = [];
  for (const [from, goals] of Object.entries(legal.dests)) {
    const man = board.squares.get(from);
    for (const to of goals) {
      const side = castlingOf(board, from, to);
      const isMeant =
        castling !== null
          ? side === (castling[1] === undefined ? "O-O" : "O-O-O")
          : uci !== null
            ? from === uci[1] && to === uci[2]
            : san !== null &&
              side === undefined &&
              man?.letter === letterOf(piece || "P") &&
              to === goal &&
              from.startsWith(file) &&
              from.endsWith(rank);
      // Castling has two goals, and is meant once.
      if (isMeant && !(castling !== null && found.length > 0)) {
        found.push({ kind: "steps", from, to, promotion: promotionOf(board, from, to, promotion) });
      }
    }
  }
  return found;
}

function letterOf(text: string): Letter | undefined {
  return LETTERS.find((letter) => letter === text.toLowerCase());
}

/** A pawn that has not been told what to become is a queen. */
function promotionOf(board: Board, from: string, to: string, said: Letter | undefined): Letter | "" {
  const isPromoted = board.squares.get(from)?.letter === "p" && /[18]$/.test(to);
  return isPromoted ? (said ?? "q") : "";
}

/** Whether a half-move of a game is the one that is meant on this board. */
export function isMeant(move: HalfMove, meant: Meant, board: Board): boolean {
  if (move.fen === null) {
    return false;
  }
  if (meant.kind === "drop") {
    const dropped = /^([QRBNP]?)@/.exec(move.san);
    return dropped !== null && move.squares[0] === meant.to && letterOf(dropped[1] || "P") === meant.letter;
  }
  const castling = castlingOf(board, meant.from, meant.to);
  const [from = "", to = ""] = move.squares;
  if (castling !== undefined) {
    return castlingOf(board, from, to) === castling || /^O-O(?:-O)?/.exec(move.san)?.[0] === castling;
  }
  const became = letterOf(/=?([QRBNK])[+#]*$/.exec(move.san)?.[1] ?? "") ?? "";
  return from === meant.from && to === meant.to && (meant.promotion === "" || became === meant.promotion);
}

/** What is meant, in letters as of SAN, without what would tell it from another piece's. */
export function meantInLetters(meant: Meant, board: Board): string {
  if (meant.kind === "drop") {
    return `${meant.letter.toUpperCase()}@${meant.to}`;
  }
  const { from, to, promotion } = meant;
  const castling = castlingOf(board, from, to);
  if (castling !== undefined) {
    return castling;
  }
  const man = board.squares.get(from)?.letter ?? "p";
  const takes = board.squares.has(to) || (man === "p" && from[0] !== to[0]) ? "x" : "";
  const piece = man === "p" ? (takes === "" ? "" : (from[0] ?? "")) : man.toUpperCase();
  return `${piece}${takes}${to}${promotion === "" ? "" : `=${promotion.toUpperCase()}`}`;
}
