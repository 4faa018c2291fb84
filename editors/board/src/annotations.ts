// What is written about a half-move: glyphs to choose, and its comment.

import { button, element } from "./element";
import { BEGINNING, type Game } from "./game";
import { glyphNode } from "./icon";
import { TALL } from "./layout";

/** Where there is room, glyphs and comment are in sight without being asked for. */
const ROOMY = `(min-width: 46rem) and (min-height: 32rem), ${TALL}`;

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
  /** A comment begins to be written, and is written or left. */
  begun(): void;
  left(): void;
  /** Keys are the moves' again. */
  done(): void;
  /** What was being written has no half-move any more. */
  lost(text: string): void;
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
  private place: { game: Game; at: number } | undefined;
  /** What the text does not have yet. */
  private sent: string | undefined;

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
        this.events.done();
      } else if (event.key === "Escape") {
        this.field.value = this.written;
        this.events.done();
      }
      event.stopPropagation();
    });
    this.field.addEventListener("input", () => this.isDrafting && this.events.begun());
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
    const isSame = this.isPlace(game, at);
    const { isDrafting } = this;
    this.place = { game, at };
    this.sent = text === this.sent ? undefined : this.sent;
    // What is being written is not taken away by an answer that comes meanwhile.
    if (!isSame || !(isDrafting || (this.sent !== undefined && this.isFocused))) {
      if (isDrafting) {
        this.events.lost(this.typed);
      }
      this.sent = undefined;
      this.field.value = text;
    }
    this.written = text;
  }

  /** What is in the field stands neither in the text nor has it been given away. */
  get isDrafting(): boolean {
    return this.isFocused && this.typed !== this.written.trim();
  }

  private get isFocused(): boolean {
    return document.activeElement === this.field;
  }

  /** A line break that is typed is written. */
  private get typed(): string {
    return this.field.value.trim().replace(/[^\S\n]+/g, " ");
  }

  /** Whether this is the half-move that is shown, wherever it stands by now. */
  private isPlace(game: Game, at: number): boolean {
    if (this.place === undefined || this.place.game === game) {
      return this.place?.at === at;
    }
    const { game: before, at: was } = this.place;
    const line = (of: Game, id: number): string => of.path(id).map(({ san }) => san).join(" ");
    const tags = ({ message }: Game): string => JSON.stringify(message.tags);
    const isGame = before.message.game === game.message.game || tags(before) === tags(game);
    return isGame && line(before, was) === line(game, at);
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
    const { typed } = this;
    if (typed !== this.written.trim()) {
      this.written = this.sent = typed;
      this.events.comment(typed);
    }
    this.events.left();
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
