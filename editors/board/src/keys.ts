// Keys and the wheel.

export interface KeyEvents {
  next(): void;
  previous(): void;
  first(): void;
  last(): void;
  beside(way: 1 | -1): void;
  out(): void;
  flip(): void;
  glyphs(): void;
  comment(): void;
  squares(): void;
  show(): void;
  settings(): void;
  help(): void;
  undo(): void;
  train(): void;
  tree(): void;
  hint(): void;
  engine(): void;
  /** What the other side threatens is wanted. */
  threat(): void;
  /** The engine's best move is to be played. */
  reply(): void;
  /** A line of the engine is to be written; the first is 0. */
  line(at: number): void;
  /** The engine's evaluation is to be read out. */
  readOut(): void;
  /** What can be done with a half-move is wanted. */
  menu(): void;
  /** A move begins to be typed. */
  typed(letter: string): void;
  /** What is open above the board, or begun on it, is left. */
  leave(): void;
}

/** What a move can begin with. */
const BEGINS_MOVE = /^[a-hNBRQKOP]$/;
/** How far the wheel turns for a half-move, in pixels. */
const NOTCH = 50;

/** Listens to the keys of the whole page, but where text is written. */
export function listenToKeys(page: HTMLElement, events: KeyEvents): void {
  const acts: Record<string, () => void> = {
    ArrowRight: events.next,
    ArrowLeft: events.previous,
    ArrowDown: () => events.beside(1),
    ArrowUp: () => events.beside(-1),
    Home: events.first,
    End: events.last,
    PageUp: events.out,
    r: events.flip,
    n: events.glyphs,
    ";": events.comment,
    q: events.squares,
    t: events.show,
    s: events.settings,
    m: events.train,
    x: events.tree,
    i: events.hint,
    l: events.engine,
    w: events.threat,
    y: events.reply,
    v: events.readOut,
    ...Object.fromEntries([1, 2, 3, 4, 5].map((line) => [String(line), () => events.line(line - 1)])),
    "?": events.help,
    ContextMenu: events.menu,
    Escape: events.leave,
  };
  page.ownerDocument.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    if (event.defaultPrevented || target.closest("input, textarea, select, dialog") !== null) {
      return;
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "z") {
      events.undo();
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const key = event.key === "F10" && event.shiftKey ? "ContextMenu" : event.key;
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
    if (act !== undefined) {
      act();
      event.preventDefault();
    } else if (BEGINS_MOVE.test(event.key)) {
      events.typed(event.key);
      event.preventDefault();
    }
  });
}

/** What takes the focus itself when it is pressed. */
const TAKES_FOCUS = "button, input, select, textarea, summary, dialog, [tabindex]";

/**
 * Every press takes the keyboard, or what is typed next goes where it was before: into the text beside the board.
 * Chessground keeps the browser from doing so on squares and pockets. `otherwise` gets it where nothing that
 * is pressed does.
 */
export function takeFocus(page: HTMLElement, otherwise: HTMLElement): void {
  page.ownerDocument.addEventListener(
    "pointerdown",
    ({ target }) => {
      const pressed = (target as Element).closest<HTMLElement>(TAKES_FOCUS) ?? otherwise;
      if (pressed.tagName !== "DIALOG") {
        window.focus();
        pressed.focus({ preventScroll: true });
      }
    },
    { capture: true },
  );
}

/** Steps by the wheel above the board. */
export function listenToWheel(board: HTMLElement, events: Pick<KeyEvents, "next" | "previous">): void {
  let turned = 0;
  board.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey) {
        return;
      }
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : NOTCH;
      turned = Math.sign(turned) === -Math.sign(event.deltaY) ? event.deltaY * unit : turned + event.deltaY * unit;
      if (Math.abs(turned) >= NOTCH) {
        (turned > 0 ? events.next : events.previous)();
        turned = 0;
      }
    },
    { passive: false },
  );
}
