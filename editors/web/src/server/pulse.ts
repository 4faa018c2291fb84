// Whether the worker still answers: one that was ended from outside, or runs in an endless loop, says nothing of it.

/** How often it is asked, in milliseconds. */
const BEAT = 1_000;
/**
 * So many beats in a row without a word from it, and it is gone. The server answers between any two slices of its work;
 * the longest, in which it takes in or hands on a file of a hundred megabytes, is a few seconds.
 */
const MOST_SILENT = 60;

/** Beats only count while people see the page: where its own timers rest, so may the worker. */
export class Pulse {
  /** When it was heard last, in milliseconds of the page; undefined until it has begun. */
  private heardAt: number | undefined;
  private silent = 0;
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
    if (this.silent >= MOST_SILENT) {
      this.end();
      this.gone(this.heardAt);
      return;
    }
    this.silent += 1;
    this.ask();
  }
}
