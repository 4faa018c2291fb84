// The game asked for, again and again: one question at a time, and the last answer counts.

import { wholeGame, type Ask } from "./answer";
import type { GameMessage } from "./messages";
import { Refusal, type Port } from "./port";

/** How long is waited, in milliseconds, before it is asked again where the text has changed while the host was at it. */
const PAUSES = [50, 100, 200, 400, 800, 1_600, 3_200];

export class Loader {
  /** The game that was chosen on the board; without one the host's cursor says which. */
  chosen: number | undefined;
  /** The last game that came whole: of the next one the host tells what is another. */
  private known: GameMessage | undefined;
  private isSame = false;
  private asked: { again: boolean; wanted: number | undefined } | undefined;
  private answered: Promise<void> = Promise.resolve();

  constructor(
    private readonly port: Port,
    /** `isSame`: it is the one that was there, wherever it stands by now. */
    private readonly done: (game: GameMessage | null, wanted: number | undefined, isSame: boolean) => void,
    private readonly failed: (error: unknown) => void,
    /** The first part of a long game is there. */
    private readonly begun: (game: GameMessage) => void,
  ) {}

  get isLoading(): boolean {
    return this.asked !== undefined;
  }

  /** Asks for the game; `wanted` is the place in it to go to. Several that come together are one. */
  load(wanted: number | undefined): Promise<void> {
    if (this.asked !== undefined) {
      this.asked.again = true;
      this.asked.wanted = wanted ?? this.asked.wanted;
      return this.answered;
    }
    this.asked = { again: false, wanted };
    this.answered = this.ask(this.asked);
    return this.answered;
  }

  private async ask(asked: { again: boolean; wanted: number | undefined }): Promise<void> {
    try {
      let game: GameMessage | null;
      do {
        asked.again = false;
        game = await this.game();
      } while (asked.again);
      this.asked = undefined;
      this.done(game, asked.wanted, this.isSame);
    } catch (error) {
      // What is shown stays until the host answers again.
      this.asked = undefined;
      this.failed(error);
    }
  }

  private async game(): Promise<GameMessage | null> {
    for (let attempt = 0; ; attempt++) {
      const { chosen, known } = this;
      try {
        const found = await wholeGame(asking(this.port, chosen, known), this.begun, known);
        this.isSame = chosen !== undefined && chosen === known?.game;
        this.known = found ?? known;
        // Above it games may have come or gone: it has another number then.
        if (chosen !== undefined && this.chosen === chosen && typeof found?.game === "number") {
          this.chosen = found.game;
        }
        return found;
      } catch (error) {
        const pause = PAUSES[attempt];
        if (pause === undefined || !(error instanceof Refusal && error.isOutdated)) {
          throw error;
        }
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  }
}

/** How the parts of a game are asked for; a game of the number that the known one has is that one, wherever it stands. */
function asking(port: Port, chosen: number | undefined, known: GameMessage | undefined): Ask {
  const which = chosen === undefined ? {} : { game: chosen };
  const { state, game } = known ?? {};
  const has = typeof state === "string" && typeof game === "number" ? { known: { state, game } } : {};
  return (from, number) => port.request("game", from === 0 ? { ...which, ...has } : { ...which, game: number ?? chosen, from });
}
