// Who plays: names, titles, ratings, clocks, what was taken, pockets; one bar above the board and one below.

import { element, say, set } from "./element";
import { LETTERS, NAMES, material, type Board, type Letter } from "./fen";
import { BEGINNING, type Game } from "./game";
import type { Color } from "./messages";
import { piece } from "./piece";

export interface PocketEvents {
  taken(color: Color, letter: Letter, event: MouseEvent | TouchEvent): void;
  chosen(color: Color, letter: Letter): void;
}

export class PlayerBar {
  readonly element: HTMLElement;
  private readonly name = element("span", { class: "player-name" });
  private readonly rating = element("span", { class: "player-rating" });
  private readonly turn = element("span", { class: "player-turn" });
  private readonly taken = element("span", { class: "player-taken", role: "img" });
  private readonly pocket = element("span", { class: "player-pocket", role: "group" });
  private readonly checks = element("span", { class: "player-checks" });
  private readonly clock = element("span", { class: "player-clock" });
  private drawn = "";

  constructor(private readonly pockets: PocketEvents) {
    const who = element("span", { class: "player-who" }, this.turn, this.name, this.rating);
    this.element = element("div", { class: "player" }, who, this.taken, this.pocket, this.checks, this.clock);
  }

  show(game: Game, at: number, color: Color, start: Board, now: Board): void {
    const side = color === "white" ? "White" : "Black";
    const title = game.tag(`${side}Title`);
    const name = game.tag(side);
    const known = name === undefined || name === "?" || name === "" ? side : name;
    say(this.name, title === undefined || title === "-" || title === "" ? known : `${title} ${known}`);
    const rating = game.tag(`${side}Elo`) ?? "";
    say(this.rating, /^\d+$/.test(rating) ? rating : "");
    // Nobody is to move any more where the board has ended the game, or where no board is known.
    const moves = now.turn === color && game.ending(at) === null && game.board(at).fen !== null;
    set(this.element, "data-color", color);
    this.element.classList.toggle("moves", moves);
    this.element.classList.toggle("thinks", moves && !game.isOver(at));
    say(this.turn, moves ? `${side} to move` : "");
    const clock = clockOf(game, at, color);
    say(this.clock, clock === undefined ? "" : clockText(clock));
    this.clock.hidden = clock === undefined;
    this.checks.hidden = now.checks === null;
    say(this.checks, now.checks === null ? "" : checksText(now.checks[color]));
    this.men(color, start, now);
  }

  /** What this side took, or what it can drop. */
  private men(color: Color, start: Board, now: Board): void {
    const pocket = now.pockets?.[color];
    const foe = color === "white" ? "black" : "white";
    const { taken } = material(start, now, foe);
    const { ahead } = material(start, now, color);
    const key = `${color} ${taken.join("")} ${ahead} ${pocket === undefined ? "" : [...pocket].join()}`;
    if (key === this.drawn) {
      return;
    }
    this.drawn = key;
    this.taken.hidden = pocket !== undefined || (taken.length === 0 && ahead <= 0);
    this.pocket.hidden = pocket === undefined;
    if (pocket === undefined) {
      this.pocket.replaceChildren();
      const lead = ahead > 0 ? [element("span", { class: "player-ahead" }, `+${ahead}`)] : [];
      this.taken.replaceChildren(...taken.map((letter) => piece(foe, letter)), ...lead);
      const names = taken.map((letter) => NAMES[letter]).join(", ");
      set(this.taken, "aria-label", `Taken: ${names || "nothing"}${ahead > 0 ? `, ahead by ${ahead}` : ""}`);
      return;
    }
    set(this.pocket, "aria-label", `Pocket of ${color === "white" ? "White" : "Black"}`);
    const letters = LETTERS.filter((letter) => letter !== "k");
    this.pocket.replaceChildren(...letters.map((letter) => this.pocketed(color, letter, pocket.get(letter) ?? 0)));
  }

  private pocketed(color: Color, letter: Letter, count: number): HTMLElement {
    const made = element("button", { type: "button", "aria-label": `${count} ${NAMES[letter]}` }, piece(color, letter));
    made.append(element("span", { class: "pocket-count", "aria-hidden": "true" }, String(count)));
    made.disabled = count === 0;
    made.addEventListener("mousedown", (event) => event.button === 0 && this.pockets.taken(color, letter, event));
    made.addEventListener("touchstart", (event) => this.pockets.taken(color, letter, event), { passive: true });
    made.addEventListener("click", ({ detail }) => detail === 0 && this.pockets.chosen(color, letter));
    return made;
  }
}

/** The clock of a side at a place: after the last half-move of it that says one. */
function clockOf(game: Game, at: number, color: Color): number | undefined {
  let looked = 0;
  for (let id = at; id !== BEGINNING && looked < 8; looked++) {
    const move = game.move(id);
    if (move === undefined) {
      break;
    }
    if (move.color === color && move.clock !== null) {
      return move.clock;
    }
    id = move.parent;
  }
  return undefined;
}

export function checksText(given: number): string {
  return `${given} ${given === 1 ? "check" : "checks"} of 3`;
}

export function clockText(seconds: number): string {
  const whole = Math.max(0, seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = whole % 60;
  const shown = whole < 20 && rest % 1 !== 0 ? rest.toFixed(1) : String(Math.floor(rest));
  const padded = shown.padStart(shown.includes(".") ? 4 : 2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}
