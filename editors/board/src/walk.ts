// Where the board is in the game, and the steps from there.

import { BEGINNING, Game } from "./game";
import type { GameMessage, HalfMove } from "./messages";

export class Walk {
  game: Game | undefined;
  at = BEGINNING;
  /** What was played last where there is a choice, so that going back and forth stays in a variation. */
  private readonly chosen = new Map<number, number>();

  /** The game anew, the same one where that is known: the board stays where it was, if that is still there. */
  load(message: GameMessage | null, wanted: number | undefined, isKnown = false): void {
    const before = this.game;
    if (message === null) {
      this.game = undefined;
      this.at = BEGINNING;
      return;
    }
    const game = new Game(message);
    const isSame = before !== undefined && (isKnown || before.message.game === message.game);
    const path = isSame ? before.path(this.at) : [];
    // Where no half-move came or went, the place is the same, also beside another one of the same letters.
    const isHere = isSame && game.length === before.length && sameLine(path, game.path(this.at));
    const found = isHere ? this.at : game.find(path);
    this.game = game;
    this.at = wanted !== undefined && game.has(wanted) ? wanted : found;
    this.chosen.clear();
    this.choose(this.at);
  }

  /** Where a place of a game is now, if it is there: the text may have changed since, by what the board itself has written. */
  now(game: Game, at: number): number | undefined {
    const { game: now } = this;
    if (now === undefined || now === game) {
      return now && at;
    }
    const [{ message: one }, { message: other }] = [game, now];
    if (one.game !== other.game || JSON.stringify(one.tags) !== JSON.stringify(other.tags)) {
      return undefined;
    }
    const path = game.path(at);
    const isHere = now.length === game.length && sameLine(path, now.path(at));
    const found = isHere ? at : now.find(path);
    return sameLine(path, now.path(found)) ? found : undefined;
  }

  go(id: number): boolean {
    if (this.game?.has(id) !== true || id === this.at) {
      return false;
    }
    const before = this.at;
    if (this.game.previous(id) === before) {
      this.note(id);
    } else if (this.game.previous(before) !== id) {
      this.choose(id);
    }
    this.at = id;
    return true;
  }

  /** The line to a place is the one that was walked. */
  private choose(id: number): void {
    for (let at: number | undefined = id; at !== undefined && at !== BEGINNING; at = this.game?.previous(at)) {
      this.note(at);
    }
  }

  private note(id: number): void {
    const parent = this.game?.previous(id);
    if (parent !== undefined && (this.game?.after(parent).length ?? 0) > 1) {
      this.chosen.set(parent, id);
    }
  }

  get next(): number | undefined {
    return this.chosen.get(this.at) ?? this.game?.next(this.at);
  }

  get previous(): number | undefined {
    return this.at === BEGINNING ? undefined : this.game?.previous(this.at);
  }

  get last(): number | undefined {
    return this.game?.last(this.at);
  }

  beside(way: 1 | -1): number | undefined {
    return this.game?.beside(this.at, way);
  }

  get branch(): number | undefined {
    return this.game?.branch(this.at);
  }

  /** What is played here already by these squares, or in these letters. */
  played(squares: string, promotion: string | undefined): number | undefined {
    return this.game?.after(this.at).find((id) => {
      const move = this.game?.move(id);
      const became = /=?([QRBNK])[+#]*$/.exec(move?.san ?? "")?.[1]?.toLowerCase();
      return (
        move?.fen !== null && move?.squares.join("") === squares && (promotion === undefined || became === promotion)
      );
    });
  }

  spelled(san: string): number | undefined {
    const bare = (text: string): string => text.replace(/[+#!?]+$/, "").replaceAll("0", "O");
    return this.game?.after(this.at).find((id) => bare(this.game?.move(id)?.san ?? "") === bare(san));
  }
}

function sameLine(one: readonly HalfMove[], other: readonly HalfMove[]): boolean {
  return one.length === other.length && one.every(({ san }, ply) => other[ply]?.san === san);
}
