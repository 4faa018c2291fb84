// A game as rows of a move list: pairs of the main line, and what interrupts them.

import { BEGINNING, type Game } from "./game";
import type { Finding } from "./messages";

/** A part of a variation's row: a half-move, or a comment. */
export type Part = number | string;

export type Row =
  /** A pair of the main line; a side that is not there stands in another row. */
  | { kind: "pair"; number: number; white: number | undefined; black: number | undefined }
  | { kind: "comment"; text: string }
  /** Half-moves and comments of a variation. */
  | { kind: "line"; depth: number; parts: Part[]; opens: boolean; closes: boolean }
  | { kind: "finding"; finding: Finding; move: number; depth: number }
  | { kind: "result"; text: string };

/** So many parts a row of a variation has at most: a row is drawn at once. */
const LONGEST = 60;

/** What is wrong enough to be said in a row of its own. */
export function isTold({ severity }: Finding): boolean {
  return severity === "error" || severity === "warning";
}

/** The rows of a game, and in which row each half-move is. */
export function rowsOf(game: Game): { rows: Row[]; rowOf: Int32Array } {
  const rows: Row[] = [];
  const rowOf = new Int32Array(game.length).fill(-1);
  const { message } = game;
  const find = (findings: readonly Finding[], move: number, depth: number): void => {
    for (const finding of findings.filter(isTold)) {
      rows.push({ kind: "finding", finding, move, depth });
    }
  };
  message.comments.forEach((text) => rows.push({ kind: "comment", text }));
  find(message.findings, BEGINNING, 0);

  const variation = (first: number, depth: number): void => {
    let parts: Part[] = [];
    let opens = true;
    const flush = (closes: boolean): void => {
      if (parts.length > 0) {
        parts.forEach((part) => typeof part === "number" && (rowOf[part] = rows.length));
        rows.push({ kind: "line", depth, parts, opens, closes });
        parts = [];
        opens = false;
      }
    };
    for (let id: number | undefined = first; id !== undefined; id = game.next(id)) {
      const move = game.move(id);
      if (move === undefined) {
        break;
      }
      parts.push(...move.before, id, ...move.comments);
      const inner = id === first ? [] : game.variations(id);
      const told = move.findings.some(isTold);
      const isLast = game.next(id) === undefined;
      if (inner.length > 0 || told || parts.length >= LONGEST || isLast) {
        flush(isLast);
      }
      find(move.findings, id, depth);
      inner.forEach((other) => variation(other, depth + 1));
    }
  };

  let pair: Extract<Row, { kind: "pair" }> | undefined;
  for (let id = game.next(BEGINNING); id !== undefined; id = game.next(id)) {
    const move = game.move(id);
    if (move === undefined) {
      break;
    }
    if (move.before.length > 0) {
      pair = undefined;
      move.before.forEach((text) => rows.push({ kind: "comment", text }));
    }
    if (move.color === "black" && pair !== undefined && pair.black === undefined) {
      pair.black = id;
    } else {
      pair = { kind: "pair", number: move.number, white: undefined, black: undefined };
      pair[move.color] = id;
      rows.push(pair);
    }
    rowOf[id] = rows.length - 1;
    const before = rows.length;
    find(move.findings, id, 0);
    move.comments.forEach((text) => rows.push({ kind: "comment", text }));
    game.variations(id).forEach((other) => variation(other, 1));
    if (rows.length > before || move.color === "black") {
      pair = undefined;
    }
  }
  const { result, ending } = message;
  if (result !== null || ending !== null) {
    const text = [result === "*" ? "unfinished" : result, ending].filter((part) => part !== null).join(" · ");
    rows.push({ kind: "result", text });
  }
  return { rows, rowOf };
}
