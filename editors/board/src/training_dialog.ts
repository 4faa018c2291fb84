// What is asked before moves are guessed: whose, and from where on.

import { button, element } from "./element";
import { BEGINNING, type Game } from "./game";
import { placeText } from "./heading";
import type { Color } from "./messages";
import { countAfter, type Kind, type Side } from "./training";

export interface Wish {
  side: Side;
  place: number;
  kind: Kind;
}

const SIDES: [Side, string][] = [
  ["white", "White’s moves"],
  ["black", "Black’s moves"],
  ["both", "The moves of both"],
];

export class TrainingDialog {
  readonly element = element("dialog", { class: "training-dialog", "aria-label": "Guess the move" });

  constructor(private readonly chosen: (wish: Wish) => void) {}

  /** Offers the beginnings that a game has; the board is at `at`. */
  open(game: Game, at: number, below: Color): void {
    const places = placesOf(game, at);
    const sides = choice(
      SIDES.map(([side, label]) => [side, label]),
      winnerOf(game) ?? below,
    );
    const from = choice(
      places.map(({ label }, place) => [String(place), label]),
      "0",
    );
    const hasBlunders = countAfter(game, "both", BEGINNING, "blunders") > 0;
    const kinds = choice(
      [
        ["all", "all moves"],
        ["blunders", "better moves than the blunders"],
      ],
      "all",
    );
    const count = element("p", { class: "training-much", role: "status" });
    const start = button("Start", undefined, () => this.start(read()));
    const read = (): Wish => ({ side: sides.value as Side, place: places[Number(from.value)]?.place ?? BEGINNING, kind: kinds.value as Kind });
    const tell = (): void => {
      const { side, place, kind } = read();
      const much = countAfter(game, side, place, kind);
      const some = `${much} ${much === 1 ? "move" : "moves"} to guess`;
      count.textContent = much === 0 ? "There is nothing to guess." : some;
      start.disabled = much === 0;
    };
    sides.addEventListener("change", tell);
    from.addEventListener("change", tell);
    kinds.addEventListener("change", () => {
      // Both sides blunder, and from the beginning on.
      if (kinds.value === "blunders") {
        sides.value = "both";
        from.value = String(places.length - 1);
      }
      tell();
    });
    tell();
    this.element.replaceChildren(
      element("h2", {}, "Guess the move"),
      element("label", {}, element("span", {}, "Guess"), sides),
      ...(hasBlunders ? [element("label", {}, element("span", {}, "Which"), kinds)] : []),
      element("label", {}, element("span", {}, "From"), from),
      count,
      start,
      button("Cancel", undefined, () => this.element.close()),
    );
    if (!this.element.open) {
      this.element.showModal();
    }
    (start.disabled ? from : start).focus();
  }

  private start(wish: Wish): void {
    this.element.close();
    this.chosen(wish);
  }
}

function choice(options: [value: string, label: string][], chosen: string): HTMLSelectElement {
  const made = element("select");
  for (const [value, label] of options) {
    const option = element("option", { value }, label);
    option.selected = value === chosen;
    made.append(option);
  }
  return made;
}

/** Where guessing can begin: here, after the opening, at the beginning; where the board is at the end, not here. */
export function placesOf(game: Game, at: number): { place: number; label: string }[] {
  const opening = game.message.opening;
  const named = opening?.move === undefined || !game.has(opening.move) ? undefined : opening.move;
  const here = { place: at, label: `this place (${placeText(game, at)})` };
  const places = [
    ...(at !== BEGINNING && at !== named && game.next(at) !== undefined ? [here] : []),
    ...(named !== undefined && game.next(named) !== undefined
      ? [{ place: named, label: `the opening’s end (${opening?.name}, ${placeText(game, named)})` }]
      : []),
    { place: BEGINNING, label: "the beginning" },
  ];
  return places;
}

/** Who has won: his moves are worth to be guessed. */
function winnerOf(game: Game): Color | undefined {
  return ({ "1-0": "white", "0-1": "black" } as const)[game.message.result ?? ""];
}
