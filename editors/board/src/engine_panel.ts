// What is seen of the engine: its name and depth, and its lines, whose half-moves can be written into the text.

import { button, element, say, set } from "./element";
import { evaluationText } from "./evaluation";
import { icon } from "./icon";
import type { EngineInfo, EngineLine } from "./messages";

export interface EnginePanelEvents {
  /** A line is to be written, up to a half-move of it. */
  played(line: number, half: number): void;
  lines(count: number): void;
  threat(): void;
  close(): void;
}

/** Lines at most, and half-moves that are shown of each. */
const MOST = 5;
const LENGTH = 12;

export class EnginePanel {
  readonly element = element("section", { class: "engine", "aria-label": "Engine", tabindex: "-1" });
  /** Half-moves of a line that are shown, and written by one key. */
  readonly length = LENGTH;
  private readonly status = element("p", { class: "engine-status" });
  private readonly said = element("p", { class: "engine-said", role: "status" });
  private readonly list = element("ol", { class: "engine-lines", "aria-label": "Lines of the engine" });
  private readonly count = element("select", { class: "engine-count", "aria-label": "Number of lines" });
  private readonly threat: HTMLButtonElement;
  private readonly rows: Row[] = [];
  /** What waits until nobody points at a line, or is in it. */
  private held: EngineInfo | undefined;

  constructor(private readonly events: EnginePanelEvents) {
    for (let count = 1; count <= MOST; count++) {
      this.count.append(element("option", { value: String(count) }, count === 1 ? "1 line" : `${count} lines`));
    }
    this.count.addEventListener("change", () => events.lines(Number(this.count.value)));
    const pressed = { "aria-pressed": "false", "aria-keyshortcuts": "w" };
    this.threat = button("Threat", undefined, () => events.threat(), { ...pressed, title: "What does the other side threaten?" });
    const close = button("Stop the engine", icon("cancel"), () => events.close(), { "aria-keyshortcuts": "l" });
    const top = element("div", { class: "engine-top" }, element("h2", {}, "Engine"), this.status, this.threat, this.count, close);
    this.element.append(top, this.said, this.list);
    this.element.hidden = true;
    this.list.addEventListener("keydown", (event) => this.step(event));
    for (const left of ["pointerleave", "focusout"] as const) {
      // The focus is elsewhere after the event.
      this.list.addEventListener(left, () => queueMicrotask(() => this.release()));
    }
  }

  turn(on: boolean): void {
    this.element.hidden = !on;
    this.clear();
    say(this.status, "");
  }

  /** So many lines are wanted. */
  chosen(lines: number): void {
    this.count.value = String(Math.min(Math.max(lines, 1), MOST));
  }

  /** Nothing is known yet of the place that is shown. */
  wait(isThreat: boolean): void {
    set(this.threat, "aria-pressed", String(isThreat));
    this.clear();
    // The depth of another place is none of this one.
    say(this.status, "…");
    set(this.element, "aria-busy", "true");
  }

  /** There is nothing to see, for this reason. */
  say(text: string): void {
    this.clear();
    say(this.status, "");
    say(this.said, text);
  }

  show(info: EngineInfo): void {
    set(this.element, "aria-busy", undefined);
    say(this.status, statusText(info));
    say(this.said, info.error ?? "");
    if (this.rows.some(({ element }) => !element.hidden) && this.list.matches(":hover, :focus-within")) {
      this.held = info;
    } else {
      this.fill(info);
    }
  }

  private release(): void {
    if (this.held !== undefined && !this.list.matches(":hover, :focus-within")) {
      this.fill(this.held);
    }
  }

  private fill(info: EngineInfo): void {
    this.held = undefined;
    const { lines } = info;
    while (this.rows.length < Math.min(lines.length, MOST)) {
      const at = this.rows.length;
      const row = new Row((half) => this.events.played(at, half), at);
      this.rows.push(row);
      this.list.append(row.element);
    }
    this.rows.forEach((row, at) => row.show(lines[at], info));
    this.enter();
  }

  private clear(): void {
    this.held = undefined;
    set(this.element, "aria-busy", undefined);
    say(this.said, "");
    if (this.list.contains(document.activeElement)) {
      this.element.focus({ preventScroll: true });
    }
    this.rows.forEach((row) => row.show(undefined, undefined));
  }

  /** One half-move can be reached by Tab. */
  private enter(): void {
    const all = this.buttons.flat();
    const now = all.find((one) => one === document.activeElement) ?? all[0];
    for (const one of all) {
      one.tabIndex = one === now ? 0 : -1;
    }
  }

  private get buttons(): HTMLButtonElement[][] {
    return this.rows.filter(({ element }) => !element.hidden).map(({ shown }) => shown);
  }

  /** Arrow keys go from half-move to half-move, and from line to line. */
  private step(event: KeyboardEvent): void {
    const rows = this.buttons;
    const line = rows.findIndex((row) => row.includes(document.activeElement as HTMLButtonElement));
    const half = rows[line]?.indexOf(document.activeElement as HTMLButtonElement) ?? -1;
    const [down, right] = WAYS[event.key] ?? [0, 0];
    if (line < 0 || (down === 0 && right === 0) || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    const row = rows[Math.min(Math.max(line + down, 0), rows.length - 1)] ?? [];
    row[Math.min(Math.max(half + right, 0), row.length - 1)]?.focus();
    this.enter();
  }
}

const WAYS: Record<string, [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** A line, whose elements stay while what they say changes. */
class Row {
  readonly element = element("li");
  shown: HTMLButtonElement[] = [];
  private readonly score = element("span", { class: "engine-score" });
  private readonly moves = element("span", { class: "engine-moves" });
  private readonly all: HTMLButtonElement[] = [];

  constructor(
    private readonly played: (half: number) => void,
    private readonly at: number,
  ) {
    this.element.append(this.score, this.moves);
    this.element.hidden = true;
  }

  show(line: EngineLine | undefined, info: EngineInfo | undefined): void {
    this.element.hidden = line === undefined || line.san.length === 0;
    if (line === undefined || info === undefined) {
      this.shown = [];
      return;
    }
    const text = evaluationText(line);
    say(this.score, text);
    this.element.classList.toggle("is-black", text.startsWith("-"));
    const words = line.san.slice(0, LENGTH);
    const numbers = info.threat === true ? [] : numbersOf(info.fen, words.length);
    words.forEach((san, half) => {
      const made = this.all[half] ?? this.add(half);
      say(made, `${numbers[half] ?? ""}${san}`);
      made.hidden = false;
    });
    this.all.slice(words.length).forEach((made) => (made.hidden = true));
    this.shown = this.all.slice(0, words.length);
  }

  private add(half: number): HTMLButtonElement {
    const made = element("button", { type: "button", class: "engine-move", tabindex: "-1" });
    made.title = half === 0 && this.at < MOST ? `Write into the text (key ${this.at + 1}: the whole line)` : "Write the line up to here into the text";
    made.addEventListener("click", () => this.played(half));
    this.all.push(made);
    this.moves.append(made, " ");
    return made;
  }
}

/** What stands before the half-moves of a line: `12.`, nothing, `13.`; `12...` where Black begins. */
export function numbersOf(fen: string, count: number): string[] {
  const fields = fen.split(" ");
  const isBlack = fields[1] === "b";
  const first = Number(fields.at(-1)) || 1;
  return Array.from({ length: count }, (_, half) => {
    const ply = half + (isBlack ? 1 : 0);
    const number = first + Math.floor(ply / 2);
    return ply % 2 === 0 ? `${number}.\u00a0` : half === 0 ? `${number}...\u00a0` : "";
  });
}

export function statusText({ engine, depth, nodes, threat }: EngineInfo): string {
  const parts = [
    ...(threat === true ? ["Threat"] : []),
    ...(depth === 0 ? [] : [`depth ${depth}`]),
    ...(engine === undefined ? [] : [engine]),
    ...(nodes < 1000 ? [] : [nodes < 1_000_000 ? `${Math.round(nodes / 1000)}k positions` : `${(nodes / 1_000_000).toFixed(1)}M positions`]),
  ];
  return parts.join(" · ");
}
