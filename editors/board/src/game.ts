// A game as a tree of half-moves, through which one steps.

import type { GameMessage, HalfMove } from "./messages";

/** The place before the first half-move. */
export const BEGINNING = -1;

export class Game {
  /** What is played next, by the place before it plus one; -1 where nothing is. */
  private readonly following: Int32Array;
  /** All that can be played next, where that is more than one half-move: the continuation first. */
  private readonly choices = new Map<number, number[]>();

  constructor(readonly message: GameMessage) {
    const { moves } = message;
    this.following = new Int32Array(moves.length + 1).fill(-1);
    for (const { id, parent } of moves) {
      const first = this.following[parent + 1] ?? -1;
      if (first < 0) {
        this.following[parent + 1] = id;
        continue;
      }
      const choices = this.choices.get(parent) ?? [first];
      choices.push(id);
      this.choices.set(parent, choices);
    }
    // In a broken game a variation may stand before what it replaces.
    for (const [parent, choices] of this.choices) {
      const shallow = Math.min(...choices.map((id) => moves[id]?.depth ?? 0));
      const main = choices.findIndex((id) => moves[id]?.depth === shallow);
      choices.unshift(...choices.splice(main, 1));
      this.following[parent + 1] = choices[0] ?? -1;
    }
  }

  get length(): number {
    return this.message.moves.length;
  }

  move(id: number): HalfMove | undefined {
    return this.message.moves[id];
  }

  has(id: number): boolean {
    return id === BEGINNING || this.message.moves[id] !== undefined;
  }

  /** The half-move that follows in the line. */
  next(id: number): number | undefined {
    const next = this.following[id + 1] ?? -1;
    return next < 0 ? undefined : next;
  }

  previous(id: number): number | undefined {
    return this.move(id)?.parent;
  }

  /** What can be played after a place, the continuation first. */
  after(id: number): readonly number[] {
    const next = this.next(id);
    return this.choices.get(id) ?? (next === undefined ? [] : [next]);
  }

  /** Other half-moves than this one at its place, if it is the continuation: the variations on it. */
  variations(id: number): readonly number[] {
    const parent = this.previous(id);
    const choices = parent === undefined ? undefined : this.choices.get(parent);
    return choices?.[0] === id ? choices.slice(1) : [];
  }

  /** The next or the previous of all that is played at the same place, around. */
  beside(id: number, way: 1 | -1): number | undefined {
    const parent = this.previous(id);
    const choices = parent === undefined ? undefined : this.choices.get(parent);
    if (choices === undefined) {
      return undefined;
    }
    return choices[(choices.indexOf(id) + way + choices.length) % choices.length];
  }

  /** The end of the line that goes on after a place. */
  last(id: number): number {
    let at = id;
    for (let next = this.next(at); next !== undefined; next = this.next(at)) {
      at = next;
    }
    return at;
  }

  /** The last place before the line of `id` leaves the one that it is a variation of. */
  branch(id: number): number {
    const depth = this.move(id)?.depth ?? 0;
    let at = id;
    while (at !== BEGINNING && (this.move(at)?.depth ?? 0) >= depth && depth > 0) {
      at = this.previous(at) ?? BEGINNING;
    }
    return depth === 0 ? BEGINNING : at;
  }

  /** The half-moves that lead to a place, the first first. */
  path(id: number): HalfMove[] {
    const path: HalfMove[] = [];
    for (let move = this.move(id); move !== undefined; move = this.move(move.parent)) {
      path.push(move);
    }
    return path.reverse();
  }

  /** The board at a place, or the last one before it that is known, and whether it is the place's own. */
  board(id: number): { fen: string | null; known: boolean } {
    let at = id;
    for (let move = this.move(at); move !== undefined; move = this.move(at)) {
      if (move.fen !== null) {
        return { fen: move.fen, known: at === id };
      }
      at = move.parent;
    }
    return { fen: this.message.start, known: at === id && this.message.start !== null };
  }

  /** Where a place of another state of this game is now: as far along its line as the half-moves are the same. */
  find(path: readonly HalfMove[]): number {
    let at = BEGINNING;
    for (const { san } of path) {
      const same = this.after(at).find((id) => this.move(id)?.san === san);
      if (same === undefined) {
        break;
      }
      at = same;
    }
    return at;
  }

  /** The end that the board has come to at a place, in words. */
  ending(id: number): string | null {
    const { ending, moves } = this.message;
    return id === BEGINNING ? (moves.length === 0 ? ending : null) : (this.move(id)?.ending ?? null);
  }

  /** Nobody plays on from a place: the board has ended the game, or the result stands there. */
  isOver(id: number): boolean {
    const { result } = this.message;
    const isLast = (this.move(id)?.depth ?? 0) === 0 && this.next(id) === undefined;
    return this.ending(id) !== null || (isLast && result !== null && result !== "*");
  }

  tag(name: string): string | undefined {
    return this.message.tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase())?.value;
  }
}
