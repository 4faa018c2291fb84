// The move list. Its rows are drawn in blocks when they come near to what is seen, and are gone when they are far from
// it: a game of any length is quick.

import { element, set } from "./element";
import { BEGINNING, type Game } from "./game";
import { glyphNode } from "./icon";
import type { Finding, HalfMove } from "./messages";
import { isTold, rowsOf, type Row } from "./rows";
import { moveInWords, nagText } from "./speech";

/** Rows of a block, and how high one row is expected to be, in pixels. */
const BLOCK = 40;
const ROW_HEIGHT = 28;
/** How far outside of what is seen blocks are drawn, in pixels. */
const MARGIN = 800;

export class MoveList {
  readonly element: HTMLElement;
  private game: Game | undefined;
  private rows: Row[] = [];
  private rowOf: Int32Array = new Int32Array();
  private blocks: HTMLElement[] = [];
  private readonly buttons = new Map<number, HTMLButtonElement>();
  private at = BEGINNING;
  private readonly watch: IntersectionObserver;

  constructor(chosen: (move: number) => void, asked: (move: number | undefined, left: number, top: number) => void) {
    this.element = element("div", { class: "move-list", role: "region", "aria-label": "Moves", tabindex: "0" });
    this.element.addEventListener("click", ({ target }) => {
      const move = (target as Element).closest<HTMLElement>("[data-move]")?.dataset["move"];
      if (move !== undefined) {
        chosen(Number(move));
      }
    });
    this.element.addEventListener("contextmenu", (event) => {
      const move = (event.target as Element).closest<HTMLElement>("[data-move]")?.dataset["move"];
      // The key asks with the list itself as well, and means where the board is.
      if (move !== undefined || event.button !== 2) {
        event.preventDefault();
        asked(move === undefined ? undefined : Number(move), event.clientX, event.clientY);
      }
    });
    this.watch = new IntersectionObserver(
      (entries) =>
        entries.forEach(({ target, isIntersecting }) => {
          if (isIntersecting) {
            this.fill(target as HTMLElement);
          } else {
            this.clear(target as HTMLElement);
          }
        }),
      { root: this.element, rootMargin: `${MARGIN}px` },
    );
    // On paper all of it is in sight.
    addEventListener("beforeprint", () => this.blocks.forEach((block) => this.fill(block)));
    addEventListener("afterprint", () => {
      this.watch.disconnect();
      this.blocks.forEach((block) => this.watch.observe(block));
    });
  }

  show(game: Game): void {
    this.game = game;
    ({ rows: this.rows, rowOf: this.rowOf } = rowsOf(game));
    this.watch.disconnect();
    this.buttons.clear();
    const scrolled = this.element.scrollTop;
    this.blocks = [];
    for (let first = 0; first < this.rows.length; first += BLOCK) {
      const block = element("div", { class: "move-block", "data-first": String(first) });
      block.style.minHeight = `${Math.min(BLOCK, this.rows.length - first) * ROW_HEIGHT}px`;
      this.blocks.push(block);
    }
    this.element.replaceChildren(...this.blocks);
    this.blocks.forEach((block) => this.watch.observe(block));
    this.element.scrollTop = scrolled;
    this.at = BEGINNING;
  }

  /** Marks the half-move at which the board is, and brings it into sight. */
  mark(move: number): void {
    const before = this.buttons.get(this.at);
    if (before !== undefined) {
      set(before, "aria-current", undefined);
      before.tabIndex = -1;
    }
    this.at = move;
    if (move === BEGINNING) {
      this.element.scrollTop = 0;
      return;
    }
    const block = this.blocks[Math.floor((this.rowOf[move] ?? -1) / BLOCK)];
    if (block !== undefined) {
      this.fill(block);
    }
    const now = this.buttons.get(move);
    if (now !== undefined) {
      set(now, "aria-current", "true");
      now.tabIndex = 0;
      this.reveal(now);
    }
  }

  /** Where the half-move stands at which the board is. */
  get place(): DOMRect {
    return (this.buttons.get(this.at) ?? this.element).getBoundingClientRect();
  }

  /** The list alone is scrolled, not the page; to the middle, so that what follows is seen. */
  private reveal(at: HTMLElement): void {
    const list = this.element.getBoundingClientRect();
    const place = at.getBoundingClientRect();
    const edge = Math.min(48, list.height / 4);
    if (place.top < list.top + edge || place.bottom > list.bottom - edge) {
      this.element.scrollTop += (place.top + place.bottom) / 2 - (list.top + list.bottom) / 2;
    }
  }

  /** What is far away is drawn again when it comes near; not where the keyboard is, or the board. */
  private clear(block: HTMLElement): void {
    const current = this.buttons.get(this.at);
    const isUsed = block.contains(document.activeElement) || (current !== undefined && block.contains(current));
    if (!block.hasChildNodes() || isUsed) {
      return;
    }
    block.style.minHeight = `${block.offsetHeight}px`;
    for (const made of block.querySelectorAll<HTMLElement>("button[data-move]")) {
      this.buttons.delete(Number(made.dataset["move"]));
    }
    block.replaceChildren();
  }

  private fill(block: HTMLElement): void {
    if (block.hasChildNodes() || this.game === undefined) {
      return;
    }
    const first = Number(block.dataset["first"]);
    block.append(...this.rows.slice(first, first + BLOCK).map((row) => this.row(row)));
    block.style.minHeight = "";
    const current = this.buttons.get(this.at);
    if (current !== undefined) {
      set(current, "aria-current", "true");
    }
  }

  private row(row: Row): HTMLElement {
    switch (row.kind) {
      case "pair": {
        const number = element("span", { class: "move-number" }, `${row.number}.`);
        const made = element("div", { class: "move-pair" }, number);
        made.append(row.white === undefined ? element("span", { class: "move-gap" }, "…") : this.move(row.white));
        if (row.black !== undefined) {
          made.append(this.move(row.black));
        }
        return made;
      }
      case "comment":
        return element("div", { class: "move-comment" }, row.text);
      case "line":
        return this.line(row);
      case "finding":
        return findingRow(row.finding, row.move, row.depth);
      case "result":
        return element("div", { class: "move-result" }, row.text);
    }
  }

  private line({ depth, parts, opens, closes }: Extract<Row, { kind: "line" }>): HTMLElement {
    const made = element("div", { class: "move-line" });
    made.style.setProperty("--depth", String(Math.min(depth, 8)));
    made.append(opens ? "(" : "");
    let isFirst = true;
    for (const part of parts) {
      if (typeof part === "string") {
        made.append(element("span", { class: "inline-comment" }, part), " ");
        isFirst = true;
        continue;
      }
      const move = this.game?.move(part);
      const number = move === undefined ? "" : numberOf(move, isFirst);
      made.append(element("span", { class: "line-move" }, number, this.move(part)), " ");
      isFirst = false;
    }
    if (closes) {
      made.lastChild?.remove();
      (made.lastElementChild ?? made).append(")");
    }
    return made;
  }

  private move(id: number): HTMLButtonElement {
    const move = this.game?.move(id);
    const made = element("button", { type: "button", class: "move", "data-move": String(id), tabindex: "-1" });
    if (move === undefined) {
      return made;
    }
    made.append(move.san);
    for (const { code, glyph } of move.nags) {
      made.append(element("span", { class: `nag nag-${code}` }, glyphNode(nagText({ code, glyph }))));
    }
    const worst = worstOf(move.findings);
    if (worst !== undefined) {
      made.classList.add(`has-${worst.severity}`);
      made.title = worst.message;
    }
    if (move.illegal !== null) {
      made.classList.add("is-illegal");
      made.title ||= `Illegal: ${move.illegal}`;
    }
    made.setAttribute("aria-description", moveInWords(move));
    this.buttons.set(id, made);
    return made;
  }
}

function numberOf({ number, color }: HalfMove, isFirst: boolean): string {
  return color === "white" ? `${number}. ` : isFirst ? `${number}… ` : "";
}

function worstOf(findings: readonly Finding[]): Finding | undefined {
  return findings.find(({ severity }) => severity === "error") ?? findings.find(isTold) ?? findings[0];
}

function findingRow(finding: Finding, move: number, depth: number): HTMLElement {
  const sign = finding.severity === "error" ? "×" : "!";
  const made = element(
    "div",
    { class: `move-finding is-${finding.severity}`, "data-move": String(move) },
    element("span", { class: "finding-sign", "aria-hidden": "true" }, sign),
    element("span", {}, finding.message),
  );
  made.style.setProperty("--depth", String(Math.min(depth, 8)));
  return made;
}
