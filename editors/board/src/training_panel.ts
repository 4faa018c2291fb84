// What is seen of guessing beside the board: what was right, the counts, hints, and at the end what was missed.

import { button, element, say } from "./element";
import type { HalfMove } from "./messages";
import { nagText } from "./speech";
import type { Counts, Training, Verdict } from "./training";

export interface TrainingEvents {
  hint(): void;
  end(): void;
  again(): void;
  close(): void;
  /** A half-move of the whole game is to be seen. */
  chosen(move: number): void;
}

const SIGNS: Record<Verdict, string> = { right: "✓", near: "≈", wrong: "✗" };
const SIDES = { white: "White", black: "Black" } as const;

export class TrainingPanel {
  readonly element = element("section", { class: "training", "aria-label": "Guess the move" });
  private readonly progress = element("span", { class: "training-progress" });
  private readonly said = element("p", { class: "training-said" });
  private readonly turn = element("p", { class: "training-turn" });
  private readonly counts = element("p", { class: "training-counts" });
  private readonly summary = element("div", { class: "training-summary" });
  private readonly hint: HTMLButtonElement;
  private readonly playing: HTMLElement;
  private readonly over: HTMLElement;
  private readonly againButton: HTMLButtonElement;

  constructor(private readonly events: TrainingEvents) {
    this.hint = button("Hint", undefined, () => events.hint(), { "aria-keyshortcuts": "i" });
    this.againButton = button("Again…", undefined, () => events.again());
    const buttons = (...all: HTMLElement[]): HTMLElement => element("div", { class: "training-buttons" }, ...all);
    const end = button("End", undefined, () => events.end(), { "aria-label": "End the training" });
    this.playing = buttons(this.hint, end);
    this.over = buttons(this.againButton, button("Close", undefined, () => events.close()));
    const top = element("div", { class: "training-top" }, element("h2", {}, "Guess the move"), this.progress);
    this.element.append(top, this.said, this.turn, this.counts, this.playing, this.over, this.summary);
    this.element.hidden = true;
  }

  /** A training begins. */
  begin(training: Training): void {
    this.element.hidden = false;
    this.playing.hidden = false;
    this.over.hidden = true;
    this.summary.replaceChildren();
    this.say("", undefined);
    this.show(training);
  }

  /** How far it is. */
  show(training: Training): void {
    const { counts, expected, total, last } = training;
    say(this.progress, `${counts.asked} of ${total}`);
    say(this.counts, countsText(counts));
    const played = last === undefined ? "" : `${numbered(last)} was played. `;
    say(this.turn, expected === undefined ? "" : `${played}${question(training.kind, SIDES[expected.color])}`);
    this.hint.disabled = expected === undefined;
  }

  /** What is said of the last guess, or a hint. */
  say(text: string, verdict: Verdict | undefined): void {
    this.said.className = `training-said${verdict === undefined ? "" : ` is-${verdict}`}`;
    const sign = element("span", { class: "training-sign", "aria-hidden": "true" });
    sign.textContent = verdict === undefined ? "" : SIGNS[verdict];
    this.said.replaceChildren(sign, text);
  }

  /** What has been missed, each to be gone to. */
  end(training: Training): void {
    const { counts, missed, total } = training;
    this.playing.hidden = true;
    this.over.hidden = false;
    this.turn.textContent = "";
    say(this.progress, `${counts.asked} of ${total}`);
    say(this.counts, countsText(counts));
    this.say(`You found ${counts.clean} of ${counts.asked} at the first guess.`, undefined);
    const rows = missed.map(({ move, asked }) => {
      const others = asked.guesses.filter(({ verdict }) => verdict !== "right").map(({ text }) => text);
      const guessed = [...(others.length === 0 ? [] : [`guessed ${others.join(", ")}`]), ...hintsText(asked.hints)];
      const go = button(annotated(move), undefined, () => this.events.chosen(move.id), { class: "training-missed" });
      return element("li", {}, go, ` ${guessed.join(", ")}`);
    });
    this.summary.replaceChildren(
      ...(rows.length === 0 ? [] : [element("h3", {}, "Not found at once"), element("ul", {}, ...rows)]),
    );
  }

  focus(): void {
    (this.over.hidden ? this.hint : this.againButton).focus();
  }

  close(): void {
    this.element.hidden = true;
  }
}

function question(kind: Training["kind"], side: string): string {
  return kind === "all" ? `What does ${side} play?` : `What was better for ${side} than what was played?`;
}

function hintsText(hints: number): string[] {
  return hints === 0 ? [] : [hints >= 3 ? "shown" : hints === 1 ? "one hint" : "two hints"];
}

function countsText({ clean, later, hinted, shown }: Counts): string {
  return `At once ${clean} · Later ${later} · With hints ${hinted} · Shown ${shown}`;
}

/** A half-move with its number. */
export function numbered({ number, color, san }: HalfMove): string {
  return `${number}${color === "white" ? "." : "…"} ${san}`;
}

/** A half-move with its number and its glyphs. */
export function annotated(move: HalfMove): string {
  return numbered(move) + move.nags.map(nagText).join("");
}
