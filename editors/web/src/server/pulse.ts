// Whether the worker still answers: one that was ended from outside, or runs in an endless loop, says nothing of it.

/** How often it is asked, in milliseconds. */
const BEAT = 1_000;
/**
 * So many beats in a row without a word from it, and it is gone: some, and more for each million characters that it was
 * told. It answers between two pieces of its work, and what concerns a whole file is one piece: to format 50 MB takes it
 * 52 s, to decode as much from binary games 24 s, where nothing is optimised and two other programs run beside it.
 */
const MOST_SILENT = 30;
const MORE_SILENT = 5;
/** Longer waits nobody. */
const PATIENCE = 600;

/** Beats only count while people see the page: where its own timers rest, so may the worker. */
export class Pulse {
  /** When it was heard last, in milliseconds of the page; undefined until it has begun. */
  private heardAt: number | undefined;
  private silent = 0;
  private characters = 0;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly ask: () => void,
    /** Is told when it was heard last. */
    private readonly gone: (heardAt: number) => void,
  ) {
    this.timer = setInterval(() => this.beat(), BEAT);
    ask();
  }

  /** The worker has said something. */
  heard(): void {
    this.heardAt = performance.now();
    this.silent = 0;
  }

  /** So many characters are told to the worker. */
  told(characters: number): void {
    this.characters += characters;
  }

  end(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    // Its script may be on its way through a slow network for any time.
    if (this.heardAt === undefined) {
      return;
    }
    if (document.visibilityState === "hidden") {
      this.silent = 0;
      return;
    }
    if (this.silent >= Math.min(MOST_SILENT + (MORE_SILENT * this.characters) / 1e6, PATIENCE)) {
      this.end();
      this.gone(this.heardAt);
      return;
    }
    this.silent += 1;
    this.ask();
  }
}
