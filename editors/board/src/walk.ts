// Where the board is in the game, and the steps from there.

import { BEGINNING, Game } from "./game";
import type { GameMessage, HalfMove } from "./messages";

export class Walk {
  game: Game | undefined;
  at = BEGINNING;
  /** The line that was walked last, so that going back and forth stays in a variation. */
  private line: HalfMove[] = [];

  /** The game anew: the board stays where it was, if that is still there. */
  load(message: GameMessage | null, wanted: number | undefined): void {
    const before = this.game;
    if (message === null) {
      this.game = undefined;
      this.at = BEGINNING;
      return;
    }
    const game = new Game(message);
    const isSame = before !== undefined && before.message.game === message.game;
    const path = isSame ? before.path(this.at) : [];
    this.game = game;
    this.at = wanted !== undefined && game.has(wanted) ? wanted : game.find(path);
    this.line = [];
  }

  go(id: number): boolean {
    if (this.game?.has(id) !== true || id === this.at) {
      return false;
    }
    if (id !== BEGINNING && !this.line.some((move) => move.id === id)) {
      this.line = this.game.path(id);
    }
    this.at = id;
    return true;
  }

  get next(): number | undefined {
    const walked = this.line.find(({ parent }) => parent === this.at)?.id;
    return walked ?? this.game?.next(this.at);
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
