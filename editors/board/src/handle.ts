// The handle between the board and its game: who drags it has the board larger or smaller, and the list the rest.

import { element, set } from "./element";

/** How far a key moves it, in hundredths of the window. */
const STEP = 3;
/** Where the browser keeps what was chosen. */
const KEPT = "vgn.board.size";

/** The share of the board, in hundredths of the window's width where the list is beside it, else of its height. */
type Shares = Partial<Record<"wide" | "high", number>>;

export class Handle {
  readonly element = element("div", { class: "handle", role: "separator", tabindex: "0", "aria-label": "Size of the board" });
  private shares: Shares = read();

  /** `page` has the board beside the list or above it, as the window is; `board` is what changes its size. */
  constructor(
    private readonly page: HTMLElement,
    private readonly board: HTMLElement,
  ) {
    const { element } = this;
    let behind = 0;
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      behind = this.place(event) - this.share;
    });
    element.addEventListener("pointermove", (event) => {
      if (element.hasPointerCapture(event.pointerId)) {
        this.set(this.place(event) - behind);
      }
    });
    element.addEventListener("dblclick", () => this.set(undefined));
    element.addEventListener("keydown", (event) => {
      const steps: Record<string, number> = { ArrowLeft: -STEP, ArrowUp: -STEP, ArrowRight: STEP, ArrowDown: STEP };
      const step = steps[event.key];
      if (step !== undefined) {
        this.set(this.share + step);
        event.preventDefault();
        event.stopPropagation();
      }
    });
    addEventListener("resize", () => this.tell());
    this.show();
  }

  /** Whether the list stands beside the board. */
  private get isBeside(): boolean {
    const { width, height } = this.element.getBoundingClientRect();
    return height > width;
  }

  private place({ clientX, clientY }: PointerEvent): number {
    return this.isBeside ? (100 * clientX) / innerWidth : (100 * clientY) / innerHeight;
  }

  private get share(): number {
    const { width, height } = this.board.getBoundingClientRect();
    return this.isBeside ? (100 * width) / innerWidth : (100 * height) / innerHeight;
  }

  private set(share: number | undefined): void {
    const kind = this.isBeside ? "wide" : "high";
    const { [kind]: _, ...others } = this.shares;
    this.shares = share === undefined ? others : { ...others, [kind]: Math.min(100, Math.max(0, share)) };
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.shares));
    } catch {
      // It lasts as long as the page.
    }
    this.show();
  }

  private show(): void {
    const { wide, high } = this.shares;
    this.page.style.setProperty("--wide", wide === undefined ? "" : `${wide}vw`);
    this.page.style.setProperty("--high", high === undefined ? "" : `${high}vh`);
    this.tell();
  }

  private tell(): void {
    requestAnimationFrame(() => {
      set(this.element, "aria-orientation", this.isBeside ? "vertical" : "horizontal");
      set(this.element, "aria-valuenow", this.share.toFixed(0));
    });
  }
}

function read(): Shares {
  try {
    const { wide, high } = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Record<string, unknown>;
    return { ...(typeof wide === "number" ? { wide } : {}), ...(typeof high === "number" ? { high } : {}) };
  } catch {
    return {};
  }
}
