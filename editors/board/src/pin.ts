// Whether the board stays on its game, whatever the cursor does and wherever the game stands.

import type { LiveRegion } from "./live_region";
import type { Loader } from "./loader";
import type { Port } from "./port";

export class Pin {
  isOn = false;
  private isGone = false;

  constructor(
    private readonly port: Port,
    private readonly loader: Loader,
    /** The number of the game that is shown. */
    private readonly game: () => number | undefined,
    private readonly isFree: () => boolean,
    private readonly shown: (on: boolean) => void,
  ) {
    port.on("pinned", ({ pinned }) => this.set(pinned));
  }

  set(on: boolean): void {
    // A game that is kept for guessing stays chosen.
    if (this.isOn !== on && this.isFree()) {
      this.loader.chosen = on ? this.game() : undefined;
      if (!on) {
        // The game may be gone that was kept.
        void this.loader.load(undefined);
      }
    }
    this.isOn = on;
    this.shown(on);
  }

  turn(): void {
    this.set(!this.isOn);
    // A host that knows of no pins need not.
    void this.port.request("pin", { pinned: this.isOn }).catch(() => undefined);
  }

  /** The game is there no more. */
  gone(live: LiveRegion): void {
    this.isGone = true;
    live.stand("The game is not in the text any more.");
  }

  /** The game is there, or is there again. */
  loaded(live: LiveRegion): void {
    if (this.isGone) {
      this.isGone = false;
      live.stand("");
    }
    if (this.isOn && this.isFree()) {
      this.loader.chosen ??= this.game();
    }
  }
}
