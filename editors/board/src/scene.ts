// All that is seen of a place in a game.

import { Annotations, type AnnotationEvents } from "./annotations";
import { Badge, isWrong } from "./badge";
import { BoardView, type BoardEvents, type EngineArrow } from "./board_view";
import { button, element, say } from "./element";
import { Curve } from "./curve";
import { EvaluationBar } from "./evaluation";
import { readFen, type Board } from "./fen";
import { BEGINNING, type Game } from "./game";
import { Heading, placeText } from "./heading";
import { layOut, MoveField, type Controls } from "./layout";
import { LiveRegion } from "./live_region";
import type { Color, EngineInfo, Legal, Settings, Shape } from "./messages";
import { Menu } from "./menu";
import { MoveList } from "./move_list";
import type { Pictured } from "./picture";
import { PlayerBar, type PocketEvents } from "./players";
import { HelpDialog, SettingsDialog } from "./settings_dialog";
import { moveInWords } from "./speech";
import { Squares, squaresHelp, type SquareEvents } from "./squares";
import { applySettings, isStill } from "./theme";
import { TrainingDialog, type Wish } from "./training_dialog";
import { TrainingPanel, type TrainingEvents } from "./training_panel";
import { TreePanel, type TreeEvents } from "./tree_panel";
import type { Walk } from "./walk";

/** Where not even the first board of a game is known. */
const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/** Steps that follow each other sooner than this, in milliseconds, are not animated. */
const QUICK = 180;

export interface SceneEvents {
  board: BoardEvents;
  squares: SquareEvents;
  pockets: PocketEvents;
  annotations: AnnotationEvents;
  controls: Controls;
  training: TrainingEvents;
  tree: TreeEvents;
  chosen(move: number): void;
  /** What can be done with a half-move, or with the one at which the board is, is wanted at a place of the window. */
  asked(move: number | undefined, left: number, top: number): void;
  entered(text: string): void;
  beside(way: 1 | -1): void;
  turnTree(): void;
  turnEngine(): void;
  pin(): void;
  setting(name: keyof Settings, value: string | boolean): void;
  /** Moves are to be guessed so. */
  wished(wish: Wish): void;
}

/** What guessing moves adds to a place, or takes from it. */
export interface Guessing {
  isTraining: boolean;
  drawn: readonly Shape[];
  told: string | undefined;
}

export class Scene {
  readonly live = new LiveRegion();
  readonly board: BoardView;
  readonly squares: Squares;
  readonly moves: MoveList;
  readonly annotations: Annotations;
  readonly heading: Heading;
  readonly field: MoveField;
  readonly menu = new Menu();
  readonly settings: SettingsDialog;
  readonly help = new HelpDialog();
  readonly training: TrainingPanel;
  readonly trainingDialog: TrainingDialog;
  readonly tree: TreePanel;
  private readonly curve: Curve;
  private readonly evaluation = new EvaluationBar();
  private readonly badge = new Badge();
  private readonly bars: [PlayerBar, PlayerBar];
  private readonly caption = element("div", { class: "caption" });
  private readonly empty = element("div", { class: "empty" }, element("p", {}, "There is no game here."));
  private listed: Game | undefined;
  private start: { fen: string; board: Board } = { fen: START, board: readFen(START) };
  private shownAt = 0;
  /** The board that is shown. */
  now: Board = this.start.board;
  private pictured: Pictured | undefined;

  constructor(
    private readonly page: HTMLElement,
    events: SceneEvents,
    engine: HTMLElement,
  ) {
    this.board = new BoardView(events.board);
    this.squares = new Squares(events.squares);
    this.moves = new MoveList(events.chosen, events.asked);
    this.curve = new Curve(events.chosen);
    this.annotations = new Annotations(events.annotations);
    this.heading = new Heading(events);
    this.field = new MoveField(events.entered);
    this.settings = new SettingsDialog(events.setting);
    this.training = new TrainingPanel(events.training);
    this.trainingDialog = new TrainingDialog(events.wished);
    this.tree = new TreePanel(events.tree);
    this.bars = [new PlayerBar(events.pockets), new PlayerBar(events.pockets)];
    const frame = this.board.element;
    frame.append(this.badge.element, this.squares.element, squaresHelp());
    this.empty.hidden = true;
    const { newGame } = events.controls;
    this.empty.append(
      newGame === undefined
        ? element("p", {}, "It begins with a move in the text: 1. e4")
        : button("New Game", undefined, newGame, { class: "begin" }),
    );
    layOut(
      page,
      {
        above: this.bars[0].element,
        below: this.bars[1].element,
        evaluation: this.evaluation.element,
        frame,
        caption: this.caption,
        notice: this.live.seen,
        standing: this.live.standing,
        heading: this.heading.element,
        training: this.training.element,
        tree: this.tree.element,
        engine,
        moves: this.moves.element,
        curve: this.curve.element,
        annotations: this.annotations.element,
        typed: this.field.element,
        rest: [
          ...[this.empty, this.live.heard, this.menu.element],
          ...[this.settings.element, this.help.element, this.trainingDialog.element],
        ],
      },
      events.controls,
    );
    this.squares.element.setAttribute("aria-describedby", "squares-help");
  }

  /** Shows a place of a game. */
  show(
    { game, at }: Walk,
    orientation: Color,
    legal: Legal | undefined,
    settings: Settings,
    { isTraining, drawn, told }: Guessing,
    engine?: EngineInfo,
  ): void {
    this.page.classList.toggle("is-training", isTraining);
    this.empty.hidden = game !== undefined;
    this.page.classList.toggle("is-empty", game === undefined);
    applySettings(this.page, settings);
    if (game === undefined) {
      return;
    }
    if (this.listed !== game) {
      this.listed = game;
      this.moves.show(game);
      this.heading.show(game);
    }
    const { fen, known } = game.board(at);
    const move = game.move(at);
    this.now = readFen(fen ?? EMPTY);
    const started = game.message.start ?? EMPTY;
    if (this.start.fen !== started) {
      this.start = { fen: started, board: readFen(started) };
    }
    const time = performance.now();
    const animated = !isStill(settings) && time - this.shownAt > QUICK;
    this.shownAt = time;
    const shapes = [...shapesAt(game, at), ...drawn];
    const lastMove = move === undefined || !known ? [] : move.squares;
    this.board.face(orientation);
    this.board.coordinates(settings.coordinates);
    this.board.writable(isTraining || !settings.readOnly, !isTraining && !settings.readOnly);
    this.board.free(settings.illegal && !isTraining);
    const check = known && (move?.check ?? false);
    this.board.show({ fen: this.now.men, turn: this.now.turn, check, lastMove, shapes, hints: arrowsOf(engine), legal, animated });
    this.squares.face(orientation);
    this.squares.show(this.now, this.board.selected);
    this.badge.show(move, orientation);
    // What an evaluation says of the board says too much while a move is guessed.
    const best = engine?.threat === true ? undefined : engine?.lines[0];
    const judged = best === undefined ? undefined : { of: best, depth: best.depth };
    this.evaluation.show(game, at, orientation, settings.evaluation && !isTraining, judged);
    this.curve.show(game, at, settings.evaluation && !isTraining);
    const top = orientation === "white" ? "black" : "white";
    this.bars[0].show(game, at, top, this.start.board, this.now);
    this.bars[1].show(game, at, orientation, this.start.board, this.now);
    this.moves.mark(at);
    this.annotations.element.hidden = isTraining || settings.readOnly;
    this.field.element.hidden = !isTraining && settings.readOnly;
    this.annotations.show(game, at);
    this.caption.classList.toggle("is-wrong", !known || (move !== undefined && isWrong(move)));
    say(this.caption, captionOf(game, at, known));
    // What scrolls is reached by the keyboard.
    this.caption.tabIndex = this.caption.scrollHeight > this.caption.clientHeight ? 0 : -1;
    this.pictured = { board: this.now, orientation, lastMove, shapes, coordinates: settings.coordinates };
    this.live.tell(told ?? (move === undefined ? "Beginning of the game" : moveInWords(move)));
    document.title = [placeText(game, at), settings.title].filter((part) => part !== "").join(" – ");
  }

  get picture(): Pictured | undefined {
    return this.pictured;
  }
}

export function shapesAt(game: Game, at: number): Shape[] {
  return at === BEGINNING ? game.message.shapes : (game.move(at)?.shapes ?? []);
}

/** The first moves of an engine's lines. */
function arrowsOf(engine: EngineInfo | undefined): EngineArrow[] {
  const arrows = (engine?.lines ?? []).flatMap(({ uci }, at): EngineArrow[] => {
    const kind = engine?.threat === true ? "threat" : at === 0 ? "best" : "other";
    const [, from, to] = /^([a-h][1-8])([a-h][1-8])/.exec(uci[0] ?? "") ?? [];
    const dropped = /@([a-h][1-8])$/.exec(uci[0] ?? "")?.[1];
    return from !== undefined && to !== undefined ? [{ from, to, kind }] : dropped !== undefined ? [{ from: dropped, kind }] : [];
  });
  // The best one lies above the others.
  return arrows.reverse();
}

/** What is wrong at a place, or what is said about it. */
function captionOf(game: Game, at: number, known: boolean): string {
  const move = game.move(at);
  const wrong = move?.findings.find(({ severity }) => severity === "error");
  if (wrong !== undefined) {
    return known ? wrong.message : `${wrong.message.replace(/\.$/, "")}. The board stays as it was before.`;
  }
  if (typeof move?.illegal === "string") {
    return `Illegal: ${move.illegal}`;
  }
  if (game.board(at).fen === null) {
    const why = game.message.findings.find(({ severity }) => severity === "error" || severity === "warning");
    return ["The board of this game is not known.", ...(why === undefined ? [] : [why.message])].join(" ");
  }
  if (!known) {
    return "The board is not known here: an earlier half-move cannot be played.";
  }
  return (at === BEGINNING ? game.message.comments : (move?.comments ?? [])).join(" ");
}
