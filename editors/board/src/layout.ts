// The page: what stands where.

import { button, element } from "./element";
import { Handle } from "./handle";
import { icon } from "./icon";

export interface Parts {
  above: HTMLElement;
  below: HTMLElement;
  evaluation: HTMLElement;
  frame: HTMLElement;
  caption: HTMLElement;
  notice: HTMLElement;
  standing: HTMLElement;
  heading: HTMLElement;
  training: HTMLElement;
  tree: HTMLElement;
  engine: HTMLElement;
  moves: HTMLElement;
  curve: HTMLElement;
  annotations: HTMLElement;
  typed: HTMLElement;
  rest: HTMLElement[];
}

export interface Controls {
  first(): void;
  previous(): void;
  next(): void;
  last(): void;
  flip(): void;
  show(): void;
  copyPng(): void;
  copySvg(): void;
  print: (() => void) | undefined;
  /** Begins a game in the text, where the host can. */
  newGame: (() => void) | undefined;
  settings(): void;
  help(): void;
  train(): void;
}

/** Where the window is so high that below the board, beside the list, there is room for glyphs and comment. */
export const TALL = "(min-width: 33rem) and (min-height: 44rem) and (max-aspect-ratio: 10/11)";

export function layOut(page: HTMLElement, parts: Parts, controls: Controls): void {
  const steps = element(
    "div",
    { class: "steps", role: "toolbar", "aria-label": "Through the game" },
    button("Beginning", icon("first"), controls.first, { "aria-keyshortcuts": "Home" }),
    button("Back", icon("back"), controls.previous, { "aria-keyshortcuts": "ArrowLeft" }),
    button("Forward", icon("forward"), controls.next, { "aria-keyshortcuts": "ArrowRight" }),
    button("End of the line", icon("last"), controls.last, { "aria-keyshortcuts": "End" }),
  );
  const tools = element(
    "div",
    { class: "tools", role: "toolbar", "aria-label": "Board" },
    button("Turn the board", icon("flip"), controls.flip, { "aria-keyshortcuts": "r" }),
    button("Show this place in the text", icon("show"), controls.show, { "aria-keyshortcuts": "t", class: "of-text" }),
    button("Guess the move", icon("train"), controls.train, { "aria-keyshortcuts": "m" }),
    button("Copy the board as a picture", icon("picture"), controls.copyPng, { class: "is-rare" }),
    button("Copy the board as SVG", icon("markup"), controls.copySvg, { class: "is-rare" }),
    ...(controls.print === undefined
      ? []
      : [button("Print the board", icon("print"), controls.print, { class: "is-rare" })]),
    button("Settings", icon("settings"), controls.settings, { "aria-keyshortcuts": "s" }),
    button("Keys", "?", controls.help, { "aria-keyshortcuts": "?" }),
  );
  const board = element("div", { class: "board-row" }, parts.evaluation, parts.frame, parts.notice);
  const bar = element("div", { class: "bar" }, steps, parts.typed, tools);
  const left = element(
    "section",
    { class: "board-part", "aria-label": "Board" },
    parts.above,
    board,
    parts.below,
    bar,
    parts.caption,
  );
  const right = element(
    "section",
    { class: "game-part", "aria-label": "Game" },
    parts.standing,
    parts.heading,
    parts.training,
    parts.engine,
    parts.tree,
    parts.moves,
    parts.curve,
  );
  const { element: handle } = new Handle(page, board);
  const tall = matchMedia(TALL);
  const place = (): void => (tall.matches ? left : right).append(parts.annotations);
  tall.addEventListener("change", place);
  place();
  page.replaceChildren(element("main", { class: "app" }, left, handle, right), ...parts.rest);
}

/** The field in which moves are typed. */
export class MoveField {
  readonly element = element("input", {
    class: "typed",
    type: "text",
    "aria-label": "Type a move",
    placeholder: "Type a move",
    autocomplete: "off",
    spellcheck: "false",
    size: "9",
  });
  /** What had the keys when a move began to be typed, and gets them back behind it. */
  private before: HTMLElement | undefined;

  constructor(entered: (text: string) => void) {
    this.element.addEventListener("blur", () => (this.before = undefined));
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && this.element.value.trim() !== "") {
        entered(this.element.value.trim());
        this.element.value = "";
        if (this.before !== undefined) {
          this.leave();
        }
      } else if (event.key === "Escape") {
        this.element.value = "";
        this.leave();
      } else {
        return;
      }
      event.preventDefault();
    });
  }

  begin(letter: string): void {
    const before = document.activeElement;
    this.element.focus();
    this.before = before instanceof HTMLElement ? before : undefined;
    this.element.value = letter;
  }

  private leave(): void {
    const { before } = this;
    this.element.blur();
    before?.focus({ preventScroll: true });
  }
}
