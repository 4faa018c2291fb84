// What is done with pieces by mouse, touch and keyboard: each ends in a half-move that is meant.

import { choices } from "./choices";
import { LETTERS, NAMES, type Letter } from "./fen";
import type { Meant } from "./meant";
import type { Legal } from "./messages";
import { piece } from "./piece";
import type { Scene } from "./scene";
import { squareInWords } from "./speech";

export class Hand {
  constructor(
    private readonly scene: Scene,
    /** What can be played where the board is. */
    private readonly legal: () => Promise<Legal | undefined>,
    private readonly meant: (meant: Meant) => void,
    /** Whether a half-move may be taken that the rules forbid. */
    private readonly mayBeIllegal: () => boolean,
    /** Two squares that are no legal half-move: why is said. */
    private readonly forbidden: (from: string, to: string) => void,
  ) {}

  /** A piece has been moved by hand. */
  async moved(from: string, to: string): Promise<void> {
    const legal = await this.legal();
    const man = this.scene.now.squares.get(from);
    const isLast = to.endsWith("8") || to.endsWith("1");
    let promotion: Letter | "" = "";
    if (man?.letter === "p" && isLast) {
      const chosen = await this.choose("The pawn becomes", offered(legal?.promotions, WANTED.slice(0, 4)), man.color);
      if (chosen === undefined) {
        this.scene.board.restore();
        return;
      }
      promotion = chosen;
    }
    this.meant({ kind: "steps", from, to, promotion });
  }

  /** A piece was put where it could not go: the rules forbid it, or what can be played was not known yet. */
  async refused(from: string, to: string): Promise<void> {
    const legal = await this.legal();
    if (legal?.dests[from]?.includes(to) === true) {
      await this.moved(from, to);
    } else {
      this.forbidden(from, to);
    }
  }

  dropped(letter: Letter, square: string): void {
    this.meant({ kind: "drop", letter, to: square });
  }

  /** A piece of the pocket is chosen by the keyboard: its square is asked. */
  chooseDrop(letter: Letter): void {
    this.scene.field.begin(`${letter.toUpperCase()}@`);
  }

  /** A square is chosen by the keyboard: first what moves, then where to. */
  async chosen(square: string): Promise<void> {
    const { board, now, live } = this.scene;
    const legal = await this.legal();
    const from = board.selected;
    const isLegal = from !== undefined && legal?.dests[from]?.includes(square) === true;
    if (from !== undefined && from !== square && (isLegal || this.mayBeIllegal())) {
      board.select(null);
      await this.moved(from, square);
      return;
    }
    const man = now.squares.get(square);
    const isOther = from !== undefined && from !== square && man?.color !== now.squares.get(from)?.color;
    if (isOther) {
      board.select(null);
      this.scene.squares.show(now, undefined);
      this.forbidden(from, square);
      return;
    }
    const takesUp = square !== from && man !== undefined && (man.color === now.turn || this.mayBeIllegal());
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
