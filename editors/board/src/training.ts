// Guessing the moves of a line: how far it is shown, what was guessed, what is told of it.

import { evaluationOf, whiteShare } from "./evaluation";
import type { Board } from "./fen";
import { BEGINNING, type Game } from "./game";
import { isMeant, meantInLetters, type Meant } from "./meant";
import type { Color, GameMessage, HalfMove, Position } from "./messages";

/** Whose moves are guessed. */
export type Side = Color | "both";

/** Which moves are guessed: all, or what would have been better than blunders. */
export type Kind = "all" | "blunders";

/** `near`: it stands in a variation on the half-move that was played. */
export type Verdict = "right" | "near" | "wrong";

export interface Guess {
  text: string;
  verdict: Verdict;
}

/** A half-move that has been asked for. */
export interface Asked {
  /** Its place in the line. */
  ply: number;
  guesses: Guess[];
  /** 1: the piece has been told; 2: its square; 3: the half-move itself. */
  hints: number;
}

/** Half-moves that have been asked for, each counted once; together they are `asked`. */
export interface Counts {
  /** Found at the first guess, without a hint. */
  clean: number;
  /** Found after other guesses, without a hint. */
  later: number;
  /** Found with hints. */
  hinted: number;
  /** Not found: the last hint has played them. */
  shown: number;
  asked: number;
}

/** The half-moves through a place to the end of its line, as far as they can be played. */
export function lineThrough(game: Game, place: number): number[] {
  const line = game.path(place).map(({ id }) => id);
  for (let id = game.next(place); id !== undefined; id = game.next(id)) {
    line.push(id);
  }
  const broken = line.findIndex((id) => game.move(id)?.fen === null);
  return broken < 0 ? line : line.slice(0, broken);
}

/** A null move, or one by a piece that nobody has seen, cannot be guessed: it is played like the other side's. */
function isAsked(move: HalfMove | undefined, side: Side): move is HalfMove {
  return move !== undefined && move.squares.length > 0 && (side === "both" || move.color === side);
}

/** So much of what one scores, in per cent, a blunder loses: the same as where the server finds glyphs for one. */
const BLUNDER = 15;

/** A half-move by which the evaluation drops as by a blunder, and for which the text has something else. */
function isBlunder(game: Game, move: HalfMove): boolean {
  const before = evaluationOf(game, move.parent);
  const after = evaluationOf(game, move.id);
  if (before?.back !== 0 || after?.back !== 0 || game.after(move.parent).length < 2) {
    return false;
  }
  const lost = whiteShare(before.evaluation) - whiteShare(after.evaluation);
  return (move.color === "white" ? lost : -lost) >= BLUNDER;
}

function isWanted(game: Game, move: HalfMove | undefined, side: Side, kind: Kind): move is HalfMove {
  return isAsked(move, side) && (kind === "all" || isBlunder(game, move));
}

/** How many half-moves there are to guess after a place. */
export function countAfter(game: Game, side: Side, place: number, kind: Kind = "all"): number {
  const line = lineThrough(game, place);
  return line.slice(game.path(place).length).filter((id) => isWanted(game, game.move(id), side, kind)).length;
}

export class Training {
  readonly asked: Asked[] = [];
  private line: number[];
  private shown: number;
  /** From where on half-moves are asked for. */
  private readonly first: number;

  constructor(
    private whole: Game,
    readonly side: Side,
    place: number,
    readonly kind: Kind = "all",
  ) {
    this.line = lineThrough(whole, place);
    this.shown = Math.min(whole.path(place).length, this.line.length);
    this.first = this.shown;
  }

  get game(): Game {
    return this.whole;
  }

  /** How many half-moves are asked for in all. */
  get total(): number {
    return this.line.slice(this.first).filter((id) => this.wants(this.whole.move(id))).length;
  }

  private wants(move: HalfMove | undefined): move is HalfMove {
    return isWanted(this.whole, move, this.side, this.kind);
  }

  /** How many half-moves are shown: the board stands behind the last of them. */
  get length(): number {
    return this.shown;
  }

  /** The half-move of the game at a place of what is shown. */
  place(ply: number): number {
    return this.line[ply] ?? BEGINNING;
  }

  private at(ply: number): HalfMove | undefined {
    const id = this.line[ply];
    return id === undefined ? undefined : this.whole.move(id);
  }

  /** The last half-move that is shown. */
  get last(): HalfMove | undefined {
    return this.at(this.shown - 1);
  }

  /** From here on the text says what is to be guessed. */
  get hidden(): Position {
    return this.last?.range.end ?? this.at(0)?.range.start ?? this.whole.message.range.end;
  }

  /** What is to be guessed now. */
  get expected(): HalfMove | undefined {
    const next = this.at(this.shown);
    return this.wants(next) ? next : undefined;
  }

  get isOver(): boolean {
    return this.shown >= this.line.length;
  }

  /** The variations on the half-move that was asked for last, or is asked for: their first half-moves. */
  variations(move: HalfMove): HalfMove[] {
    const others = this.whole.after(move.parent).filter((id) => id !== move.id);
    return others.map((id) => this.whole.move(id)).filter((one) => one !== undefined);
  }

  private get now(): Asked {
    const last = this.asked.at(-1);
    if (last?.ply === this.shown) {
      return last;
    }
    const now: Asked = { ply: this.shown, guesses: [], hints: 0 };
    this.asked.push(now);
    return now;
  }

  /** What a guess is worth, and the half-move of the game or its notes that it is. */
  guess(meant: Meant, board: Board): { verdict: Verdict; move: HalfMove | undefined; text: string } {
    const { expected } = this;
    const near = expected && this.variations(expected).find((one) => isMeant(one, meant, board));
    const isPlayed = expected !== undefined && isMeant(expected, meant, board);
    const isRight = this.kind === "all" ? isPlayed : near !== undefined;
    // A blunder that was played is no guess that is right.
    const isNear = this.kind === "all" ? near !== undefined : isPlayed;
    const verdict: Verdict = isRight ? "right" : isNear ? "near" : "wrong";
    const move = isPlayed ? expected : near;
    const text = move?.san ?? meantInLetters(meant, board);
    if (expected !== undefined) {
      this.now.guesses.push({ text, verdict });
    }
    if (isRight) {
      this.shown += 1;
    }
    return { verdict, move, text };
  }

  /** Tells more of what is to be guessed; the third time it is played. */
  hint(): { level: 1 | 2 | 3; move: HalfMove } | undefined {
    const { expected, better, now } = this;
    if (expected === undefined || better === undefined) {
      return undefined;
    }
    now.hints += 1;
    const level = now.hints === 1 ? 1 : now.hints === 2 ? 2 : 3;
    if (level === 3) {
      this.shown += 1;
    }
    return { level, move: better };
  }

  /** What is to be found: the half-move of the game, or what would have been better than a blunder. */
  get better(): HalfMove | undefined {
    const { expected } = this;
    return expected === undefined || this.kind === "all" ? expected : this.variations(expected)[0];
  }

  /** Plays on by a half-move that nobody is asked for. */
  reply(): HalfMove | undefined {
    if (this.isOver || this.expected !== undefined) {
      return undefined;
    }
    do {
      this.shown += 1;
      // Between two blunders nobody has to wait.
    } while (this.kind === "blunders" && !this.isOver && this.expected === undefined);
    return this.last;
  }

  get counts(): Counts {
    const asked = this.asked.filter(({ ply }) => ply < this.shown);
    const count = (is: (one: Asked) => boolean): number => asked.filter(is).length;
    return {
      clean: count(({ hints, guesses }) => hints === 0 && guesses.length === 1),
      later: count(({ hints, guesses }) => hints === 0 && guesses.length > 1),
      hinted: count(({ hints }) => hints > 0 && hints < 3),
      shown: count(({ hints }) => hints >= 3),
      asked: asked.length,
    };
  }

  /** What was not found at once: hints were taken, or something else was guessed first. */
  get missed(): { move: HalfMove; asked: Asked }[] {
    const isMissed = ({ hints, guesses }: Asked): boolean =>
      hints > 0 || guesses.some(({ verdict }) => verdict !== "right");
    const missed = this.asked.filter((one) => one.ply < this.shown && isMissed(one));
    return missed.flatMap((asked) => {
      const move = this.at(asked.ply);
      return move === undefined ? [] : [{ move, asked }];
    });
  }

  /** The game as far as it is shown: one line without what is said behind it, so that nothing ahead is given away. */
  get message(): GameMessage {
    const { message } = this.whole;
    const isGuessed = (ply: number): boolean => this.asked.some((one) => one.ply === ply);
    const moves = this.line.slice(0, this.shown).flatMap((_, ply): HalfMove[] => {
      const move = this.at(ply);
      if (move === undefined) {
        return [];
      }
      const told = { ...move, id: ply, parent: ply - 1, depth: 0 };
      // What is said of the other side's move may say what answers it.
      const isBare = ply === this.shown - 1 && !isGuessed(ply);
      return [isBare ? { ...told, nags: [], comments: [], shapes: [], findings: [], eval: null } : told];
    });
    const { opening } = message;
    const isNamed = opening?.move !== undefined && this.line.slice(0, this.shown).includes(opening.move);
    return {
      ...message,
      ...{ games: null, result: null, ending: null, findings: [], moves },
      opening: isNamed ? opening : null,
    };
  }

  /** The game anew, after a change of the text: whether the training can go on. */
  renew(game: Game): boolean {
    const path = this.line.slice(0, this.shown).flatMap((id) => this.whole.move(id) ?? []);
    const place = game.find(path);
    if (game.path(place).length !== this.shown) {
      return false;
    }
    this.whole = game;
    this.line = lineThrough(game, place);
    return true;
  }
}
