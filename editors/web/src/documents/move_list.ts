// The games that half-moves make: their numbers, variations and results, and what is left out between them.

import type { HalfMove } from "./half_move";
import type { Word } from "./words";

const WIDTH = 80;
/** So much that stands for half-moves becomes a comment, in characters. */
const LONGEST_GAP = 200;

export class MoveList {
  readonly games: string[][] = [];
  /** Words that stood together, with the line of the first. */
  readonly leftOut: Word[] = [];
  halfMoves = 0;
  /** Numbers were joined, or signs replaced. */
  isChanged = false;
  private moves: string[] = [];
  /** The half-moves of the game so far, and those before its first. */
  private ply = 0;
  private first = 0;
  private last = "";
  private depth = 0;
  private words: Word[] = [];
  /** Left out since the last half-move. */
  private gap: string[] = [];

  /** Whether a number stands where a game, or a variation, has it. */
  isDue(number: number, isBlack: boolean): boolean {
    return this.depth > 0 || this.ply === 0 || this.ahead(number, isBlack) === 0 || (number === 1 && !isBlack && this.ply > 1);
  }

  /** So many half-moves are missing before a number. */
  ahead(number: number, isBlack: boolean): number {
    return 2 * (number - 1) + Number(isBlack) - this.ply;
  }

  /** Whether a half-move is the last one once more, as books write it behind a remark. */
  isAgain(number: number, isBlack: boolean, move: string): boolean {
    return this.depth === 0 && this.ply > 0 && this.ahead(number, isBlack) === -1 && move.replace(/[!?]+$/, "") === this.last;
  }

  number(number: number, isBlack: boolean): void {
    this.flush();
    if (this.depth === 0 && this.ply === 0) {
      this.ply = 2 * (number - 1) + Number(isBlack);
      this.first = this.ply;
    }
    if (this.depth === 0 && number === 1 && !isBlack && this.ply > 1) {
      this.end("*");
    }
    if (this.depth > 0 || !isBlack || this.moves.length === 0) {
      this.moves.push(isBlack ? `${number}...` : `${number}.`);
    }
  }

  /** A number behind half-moves that nobody can read: what stands for them is a comment. */
  leap(number: number, isBlack: boolean): void {
    this.flush();
    const unread = this.gap.join(" ").replace(/[{}]/g, "");
    if (unread !== "" && unread.length <= LONGEST_GAP) {
      this.moves.push(`{${unread}}`);
    }
    this.ply += this.ahead(number, isBlack);
    this.moves.push(isBlack ? `${number}...` : `${number}.`);
  }

  move({ move, glyphs }: Pick<HalfMove, "move" | "glyphs">): void {
    this.flush();
    this.gap = [];
    if (this.depth === 0) {
      if (this.ply % 2 === 0 && !/^\d+\.$/.test(this.moves.at(-1) ?? "")) {
        this.moves.push(`${this.ply / 2 + 1}.`);
      }
      this.ply += 1;
      this.last = move.replace(/[!?]+$/, "");
    }
    this.halfMoves += 1;
    this.moves.push(move, ...glyphs);
  }

  other(text: string): void {
    this.flush();
    this.depth = Math.max(0, this.depth + (text === "(" ? 1 : text === ")" ? -1 : 0));
    if (text === ")" && this.moves.at(-1) === "(") {
      this.moves.pop();
    } else {
      this.moves.push(text);
    }
  }

  end(result: string): void {
    this.flush();
    if (this.ply > this.first) {
      this.games.push([...this.moves, ...")".repeat(this.depth), result]);
    }
    this.moves = [];
    this.ply = this.first = 0;
    this.last = "";
    this.depth = 0;
    this.gap = [];
  }

  leave(word: Word): void {
    if (this.words.length > 0 && this.words[0]?.line !== word.line) {
      this.flush();
    }
    this.words.push(word);
    this.gap.push(word.text);
  }

  get played(): number {
    return this.ply;
  }

  get hasMoves(): boolean {
    return this.ply > this.first;
  }

  get isWithin(): boolean {
    return this.depth > 0;
  }

  get isBlacksTurn(): boolean {
    return this.ply % 2 === 1;
  }

  flush(): void {
    if (this.words.length > 0) {
      this.leftOut.push({ text: this.words.map(({ text }) => text).join(" "), line: this.words[0]?.line ?? 0 });
      this.words = [];
    }
  }
}

/** A game in lines. */
export function wrapped(words: readonly string[]): string {
  const lines = [""];
  const text = words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 1 > WIDTH) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    }
  }
  return `${lines.join("\n")}\n`;
}
