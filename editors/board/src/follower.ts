// The board and the text in step: where the board is, told to the editor, and where the editor's cursor is, followed.

import type { Cursor, Settings } from "./messages";

/** How long an echo of what was told may take, in milliseconds. */
const ECHO = 1_000;

/** Tells the editor where the board is: at most once a frame, the last place only, and one at a time. */
export class Follower {
  private wanted: number | undefined;
  private isTelling = false;
  private isAsked = false;
  private isToShow = false;
  /** Places told lately, each of which the editor's cursor may still come to. */
  private told: { move: number; until: number }[] = [];
  follow: Settings["follow"] = "both";

  constructor(
    /** Puts the editor's cursor there; `show` opens the text. The answer is whether the editor will be quiet about it. */
    private readonly reveal: (move: number, show: boolean) => Promise<boolean>,
    private readonly frame: (act: () => void) => void,
    private readonly now: () => number,
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

  /** The board is somewhere else for another reason: what was to be told counts no more. */
  forget(): void {
    this.wanted = undefined;
    this.told = [];
  }

  /** Whether the board has to go where the editor's cursor is. */
  follows(cursor: Cursor): boolean {
    if (this.follow === "board" || this.follow === "off") {
      return false;
    }
    const now = this.now();
    this.told = this.told.filter(({ until }) => until > now);
    const echo = this.told.findIndex(({ move }) => move === (cursor.move ?? -1));
    if (echo >= 0) {
      // Those told before it have been overtaken.
      this.told.splice(0, echo + 1);
      return false;
    }
    // The board is on its way still: what the cursor shows is older than that.
    return this.wanted === undefined && !this.isTelling;
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
    const entry = { move, until: this.now() + ECHO };
    this.told.push(entry);
    let isQuiet = false;
    try {
      isQuiet = await this.reveal(move, this.isToShow);
    } catch {
      // The place may be gone: the next state of the game brings the right one.
      isQuiet = true;
    }
    this.isTelling = false;
    if (isQuiet) {
      this.told = this.told.filter((one) => one !== entry);
    }
    if (this.wanted !== undefined) {
      this.ask();
    }
  }
}
