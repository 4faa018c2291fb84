// A game as the server tells it: what is empty is left out, and long games come in parts.

import type { GameMessage, HalfMove, Position, Range } from "./messages";

/** What is always there of a half-move; the rest is left out where it is empty. */
type SparseMove = Pick<HalfMove, "id" | "parent" | "range" | "number" | "color" | "text"> &
  Partial<Omit<HalfMove, "nags">> & { nags?: { code: number; glyph?: string }[] };
export type SparseGame = Pick<GameMessage, "range" | "tags" | "orientation"> &
  Partial<Omit<GameMessage, "moves">> & { moves: SparseMove[]; total?: number; kept?: Kept };

/** What of the game that is known is as it was, but for its place: half-moves at the beginning and at the end. */
export interface Kept {
  first: number;
  /** So many lines further on than they were. */
  firstLines: number;
  last: number;
  lastLines: number;
  /** On this line, as it was counted before, the last ones are so many characters further on. */
  line: number;
  characters: number;
}

/** Asks for the parts of a game: for its first one, or from a half-move on of the game of this number. */
export type Ask = (from: number, game?: number | null) => Promise<SparseGame | null>;

/**
 * A whole game; it is begun again where the text has changed between two parts. Of a game that comes in several parts
 * the first is told to `begun` as soon as it is there. `known`: what the host may tell the changes of.
 */
export async function wholeGame(
  ask: Ask,
  begun?: (game: GameMessage) => void,
  known?: GameMessage,
): Promise<GameMessage | null> {
  let first = await ask(0);
  if (first === null) {
    return null;
  }
  if (first.kept !== undefined && known !== undefined) {
    return { ...gameOf(first), moves: changed(known.moves, first.kept, first.moves.map(moveOf), first.total ?? 0) };
  }
  if (first.moves.length < (first.total ?? 0)) {
    begun?.({ ...gameOf(first), moves: first.moves.map(moveOf) });
  }
  const moves = [...first.moves];
  while (moves.length < (first.total ?? 0)) {
    const part = await ask(moves.length, first.game);
    if (part === null || part.moves.length === 0) {
      break;
    }
    if (part.version !== first.version || part.total !== first.total) {
      first = await ask(0);
      if (first === null) {
        return null;
      }
      moves.splice(0, moves.length, ...first.moves);
      continue;
    }
    for (const move of part.moves) {
      moves.push(move);
    }
  }
  return { ...gameOf(first), moves: moves.map(moveOf) };
}

/** Half-moves of which all but the kept ones are others now. */
export function changed(known: readonly HalfMove[], kept: Kept, others: HalfMove[], total: number): HalfMove[] {
  const more = total - known.length;
  const first = kept.firstLines === 0 ? known.slice(0, kept.first) : known.slice(0, kept.first).map((move) => ({
    ...move,
    range: moved(move.range, ({ line, character }) => ({ line: line + kept.firstLines, character })),
  }));
  const there = ({ line, character }: Position): Position => ({
    line: line + kept.lastLines,
    character: character + (line === kept.line ? kept.characters : 0),
  });
  const isSame = more === 0 && kept.lastLines === 0 && kept.characters === 0;
  const last = known.slice(known.length - kept.last);
  return [
    ...first,
    ...others,
    ...(isSame ? last : last.map((move) => ({
      ...move,
      id: move.id + more,
      parent: move.parent < kept.first ? move.parent : move.parent + more,
      range: moved(move.range, there),
    }))),
  ];
}

function moved({ start, end }: Range, to: (place: Position) => Position): Range {
  return { start: to(start), end: to(end) };
}

function gameOf(sparse: SparseGame): Omit<GameMessage, "moves"> {
  return {
    version: sparse.version ?? null,
    state: sparse.state ?? null,
    game: sparse.game ?? null,
    games: sparse.games ?? null,
    range: sparse.range,
    tags: sparse.tags,
    variant: sparse.variant ?? null,
    start: sparse.start ?? null,
    orientation: sparse.orientation,
    result: sparse.result ?? null,
    opening: sparse.opening ?? null,
    ending: sparse.ending ?? null,
    binary: sparse.binary ?? false,
    comments: sparse.comments ?? [],
    shapes: sparse.shapes ?? [],
    findings: sparse.findings ?? [],
  };
}

function moveOf(sparse: SparseMove): HalfMove {
  return {
    id: sparse.id,
    parent: sparse.parent,
    depth: sparse.depth ?? 0,
    range: sparse.range,
    number: sparse.number,
    color: sparse.color,
    san: sparse.san ?? sparse.text,
    text: sparse.text,
    fen: sparse.fen ?? null,
    squares: sparse.squares ?? [],
    check: sparse.check ?? false,
    ending: sparse.ending ?? null,
    illegal: sparse.illegal ?? null,
    nags: (sparse.nags ?? []).map(({ code, glyph }) => ({ code, glyph: glyph ?? "" })),
    before: sparse.before ?? [],
    comments: sparse.comments ?? [],
    shapes: sparse.shapes ?? [],
    clock: sparse.clock ?? null,
    spent: sparse.spent ?? null,
    eval: sparse.eval ?? null,
    findings: sparse.findings ?? [],
  };
}
