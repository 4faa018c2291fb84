// The game asked for, again and again: one question at a time, and the last answer counts.

import { wholeGame } from "./answer";
import type { GameMessage } from "./messages";
import type { Port } from "./port";

export class Loader {
  /** The game that was chosen on the board; without one the host's cursor says which. */
  chosen: number | undefined;
  private asked: { again: boolean; wanted: number | undefined } | undefined;
  private answered: Promise<void> = Promise.resolve();

  constructor(
    private readonly port: Port,
    private readonly done: (game: GameMessage | null, wanted: number | undefined) => void,
    private readonly failed: (error: unknown) => void,
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
        const which = this.chosen === undefined ? {} : { game: this.chosen };
        game = await wholeGame((from) => this.port.request("game", from === 0 ? which : { ...which, from }));
      } while (asked.again);
      this.asked = undefined;
      this.done(game, asked.wanted);
    } catch (error) {
      // What is shown stays until the host answers again.
      this.asked = undefined;
      this.failed(error);
    }
  }
}
