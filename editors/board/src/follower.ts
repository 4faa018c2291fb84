// The board and the text in step: where the board is, told to the editor, and where the editor's cursor is, followed.

import type { Settings } from "./messages";

/**
 * Tells the editor where the board is: at most once a frame, the last place only, and one at a time.
 *
 * The host answers once the cursor is there, and tells no cursor afterwards that is older than that. So a cursor that
 * comes while the board is telling is older than what is told, and any other is where the editor's cursor is.
 */
export class Follower {
  private wanted: number | undefined;
  private isTelling = false;
  private isAsked = false;
  private isToShow = false;
  follow: Settings["follow"] = "both";

  constructor(
    /** Puts the editor's cursor there; `show` opens the text. */
    private readonly reveal: (move: number, show: boolean) => Promise<void>,
    private readonly frame: (act: () => void) => void,
  ) {}

  /** The board has gone to a place by itself. */
  gone(move: number): void {
    if (this.follow === "both" || this.follow === "board") {
      this.tell(move);
    }
  }

  /** Tells a place, whatever follows what. */
  tell(move: number, show = false): void {
    this.wanted = move;
    this.isToShow = show;
    this.ask();
  }

  /** Whether the board has to go where the editor's cursor is. */
  get follows(): boolean {
    return (this.follow === "both" || this.follow === "text") && this.wanted === undefined && !this.isTelling;
  }

  private ask(): void {
    if (this.isAsked || this.isTelling) {
      return;
    }
    this.isAsked = true;
    this.frame(() => {
      this.isAsked = false;
      void this.send();
    });
  }

  private async send(): Promise<void> {
    const move = this.wanted;
    if (move === undefined) {
      return;
    }
    this.wanted = undefined;
    this.isTelling = true;
    try {
      await this.reveal(move, this.isToShow);
    } catch {
      // The place may be gone: the next state of the game brings the right one.
    }
    this.isTelling = false;
    if (this.wanted !== undefined) {
      this.ask();
    }
  }
}
