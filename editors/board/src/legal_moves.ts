// What can be played where the board is: asked once a place, and not of those that are only passed.

import type { Legal } from "./messages";
import type { Port } from "./port";

/** The board rests so long, in milliseconds, before it asks. */
const REST = 40;

export class LegalMoves {
  private asked = new Map<number, Promise<Legal | null>>();
  private known: { after: number; legal: Legal } | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly port: Port,
    /** The place that is asked about: a game, and a half-move of it. None where nothing can be played. */
    private readonly place: () => { game: number; after: number } | undefined,
    private readonly changed: () => void,
  ) {}

  /** The game is another one. */
  forget(): void {
    this.asked.clear();
    this.known = undefined;
  }

  /** What is known of a place. */
  at(after: number): Legal | undefined {
    return this.known?.after === after ? this.known.legal : undefined;
  }

  /** Asks once the board rests, where that is not known. */
  later(after: number): void {
    clearTimeout(this.resting);
    if (this.known?.after !== after) {
      this.resting = setTimeout(() => void this.ask(), REST);
    }
  }

  /** None where nothing can be played, or the board has gone on meanwhile. */
  async ask(): Promise<Legal | undefined> {
    const place = this.place();
    if (place === undefined) {
      return undefined;
    }
    const { after } = place;
    const known = this.at(after);
    if (known !== undefined) {
      return known;
    }
    const { asked } = this;
    const answer = asked.get(after) ?? this.port.request("legal", place);
    asked.set(after, answer);
    const legal = await answer.catch(() => null);
    const isStill = asked.get(after) === answer && this.place()?.after === after;
    if (legal === null || !isStill) {
      return undefined;
    }
    this.known = { after, legal };
    this.changed();
    return legal;
  }
}
