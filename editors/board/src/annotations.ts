// What is written about a half-move: glyphs to choose, and its comment.

import { button, element } from "./element";
import { BEGINNING, type Game } from "./game";
import { glyphNode } from "./icon";

/** Where there is room, glyphs and comment are in sight without being asked for. */
const ROOMY = "(min-width: 46rem) and (min-height: 32rem)";

/** A glyph, its NAG and what it means. Of one group a half-move has one. */
interface Glyph {
  code: number;
  glyph: string;
  meaning: string;
  group: "move" | "board" | "more";
}

export const GLYPHS: readonly Glyph[] = [
  { code: 3, glyph: "!!", meaning: "Brilliant move", group: "move" },
  { code: 1, glyph: "!", meaning: "Good move", group: "move" },
  { code: 5, glyph: "!?", meaning: "Interesting move", group: "move" },
  { code: 6, glyph: "?!", meaning: "Dubious move", group: "move" },
  { code: 2, glyph: "?", meaning: "Mistake", group: "move" },
  { code: 4, glyph: "??", meaning: "Blunder", group: "move" },
  { code: 18, glyph: "+−", meaning: "White is winning", group: "board" },
  { code: 16, glyph: "±", meaning: "White is better", group: "board" },
  { code: 14, glyph: "⩲", meaning: "White is slightly better", group: "board" },
  { code: 10, glyph: "=", meaning: "Equal", group: "board" },
  { code: 13, glyph: "∞", meaning: "Unclear", group: "board" },
  { code: 15, glyph: "⩱", meaning: "Black is slightly better", group: "board" },
  { code: 17, glyph: "∓", meaning: "Black is better", group: "board" },
  { code: 19, glyph: "−+", meaning: "Black is winning", group: "board" },
  { code: 7, glyph: "□", meaning: "Only move", group: "more" },
  { code: 22, glyph: "⨀", meaning: "Zugzwang", group: "more" },
  { code: 146, glyph: "N", meaning: "Novelty", group: "more" },
  { code: 32, glyph: "⟳", meaning: "Development", group: "more" },
  { code: 36, glyph: "↑", meaning: "Initiative", group: "more" },
  { code: 40, glyph: "→", meaning: "Attack", group: "more" },
  { code: 132, glyph: "⇆", meaning: "Counterplay", group: "more" },
  { code: 138, glyph: "⊕", meaning: "Time trouble", group: "more" },
  { code: 44, glyph: "=∞", meaning: "With compensation", group: "more" },
  { code: 140, glyph: "∆", meaning: "With the idea", group: "more" },
];

/** The NAGs of a half-move after a glyph has been chosen: taken away where it was there, else alone of its group. */
export function toggled(codes: readonly number[], chosen: number): number[] {
  if (codes.includes(chosen)) {
    return codes.filter((code) => code !== chosen);
  }
  const group = GLYPHS.find(({ code }) => code === chosen)?.group;
  const others = GLYPHS.filter((one) => group !== "more" && one.group === group).map(({ code }) => code);
  return [...codes.filter((code) => !others.includes(code)), chosen];
}

export interface AnnotationEvents {
  glyphs(codes: number[]): void;
  comment(text: string): void;
}

export class Annotations {
  readonly element: HTMLDetailsElement;
  private readonly buttons = new Map<number, HTMLButtonElement>();
  private readonly field = element("textarea", {
    class: "comment-field",
    rows: "2",
    "aria-label": "Comment on this move",
    placeholder: "Comment",
  });
  private codes: number[] = [];
  private written = "";
  private place: string | undefined;

  constructor(private readonly events: AnnotationEvents) {
    const palette = element("div", { class: "palette", role: "toolbar", "aria-label": "Glyphs" });
    for (const { code, glyph, meaning } of GLYPHS) {
      const one = button(
        `${meaning} (${glyph})`,
        glyphNode(glyph),
        () => this.events.glyphs(toggled(this.codes, code)),
        { "aria-pressed": "false", tabindex: "-1" },
      );
      this.buttons.set(code, one);
      palette.append(one);
    }
    this.roam(palette);
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey || !event.shiftKey)) {
        event.preventDefault();
        this.commit();
      } else if (event.key === "Escape") {
        this.field.value = this.written;
        this.field.blur();
      }
      event.stopPropagation();
    });
    this.field.addEventListener("blur", () => this.commit());
    const inner = element("div", { class: "annotations-inner" }, palette, this.field);
    this.element = element("details", { class: "annotations" }, element("summary", {}, "Glyphs and comment"), inner);
    this.element.open = matchMedia(ROOMY).matches;
  }

  show(game: Game, at: number): void {
    const move = game.move(at);
    const comments = at === BEGINNING ? game.message.comments : (move?.comments ?? []);
    this.codes = move?.nags.map(({ code }) => code) ?? [];
    for (const [code, one] of this.buttons) {
      one.setAttribute("aria-pressed", String(this.codes.includes(code)));
      one.disabled = move === undefined;
    }
    const text = comments.join(" ");
    const place = `${game.message.game}:${at}`;
    // What is being written is not taken away by an answer that comes meanwhile.
    if (place !== this.place || document.activeElement !== this.field) {
      this.field.value = text;
    }
    this.place = place;
    this.written = text;
  }

  focusGlyphs(): void {
    this.element.open = true;
    [...this.buttons.values()].find((one) => !one.disabled)?.focus();
  }

  focusComment(): void {
    this.element.open = true;
    this.field.focus();
  }

  /** Writes down what is in the field, before the board goes elsewhere. */
  commit(): void {
    // A line break that is typed is written.
    const text = this.field.value.trim().replace(/[^\S\n]+/g, " ");
    if (text !== this.written.trim()) {
      this.written = text;
      this.events.comment(text);
    }
  }

  /** One stop of the tab key, and arrow keys within. */
  private roam(palette: HTMLElement): void {
    const buttons = [...this.buttons.values()];
    buttons[0]?.setAttribute("tabindex", "0");
    palette.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
      const to = step === undefined ? undefined : buttons[(at + step + buttons.length) % buttons.length];
      if (to !== undefined) {
        buttons.forEach((one) => (one.tabIndex = one === to ? 0 : -1));
        to.focus();
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }
}
