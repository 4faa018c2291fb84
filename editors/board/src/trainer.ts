// Guessing moves on the board: what the hand does is a guess here, and nothing is written into the text.

import { NAMES, type Letter } from "./fen";
import type { Game } from "./game";
import { meantBy, type Meant } from "./meant";
import type { Color, GameMessage, HalfMove, Legal, Shape } from "./messages";
import type { Scene } from "./scene";
import { sanInWords } from "./speech";
import { Training, type Verdict } from "./training";
import type { Wish } from "./training_dialog";
import { annotated } from "./training_panel";

/** So long the board rests before the other side plays, in milliseconds. */
const REPLY = 450;

export interface TrainingPlace {
  /** Shows a game; the board goes to a place of it. */
  show(message: GameMessage, at: number): void;
  /** The board goes to a place of the game that is shown. */
  go(at: number): void;
  paint(): void;
  legal(): Promise<Legal | undefined>;
  at(): number;
  below(): Color;
  /** The game alone is asked for while moves of it are guessed; what is told of how far it is, and that it is over. */
  keep(training: Training | undefined): void;
}

export class Trainer {
  private training: Training | undefined;
  /** What is drawn for a hint. */
  private shapes: Shape[] = [];
  private replying: ReturnType<typeof setTimeout> | undefined;
  /** What has happened, in words, and where the board is then: told with the board. */
  private spoken: { text: string; at: number } | undefined;

  constructor(
    private readonly scene: Scene,
    private readonly place: TrainingPlace,
  ) {}

  get isOn(): boolean {
    return this.training !== undefined;
  }

  /** Whether the board is where the next half-move is to be guessed. */
  get isAsking(): boolean {
    return this.training?.expected !== undefined && this.isAtEnd;
  }

  private get isAtEnd(): boolean {
    return this.training !== undefined && this.place.at() === this.training.length - 1;
  }

  /** The half-move of the whole game at which the board is. */
  whole(at: number): number {
    return this.training === undefined ? at : this.training.place(at);
  }

  /** What is drawn beside what the text draws. */
  get drawn(): readonly Shape[] {
    return this.isAtEnd ? this.shapes : [];
  }

  /** What is told instead of the place. */
  get told(): string | undefined {
    if (this.spoken?.at !== this.place.at()) {
      this.spoken = undefined;
    }
    return this.spoken?.text;
  }

  /** Asks whose moves are to be guessed, and from where on. */
  open(game: Game, at: number): void {
    this.scene.trainingDialog.open(game, at, this.place.below());
  }

  begin(game: Game, { side, place, kind }: Wish): void {
    this.training = new Training(game, side, place, kind);
    this.shapes = [];
    this.scene.training.begin(this.training);
    this.tell(`${this.training.total} to guess.`);
    this.show();
  }

  /** The board shows how far it is, and the other side plays. */
  private show(): void {
    const { training } = this;
    if (training === undefined) {
      return;
    }
    this.scene.training.show(training);
    this.place.keep(training);
    this.place.show(training.message, training.length - 1);
    clearTimeout(this.replying);
    if (training.isOver) {
      this.replying = setTimeout(() => this.end(), REPLY);
    } else if (training.expected === undefined) {
      this.replying = setTimeout(() => this.reply(), REPLY);
    }
  }

  private reply(): void {
    const reply = this.training?.reply();
    if (reply !== undefined) {
      this.tell(`${this.spoken?.text ?? ""} ${inWords(reply)} was played.`.trim());
      this.show();
    }
  }

  /** What was taken by hand. */
  async guess(meant: Meant): Promise<void> {
    const { training } = this;
    if (training === undefined || !this.isAsking) {
      this.scene.board.restore();
      return;
    }
    this.scene.live.clear();
    const { expected, kind } = training;
    const { verdict, move, text } = training.guess(meant, this.scene.now);
    if (verdict === "right" && move !== undefined) {
      this.found(training, move, expected);
      return;
    }
    const [isNot, stands] =
      kind === "all" ? ["is not what was played", "stands in the notes"] : ["is not in the notes", "was played: it is the blunder"];
    const said = move === undefined ? `${text} ${isNot}.` : `${annotated(move)} ${stands}${colon(move)}`;
    this.scene.training.say(said, verdict);
    this.scene.training.show(training);
    const word = kind === "all" ? WORDS[verdict] : move === undefined ? isNot : "the blunder";
    this.tell(`${move === undefined ? sanInWords(text) : inWords(move)}: ${word}. ${words(move)}`.trim());
    this.scene.board.restore();
    this.place.paint();
  }

  /** What was typed. */
  async typed(text: string): Promise<void> {
    const legal = this.isAsking ? await this.place.legal() : undefined;
    if (legal === undefined) {
      this.scene.live.notify("The move that is to be guessed comes after what is shown last.");
      this.leap();
      return;
    }
    const [meant, ...others] = meantBy(text, this.scene.now, legal);
    if (meant === undefined || others.length > 0) {
      this.scene.live.notify(
        meant === undefined ? `${text} is not possible here.` : `${text} can be several moves here.`,
      );
      return;
    }
    await this.guess(meant);
  }

  /** What was taken by hand cannot be played at all, and is no guess. */
  forbidden(from: string, to: string): void {
    if (this.isAsking) {
      this.scene.live.notify(`${from}${to} is not possible here.`);
    }
    this.scene.board.restore();
  }

  hint(): void {
    const { training } = this;
    if (training === undefined || training.expected === undefined) {
      return;
    }
    this.leap();
    const { expected } = training;
    const hint = training.hint();
    if (hint === undefined) {
      return;
    }
    const { level, move } = hint;
    const [from = "", to = from] = move.squares;
    const isDrop = move.squares.length === 1;
    if (level === 3) {
      const was = training.kind === "all" ? "was played" : "was better";
      this.played(training, move, `${annotated(move)} ${was}${colon(move)}`, undefined, "", expected);
      return;
    }
    const square = isDrop ? to : from;
    const where = isDrop ? `It goes to ${square}.` : `It stands on ${square}.`;
    const text = level === 1 ? `A ${this.pieceOf(move)} moves.` : where;
    this.shapes = level === 2 ? [{ color: "blue", from: square }] : [];
    this.scene.training.say(text, undefined);
    this.scene.training.show(training);
    this.tell(text);
    this.place.paint();
  }

  private pieceOf(move: HalfMove): string {
    const letter = /^([NBRQ])@/.exec(move.san)?.[1]?.toLowerCase() as Letter | undefined;
    return NAMES[letter ?? this.scene.now.squares.get(move.squares[0] ?? "")?.letter ?? "p"];
  }

  /** The half-move has been found. */
  private found(training: Training, move: HalfMove, expected: HalfMove | undefined): void {
    this.played(training, move, `${annotated(move)}${colon(move)}`, "right", WORDS.right, expected);
  }

  /** `expected` is what was played in the game. */
  private played(
    training: Training,
    move: HalfMove,
    text: string,
    verdict: Verdict | undefined,
    word: string,
    expected: HalfMove | undefined,
  ): void {
    const isBlunder = training.kind === "blunders" && expected !== undefined;
    const notes = training.variations(isBlunder ? expected : move).filter(({ id }) => id !== move.id);
    const others = notes.length === 0 ? "" : ` Also in the notes: ${notes.map(annotated).join(", ")}.`;
    const also = isBlunder ? ` The game went on with ${annotated(expected)}${colon(expected)}${others}` : others;
    this.shapes = [];
    this.scene.training.say(`${text}${also}`, verdict);
    this.tell(`${word === "" ? "" : `${word}: `}${inWords(move)}. ${words(move)}${also}`.trim());
    this.show();
  }

  private tell(text: string, at = (this.training?.length ?? 0) - 1): void {
    this.spoken = { text, at };
  }

  /** The board goes to where the next half-move is to be guessed. */
  private leap(): void {
    if (this.training !== undefined && !this.isAtEnd) {
      this.place.go(this.training.length - 1);
    }
  }

  focus(): void {
    this.scene.training.focus();
  }

  /** The training is over, or left: the whole game is there again. */
  end(): void {
    const { training } = this;
    if (training === undefined) {
      return;
    }
    const { counts } = training;
    const at = training.place(training.length - 1);
    this.leave();
    if (counts.asked === 0) {
      this.scene.training.close();
    } else {
      this.scene.training.end(training);
      this.scene.training.focus();
      this.tell(`The training is over. You found ${counts.clean} of ${counts.asked} at the first guess.`, at);
    }
    this.place.show(training.game.message, at);
  }

  private leave(): void {
    clearTimeout(this.replying);
    this.training = undefined;
    this.shapes = [];
    this.place.keep(undefined);
  }

  /** The text has changed: the training goes on where what was shown is there still. */
  renew(game: Game | undefined): void {
    const { training } = this;
    if (training === undefined) {
      return;
    }
    if (game !== undefined && game.message.game === training.game.message.game && training.renew(game)) {
      this.show();
      return;
    }
    this.leave();
    this.scene.training.close();
    this.scene.live.notify("The game has changed in the text: the training is over.");
    if (game !== undefined) {
      this.place.show(game.message, -1);
    }
  }
}

const WORDS: Record<Verdict, string> = { right: "right", near: "in the notes", wrong: "not what was played" };

/** What the text says of a half-move. */
function words(move: HalfMove | undefined): string {
  return (move?.comments ?? []).join(" ");
}

function colon(move: HalfMove): string {
  const text = words(move);
  return text === "" ? "." : `: ${text}`;
}

function inWords(move: HalfMove): string {
  return `${move.number}, ${move.color}: ${sanInWords(move.san, move.ending)}`;
}
