// What the game is: event, date, opening, result; and which game of the file.

import { button, element, say } from "./element";
import { BEGINNING, type Game } from "./game";
import { icon } from "./icon";

export class Heading {
  readonly element: HTMLElement;
  private readonly title = element("h1");
  private readonly detail = element("p", { class: "game-detail" });
  private readonly opening = element("p", { class: "game-opening" });
  private readonly count = element("span", { class: "game-count" });
  private readonly games: HTMLElement;
  private readonly pin: HTMLButtonElement;
  private readonly tree: HTMLButtonElement;
  private readonly engine: HTMLButtonElement;

  constructor(events: { beside(way: 1 | -1): void; turnTree(): void; turnEngine(): void; pin(): void }) {
    const shortcut = { "aria-keyshortcuts": "x", "aria-pressed": "false", class: "of-tree" };
    this.tree = button("Tree of the position", icon("tree"), events.turnTree, shortcut);
    const key = { "aria-keyshortcuts": "l", "aria-pressed": "false", class: "of-engine" };
    this.engine = button("Engine", icon("engine"), events.turnEngine, key);
    this.pin = button("Stay on this game", icon("pin"), events.pin, { "aria-pressed": "false", class: "pin" });
    this.games = element(
      "div",
      { class: "games" },
      button("The game before", icon("previousGame"), () => events.beside(-1)),
      this.count,
      button("The next game", icon("nextGame"), () => events.beside(1)),
    );
    const top = element("div", { class: "heading-top" }, this.title, this.engine, this.tree, this.pin);
    this.element = element("header", { class: "heading" }, top, this.detail, this.opening, this.games);
  }

  show(game: Game): void {
    const { message } = game;
    const names = (["White", "Black"] as const).map((side) => known(game.tag(side)) ?? side);
    say(
      this.title,
      `${names.join(" – ")}${message.result === null || message.result === "*" ? "" : `  ${message.result}`}`,
    );
    const round = known(game.tag("Round"));
    const detail = [
      known(game.tag("Event")),
      known(game.tag("Site")),
      round && `round ${round}`,
      known(game.tag("Date")),
    ];
    const variant = message.variant === null ? [] : [variantName(message.variant)];
    say(this.detail, [...detail, ...variant].filter((part) => part !== undefined && part !== "").join(" · "));
    const opening = message.opening;
    say(this.opening, opening === null ? "" : `${opening.eco} ${opening.name}`);
    const { game: number, games } = message;
    this.games.hidden = number === null || games === null || games < 2;
    say(this.count, `Game ${number ?? "?"} of ${games ?? "?"}`);
  }

  treeOpened(on: boolean): void {
    this.tree.setAttribute("aria-pressed", String(on));
  }

  engineTurned(on: boolean): void {
    this.engine.setAttribute("aria-pressed", String(on));
  }

  pinned(on: boolean): void {
    this.pin.setAttribute("aria-pressed", String(on));
  }
}

const VARIANTS: Record<string, string> = {
  antichess: "Antichess",
  atomic: "Atomic",
  chess960: "Chess960",
  crazyhouse: "Crazyhouse",
  horde: "Horde",
  kingOfTheHill: "King of the Hill",
  racingKings: "Racing Kings",
  threeCheck: "Three-check",
};

/** A variant as players name it. */
export function variantName(variant: string): string {
  return VARIANTS[variant] ?? variant;
}

/** A tag's value, if it says something. */
function known(value: string | undefined): string | undefined {
  return value === undefined || /^[?.\s-]*$/.test(value) ? undefined : value.replace(/\.\?\?/g, "");
}

/** The half-moves that lead to a place, with their numbers. */
export function lineText(game: Game, at: number): string {
  const written = game.path(at).map(({ number, color, san }, ply) => {
    const numbered = color === "white" ? `${number}. ` : ply === 0 ? `${number}... ` : "";
    return numbered + san;
  });
  return written.join(" ");
}

/** What a place is, for the window's title and for screen readers. */
export function placeText(game: Game, at: number): string {
  const move = game.move(at);
  return at === BEGINNING || move === undefined
    ? "Beginning"
    : `${move.number}${move.color === "white" ? "." : "…"} ${move.san}`;
}
