// The words of a text as numbers, half-moves and sentences, whether or not these are of a game.

import { halfMove, isGlyph, isLikeHalfMove, plain, type HalfMove } from "./half_move";
import type { Word } from "./words";

export const NUMBER = /^(\d{1,3})(\.*|…)$/;
export const DOTS = /^(?:\.+|…)$/;
export const DOTTED = /^(?:\.{2}|…)./u;
export const NO_MOVE = /^(?:--|––)$/;
/** In some books it stands for White's half-move, as dots do. */
const DASH = /^[-–—−]$/;
/** A run of so many words without one of prose is no part of a sentence. */
const LONGEST_RUN = 60;

export class Passage {
  private readonly halves = new Map<string, HalfMove | undefined>();

  constructor(protected readonly words: readonly Word[]) {}

  /** The number at a place, and the place of the half-move behind it. */
  protected numberAt(at: number): { digits: number; isBlack: boolean; next: number; follows: boolean } {
    const [, digits = "0", dots = ""] = NUMBER.exec(plain(this.text(at))) ?? [];
    const sign = plain(this.text(at + 1));
    const next = DOTS.test(sign) || DASH.test(sign) ? at + 2 : at + 1;
    const isBlack = dots.length > 1 || dots === "…" || /^(?:\.\.|…)/.test(sign) || DASH.test(sign);
    const text = this.text(next);
    const follows = this.half(next) !== undefined || NO_MOVE.test(text) || (dots !== "" && isLikeHalfMove(text));
    return { digits: Number(digits), isBlack, next, follows };
  }

  /** Whether words are behind the half-moves of a line. */
  protected isOfSentence(at: number): boolean {
    let last = at + 1;
    while (last < at + LONGEST_RUN && this.isOfMention(last, at) && !DOTTED.test(this.text(last))) {
      last += 1;
    }
    return this.isWord(last, at);
  }

  protected isOfMention(at: number, start: number): boolean {
    const text = plain(this.text(at));
    return this.isBeside(at, start) && (this.half(at) !== undefined || isGlyph(text) || (NUMBER.test(text) && text.includes(".")));
  }

  /** Whether a word of prose is at a place, on the line of another. */
  protected isWord(at: number, beside: number): boolean {
    return this.isBeside(at, beside) && /^\p{L}{2}/u.test(this.text(at)) && this.half(at) === undefined && !isLikeHalfMove(this.text(at));
  }

  protected isBeside(at: number, other: number): boolean {
    return this.line(at) !== undefined && this.line(at) === this.line(other);
  }

  protected line(at: number): number | undefined {
    return this.words[at]?.line;
  }

  protected half(at: number): HalfMove | undefined {
    const text = this.text(at);
    if (!this.halves.has(text)) {
      this.halves.set(text, halfMove(text));
    }
    return this.halves.get(text);
  }

  protected text(at: number): string {
    return this.words[at]?.text ?? "";
  }
}
