// The tree of the position: what was played where the board is, asked once the board rests.

import type { Port } from "./port";
import type { TreePanel } from "./tree_panel";

/** The board rests so long, in milliseconds, before it asks. */
const REST = 90;
/** While files are still read, it asks again after this time, in milliseconds. */
const AGAIN = 700;

export class Tree {
  /** It is seen. */
  isOn = false;
  /** What was asked last; null before that. */
  private asked: string | null | undefined = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly port: Port,
    private readonly panel: TreePanel,
    /** It was opened, or closed. */
    private readonly turned: (on: boolean) => void,
  ) {}

  turn(): void {
    this.isOn = !this.isOn;
    this.asked = null;
    clearTimeout(this.timer);
    if (this.isOn) {
      this.panel.open();
    } else {
      this.panel.close();
    }
    this.turned(this.isOn);
  }

  /** The text is another one: what was told of it may be too. */
  forget(): void {
    this.asked = null;
  }

  /** The board shows this position; none where it is not known, or not one of chess. */
  at(fen: string | undefined): void {
    if (!this.isOn || fen === this.asked) {
      return;
    }
    clearTimeout(this.timer);
    this.asked = fen;
    if (fen === undefined) {
      this.panel.say("Only known positions of chess have a tree.");
    } else {
      this.panel.wait();
      this.timer = setTimeout(() => void this.ask(fen), REST);
    }
  }

  private async ask(fen: string): Promise<void> {
    const isStill = (): boolean => this.isOn && this.asked === fen;
    try {
      const found = await this.port.request("explore", { fen });
      if (!isStill()) {
        return;
      }
      if (found === null) {
        this.panel.say("Only known positions of chess have a tree.");
        return;
      }
      this.panel.show(found);
      if (!found.complete) {
        this.timer = setTimeout(() => void this.ask(fen), AGAIN);
      }
    } catch (error) {
      if (isStill()) {
        this.panel.say(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
