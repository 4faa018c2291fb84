// Which words of a text are played: a half-move has its place behind a number or another half-move, and in sentences
// half-moves are only spoken of.

import { isGlyph, isLikeHalfMove, plain, written } from "./half_move";
import { MoveList } from "./move_list";
import { DOTS, DOTTED, NO_MOVE, NUMBER, Passage } from "./passage";
import { wordsOf, type Word } from "./words";

export const RESULT = /^(?:1-0|0-1|1\/2-1\/2|\*)$/;
/** What announces moves that are not played: words, and the signs of ideas and better moves. */
const ANNOUNCED = /\p{L}{2}[^.:;!?)]*$|^[∆Δ△∇⌓]$/u;
const IDEA = /^[∆Δ△∇⌓]$/;

/** So many words behind a half-move its number is looked for. */
const FARTHEST = 200;

/** Puts the words of a text into a list of moves, or leaves them out. */
export class Reader extends Passage {
  /** The places of the last word in the list, and of the last one that only speaks of moves. */
  private placed = -1;
  private spoken = -1;
  /** Where the half-move that is missing first has its number, and after how many half-moves it was looked for. */
  private due = { played: -1, at: -1 };

  private constructor(
    words: readonly Word[],
    private readonly list: MoveList,
  ) {
    super(words);
  }

  /** The games in the lines of a text. */
  static read(lines: readonly string[]): MoveList {
    const list = new MoveList();
    const { words, isChanged } = wordsOf(lines, (word) => list.leftOut.push(word));
    list.isChanged = isChanged;
    return new Reader(words, list).read();
  }

  private read(): MoveList {
    for (let at = 0; at < this.words.length; at++) {
      const text = plain(this.text(at));
      if (this.text(at).startsWith("{")) {
        this.list.other(this.text(at));
        this.placed = this.placed === at - 1 ? at : this.placed;
      } else if (NUMBER.test(text)) {
        at = this.number(at);
      } else if (RESULT.test(text) && this.list.hasMoves && !(this.isMentioned(at) && this.isWord(at + 1, at))) {
        this.list.isChanged ||= text !== this.text(at);
        this.list.end(text);
      } else if (/^[()]$/.test(text)) {
        this.list.other(text);
      } else if (isGlyph(text) && this.list.hasMoves && (text !== "N" || (this.placed === at - 1 && this.isBeside(at - 1, at)))) {
        this.list.other(written(text));
        this.placed = this.placed === at - 1 ? at : this.placed;
      } else if (DOTS.test(text)) {
        this.list.isChanged = true;
      } else {
        this.word(at);
      }
    }
    this.list.end("*");
    return this.list;
  }

  /** Reads a number, and gives the place of the last word that was read with it. */
  private number(at: number): number {
    const { digits, isBlack, next, follows } = this.numberAt(at);
    const isMentioned = this.isMentioned(at) && !this.list.isWithin && !this.isUnread(at - 1, digits, isBlack);
    const move = this.half(next)?.move ?? "";
    if (follows && !isMentioned && this.list.isAgain(digits, isBlack, move)) {
      this.list.isChanged = true;
      this.placed = next;
      return next;
    }
    const isDue = this.list.isDue(digits, isBlack);
    if (follows && !isMentioned && (isDue || this.isLeap(at))) {
      this.list.isChanged ||= !/[.…]$/.test(this.text(at));
      if (isDue) {
        this.list.number(digits, isBlack);
      } else {
        this.list.isChanged = true;
        this.list.leap(digits, isBlack);
      }
      this.placed = next - 1;
      return next - 1;
    }
    this.list.leave(this.words[at] as Word);
    this.spoken = at;
    // The moves of a line that is only spoken of are left out with it.
    let last = at;
    while (follows && !this.list.isWithin && this.isOfMention(last + 1, at)) {
      last += 1;
      this.list.leave(this.words[last] as Word);
      this.spoken = last;
    }
    return last;
  }

  private word(at: number): void {
    const text = this.text(at);
    const half = this.half(at);
    const isSpoken = this.placed !== at - 1 && (this.isMentioned(at) || (this.spoken === at - 1 && this.isBeside(at - 1, at)));
    if (this.isNoMove(at)) {
      this.list.move({ move: "--", glyphs: [] });
    } else if (half !== undefined && !isSpoken && !this.isAmidWords(at) && !this.isPassedOver(at)) {
      this.list.move(half);
      this.list.isChanged ||= text !== [half.move, ...half.glyphs].join(" ");
      half.leftOut.forEach((part) => this.list.leftOut.push({ text: part, line: this.line(at) ?? 0 }));
    } else if (half === undefined && this.isInPlace(at)) {
      // What cannot be read stays, because the game would be another one without it.
      this.list.move({ move: text, glyphs: [] });
    } else {
      this.list.leave(this.words[at] as Word);
      const isOneOnly = IDEA.test(this.text(at - 1));
      this.spoken = (half !== undefined && !isOneOnly) || (this.spoken === at - 1 && this.isBeside(at - 1, at)) ? at : this.spoken;
      return;
    }
    this.placed = at;
  }

  /** Whether a game goes on with a number that is too high, because nothing in the text has the one that is due. */
  private isLeap(at: number): boolean {
    const { digits, isBlack } = this.numberAt(at);
    if (this.list.isWithin || this.list.ahead(digits, isBlack) <= 0 || this.isOfSentence(at)) {
      return false;
    }
    const { played } = this.list;
    if (this.due.played !== played || this.due.at < at) {
      this.due = { played, at: this.dueBehind(at) };
    }
    return this.due.at === Infinity;
  }

  private dueBehind(start: number): number {
    for (let at = this.numberBehind(start, Infinity, false); at < Infinity; at = this.numberBehind(at + 1, Infinity, false)) {
      const { digits, isBlack } = this.numberAt(at);
      if (this.list.ahead(digits, isBlack) === 0) {
        return at;
      } else if (digits === 1 && !isBlack) {
        break;
      }
    }
    return Infinity;
  }

  /** The next number of a half-move that is played, and in no variation; in sentences numbers are rarely of such. */
  private numberBehind(start: number, end: number, isOfAny: boolean): number {
    let depth = 0;
    for (let at = start; at < Math.min(end, this.words.length); at++) {
      const text = this.text(at);
      depth = Math.max(0, depth + (text === "(" ? 1 : text === ")" ? -1 : 0));
      if (depth === 0 && NUMBER.test(plain(text)) && this.numberAt(at).follows && !this.isMentioned(at) && (isOfAny || !this.isOfSentence(at))) {
        return at;
      }
    }
    return Infinity;
  }

  /** Whether a half-move is none of the game: the number behind it goes on without it, or its dots are not White's. */
  private isPassedOver(at: number): boolean {
    if (this.list.isWithin || !this.list.hasMoves) {
      return false;
    } else if (DOTTED.test(this.text(at)) && !this.list.isBlacksTurn) {
      return true;
    } else if (this.placed === at - 1) {
      return false;
    }
    const behind = this.numberBehind(at + 1, at + FARTHEST, this.half(at)?.isPaused === true);
    const { digits, isBlack } = this.numberAt(behind);
    return behind < Infinity && this.list.ahead(digits, isBlack) === 0;
  }

  /** Whether the word before makes a half-move or a number one that is spoken of, not played. */
  private isMentioned(at: number): boolean {
    const before = this.text(at - 1);
    return this.isBeside(at - 1, at) && this.placed !== at - 1 && ANNOUNCED.test(before) && !before.startsWith("{") && this.half(at - 1) === undefined;
  }

  /** Whether a half-move without a number stands in a sentence: "Inaccuracy. d5 was best." */
  private isAmidWords(at: number): boolean {
    const begins = !this.isBeside(at - 1, at);
    const isPaused = this.half(at)?.isPaused === true && this.placed !== at - 1;
    return (this.placed !== at - 1 && this.isWord(at - 1, at)) || ((begins || isPaused) && this.isWord(at + 1, at) && !this.isNeeded(at));
  }

  /** Whether the game goes on as if a half-move was played that a line begins with, before words. */
  private isNeeded(at: number): boolean {
    if (this.placed !== at - 1 || this.list.isWithin) {
      return false;
    }
    const behind = this.numberBehind(at + 1, at + FARTHEST, false);
    if (behind === Infinity) {
      return /^\p{Lu}/u.test(this.text(at + 1));
    }
    const { digits, isBlack } = this.numberAt(behind);
    const isOther = (place: number): boolean => !this.isBeside(place - 1, place) && this.half(place) !== undefined;
    return this.list.ahead(digits, isBlack) === 1 && !this.words.slice(at + 1, behind).some((_, place) => isOther(at + 1 + place));
  }

  /** Whether a word without a readable half-move is where one must be. */
  private isInPlace(at: number): boolean {
    const isAlone = !this.isBeside(at + 1, at) || NUMBER.test(plain(this.text(at + 1)));
    return this.placed === at - 1 && isLikeHalfMove(this.text(at)) && !this.isWord(at + 1, at) && (this.isBeside(at - 1, at) || isAlone);
  }

  /** Whether a word that is none stands alone for the one half-move that is missing before a number. */
  private isUnread(at: number, number: number, isBlack: boolean): boolean {
    return this.placed === at - 1 && this.list.ahead(number, isBlack) === 1 && !/^\p{L}\p{Ll}*[.,;:]?$/u.test(this.text(at));
  }

  /** Whether two hyphens stand for a half-move: behind its number, or before the next one. */
  private isNoMove(at: number): boolean {
    if (!NO_MOVE.test(this.text(at)) || this.placed !== at - 1) {
      return false;
    }
    return NUMBER.test(plain(this.text(at - 1))) || (this.list.isBlacksTurn && NUMBER.test(plain(this.text(at + 1))));
  }
}
