// What is written into the text: half-moves, shapes, glyphs, comments. The server makes each edit, the host applies it.

import { BEGINNING, type Game } from "./game";
import type { Meant } from "./meant";
import type { Rearrangement, Shape, Written } from "./messages";
import { Refusal, type Port } from "./port";
import { shapesAt, type Scene } from "./scene";
import type { Walk } from "./walk";

export interface Place {
  go(id: number): void;
  load(wanted: number | undefined): Promise<void>;
  show(): void;
}

const OUTDATED = "The text has changed meanwhile: nothing was written. Try again.";

export class Writer {
  /** What is written comes one after the other, each into the text that the one before it has left. */
  private last: Promise<void> = Promise.resolve();
  /** Where an arrow begins that is drawn by the keyboard. */
  private arrow: string | undefined;
  private isBusy = false;
  /** Moves that are typed, one after the other: how many wait, and where the last one has led. */
  private lastTyped: Promise<void> = Promise.resolve();
  private typing = 0;
  private played: number | undefined;
  /** How often something could not be written. */
  private failures = 0;

  constructor(
    private readonly port: Port,
    private readonly walk: Walk,
    private readonly scene: Scene,
    private readonly place: Place,
    /** Whether people let half-moves be played that the rules forbid. */
    private readonly mayBeIllegal: () => boolean,
  ) {}

  /** What was taken by hand is played, or gone to where it stands already. */
  async meant(meant: Meant): Promise<void> {
    if (meant.kind === "drop") {
      await this.play(`${meant.letter.toUpperCase()}@${meant.to}`);
      return;
    }
    const { from, to, promotion } = meant;
    const played = this.walk.played(from + to, promotion === "" ? undefined : promotion);
    if (played !== undefined) {
      this.place.go(played);
      return;
    }
    await this.play(from + to + promotion);
  }

  /** Two squares between which nothing can be played: the host says why. */
  async forbidden(from: string, to: string): Promise<void> {
    await this.meant({ kind: "steps", from, to, promotion: "" });
  }

  /** What is typed waits for what was typed before it, and is played behind that. */
  async typed(text: string): Promise<void> {
    const { failures } = this;
    const isQueued = this.typing > 0;
    this.typing++;
    this.lastTyped = this.lastTyped.then(async () => {
      // Whatever else is being written comes first.
      while (this.isBusy) {
        await this.last;
      }
      if (failures === this.failures) {
        await this.playTyped(text, isQueued ? this.played : undefined);
      } else {
        this.scene.live.notify(`${text} was not played, for what was typed before it was not.`);
      }
      this.typing--;
    });
    await this.lastTyped;
  }

  private async playTyped(text: string, after: number | undefined): Promise<void> {
    // The editor's cursor may tell late where the board was.
    if (after !== undefined && after !== this.walk.at) {
      this.place.go(after);
    }
    const known = this.walk.spelled(text);
    if (known !== undefined) {
      this.place.go(known);
      this.played = known;
    } else {
      this.played = undefined;
      await this.play(text);
    }
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
      const move = this.now(game, at);
      await this.port.request("annotate", { ...written(this.walk.game ?? game), move, ...what });
      // Where the board is by then: people step on meanwhile.
      await this.place.load(undefined);
    });
  }

  /** The line of where the board is gets another place, or goes. */
  async rearrange(how: Rearrangement): Promise<void> {
    const { game, at } = this.walk;
    if (game === undefined) {
      return;
    }
    await this.write(async () => {
      const move = this.now(game, at);
      await this.port.request("rearrange", { ...written(this.walk.game ?? game), move, how });
      await this.place.load(undefined);
    });
  }

  async undo(): Promise<void> {
    await this.write(async () => {
      await this.port.request("undo", {});
      await this.place.load(undefined);
    });
  }

  private now(game: Game, at: number): number {
    const now = this.walk.now(game, at);
    if (now === undefined) {
      throw new Error(OUTDATED);
    }
    return now;
  }

  private async play(move: string): Promise<void> {
    const { game, at } = this.walk;
    if (game === undefined || this.isBusy) {
      this.scene.board.restore();
      if (this.isBusy) {
        this.scene.live.notify("The move before it is still being written.");
      }
      return;
    }
    this.isBusy = true;
    await this.write(async () => {
      const illegal = this.mayBeIllegal() ? { illegal: true } : {};
      const after = this.now(game, at);
      const { game: now = game } = this.walk;
      const { move: id, edit } = await this.port.request("play", { ...written(now), after, move, ...illegal });
      if (edit === false && now.has(id) && id !== BEGINNING) {
        this.place.go(id);
      } else {
        await this.place.load(id);
      }
      this.played = id;
    });
    this.isBusy = false;
  }

  /** A line of an engine is written, and the board goes to the first half-move of it that is new. */
  async line(moves: string[]): Promise<void> {
    const { game, at } = this.walk;
    if (game === undefined || this.isBusy) {
      return;
    }
    this.isBusy = true;
    await this.write(async () => {
      const after = this.now(game, at);
      const { game: now = game } = this.walk;
      const { move: id, edit } = await this.port.request("playLine", { ...written(now), after, moves });
      if (edit === false && now.has(id)) {
        this.place.go(id);
        this.scene.live.notify("The text has this line already.");
      } else {
        await this.place.load(id);
      }
    });
    this.isBusy = false;
  }

  private write(act: () => Promise<void>): Promise<void> {
    this.last = this.last.then(async () => {
      try {
        await act();
        this.scene.live.clear();
      } catch (error) {
        this.failures++;
        const isOutdated = error instanceof Refusal && error.isOutdated;
        if (isOutdated) {
          await this.place.load(undefined);
        }
        this.scene.live.notify(isOutdated ? OUTDATED : error instanceof Error ? error.message : String(error));
        this.scene.board.restore();
      }
    });
    return this.last;
  }
}

/** The game that is written into, as the board knows it. */
function written({ message: { game, version } }: Game): Written {
  return { game: game ?? 1, ...(version === null ? {} : { version }) };
}
