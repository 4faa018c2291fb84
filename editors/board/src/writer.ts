// What is written into the text: half-moves, shapes, glyphs, comments. The server makes each edit, the host applies it.

import { choices } from "./choices";
import { LETTERS, NAMES, type Letter } from "./fen";
import { BEGINNING } from "./game";
import type { Legal, Shape } from "./messages";
import { piece } from "./piece";
import type { Port } from "./port";
import { shapesAt, type Scene } from "./scene";
import { squareInWords } from "./speech";
import type { Walk } from "./walk";

export interface Place {
  go(id: number): void;
  load(wanted: number): Promise<void>;
  show(): void;
  legal(): Promise<Legal | undefined>;
}

export class Writer {
  /** Where an arrow begins that is drawn by the keyboard. */
  private arrow: string | undefined;
  private isBusy = false;

  constructor(
    private readonly port: Port,
    private readonly walk: Walk,
    private readonly scene: Scene,
    private readonly place: Place,
  ) {}

  /** A piece has been moved by hand. */
  async moved(from: string, to: string): Promise<void> {
    const legal = await this.place.legal();
    const man = this.scene.now.squares.get(from);
    const isLast = to.endsWith("8") || to.endsWith("1");
    let promotion = "";
    if (man?.letter === "p" && isLast) {
      const chosen = await this.choose("The pawn becomes", offered(legal?.promotions, WANTED.slice(0, 4)), man.color);
      if (chosen === undefined) {
        this.scene.board.restore();
        return;
      }
      promotion = chosen;
    }
    const played = this.walk.played(from + to, promotion === "" ? undefined : promotion);
    if (played !== undefined) {
      this.place.go(played);
      return;
    }
    await this.play(from + to + promotion);
  }

  async dropped(letter: Letter, square: string): Promise<void> {
    await this.play(`${letter.toUpperCase()}@${square}`);
  }

  /** A piece of the pocket is chosen by the keyboard: its square is asked. */
  async chooseDrop(letter: Letter): Promise<void> {
    this.scene.field.begin(`${letter.toUpperCase()}@`);
  }

  async typed(text: string): Promise<void> {
    const known = this.walk.spelled(text);
    if (known !== undefined) {
      this.place.go(known);
    } else {
      await this.play(text);
    }
  }

  /** A square is chosen by the keyboard: first what moves, then where to. */
  async chosen(square: string): Promise<void> {
    const { board, now, live } = this.scene;
    const legal = await this.place.legal();
    const from = board.selected;
    if (from !== undefined && from !== square && legal?.dests[from]?.includes(square) === true) {
      board.select(null);
      await this.moved(from, square);
      return;
    }
    const man = now.squares.get(square);
    const takesUp = square !== from && man?.color === now.turn;
    if (from !== undefined) {
      board.select(null);
    }
    if (takesUp) {
      board.select(square);
      const to = legal?.dests[square] ?? [];
      live.tell(`${squareInWords(square, man)}: ${to.length === 0 ? "cannot move" : `to ${to.join(", ")}`}`);
    } else {
      live.tell(from === undefined ? `${squareInWords(square, man)}: nothing to move` : "put back");
    }
    this.scene.squares.show(now, board.selected);
  }

  marked(square: string, kind: "circle" | "arrow", { shiftKey, altKey }: KeyboardEvent): void {
    const color = shiftKey && altKey ? "yellow" : shiftKey ? "red" : altKey ? "blue" : "green";
    if (kind === "circle") {
      void this.drawn({ color, from: square });
    } else if (this.arrow === undefined) {
      this.arrow = square;
      this.scene.live.tell(`Arrow from ${square}: v again at its end`);
    } else {
      const from = this.arrow;
      this.arrow = undefined;
      void this.drawn(from === square ? { color, from } : { color, from, to: square });
    }
  }

  /** A shape is drawn: one that is there already is taken away, or gets another colour. */
  async drawn(shape: Shape): Promise<void> {
    const { game, at } = this.walk;
    if (game === undefined) {
      return;
    }
    const shapes = shapesAt(game, at);
    const isThere = ({ from, to }: Shape): boolean => from === shape.from && to === shape.to;
    const same = shapes.find(isThere);
    const others = shapes.filter((one) => !isThere(one));
    const after = same?.color === shape.color ? others : [...others, shape];
    shapes.splice(0, shapes.length, ...after);
    this.place.show();
    await this.annotate({ shapes: after });
  }

  async annotate(what: { shapes?: Shape[]; nags?: number[]; comment?: string }): Promise<void> {
    const { game, at } = this.walk;
    if (game === undefined) {
      return;
    }
    await this.write(async () => {
      await this.port.request("annotate", { game: game.message.game ?? 1, move: at, ...what });
      await this.place.load(at);
    });
  }

  async undo(): Promise<void> {
    await this.write(async () => {
      await this.port.request("undo", {});
    });
  }

  private async play(move: string): Promise<void> {
    const { game, at } = this.walk;
    if (game === undefined || this.isBusy) {
      this.scene.board.restore();
      return;
    }
    this.isBusy = true;
    await this.write(async () => {
      const { move: id, edit } = await this.port.request("play", { game: game.message.game ?? 1, after: at, move });
      if (edit === false && game.has(id) && id !== BEGINNING) {
        this.place.go(id);
      } else {
        await this.place.load(id);
      }
    });
    this.isBusy = false;
  }

  private async write(act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.scene.live.clear();
    } catch (error) {
      this.scene.live.notify(error instanceof Error ? error.message : String(error));
      this.scene.board.restore();
    }
  }

  /** Asks for one of several pieces. */
  private choose(label: string, letters: readonly Letter[], color: "white" | "black"): Promise<Letter | undefined> {
    return new Promise((done) => {
      const before = document.activeElement as HTMLElement | null;
      const offer = letters.map((letter) => ({ label: NAMES[letter], sign: piece(color, letter), value: letter }));
      const box = choices(label, offer, (chosen) => {
        box.remove();
        before?.focus();
        done(chosen);
      });
      this.scene.board.element.append(box);
      box.querySelector("button")?.focus();
    });
  }
}

/** What a pawn becomes, the most usual first. */
const WANTED: readonly Letter[] = ["q", "n", "r", "b", "k"];

/** Pieces that the host offers, by letter or by name. */
function offered(names: readonly string[] | undefined, otherwise: readonly Letter[]): readonly Letter[] {
  const known = (names ?? []).map((name) => LETTERS.find((letter) => letter === name || NAMES[letter] === name));
  const letters = known.filter((letter) => letter !== undefined);
  return letters.length > 0 ? letters.sort((a, b) => WANTED.indexOf(a) - WANTED.indexOf(b)) : otherwise;
}
