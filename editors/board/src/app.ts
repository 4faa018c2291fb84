// The board put together: what is asked of the host, where the board goes, what people do.

import { set } from "./element";
import { Engine, type EnginePlace } from "./engine";
import { LETTERS, NAMES } from "./fen";
import { Follower } from "./follower";
import { BEGINNING, Game } from "./game";
import { Hand } from "./hand";
import { lineText, placeText } from "./heading";
import type { HostKind } from "./hosts";
import { listenToKeys, listenToWheel, takeFocus } from "./keys";
import { Loader } from "./loader";
import { LegalMoves } from "./legal_moves";
import type { MenuItem } from "./menu";
import type { Color, Cursor, GameMessage, Range, Rearrangement, Settings } from "./messages";
import { copyPicture } from "./picture";
import { Pin } from "./pin";
import type { Port } from "./port";
import { Scene, type SceneEvents } from "./scene";
import { DEFAULTS } from "./settings_dialog";
import { applyTheme } from "./theme";
import { Trainer } from "./trainer";
import { Tree } from "./tree";
import type { Training } from "./training";
import { Walk } from "./walk";
import { Writer } from "./writer";

const CLOSED = "The text is closed.";
const LOST = "The editor does not answer any more: what is done here is not written.";
const LOST_ALONE = "The program that shows this file does not answer any more.";
const ONLY_SHOWN = "This board only shows the file. To write on it, start it with vgn-lsp board --write.";

export class App {
  private readonly walk = new Walk();
  private readonly scene: Scene;
  private readonly hand: Hand;
  private readonly writer: Writer;
  private readonly trainer: Trainer;
  private readonly tree: Tree;
  private readonly engine: Engine;
  private readonly follower: Follower;
  private settings = DEFAULTS;
  /** The side below, where it is not the game's own choice. */
  private turned: Color | undefined;
  private readonly legal: LegalMoves;
  private isPainting = false;
  /** The host has told a game, or that there is none. */
  private isAnswered = false;
  private readonly loader: Loader;
  private readonly pin: Pin;
  private isClosed = false;
  /** Which game was chosen before a comment was begun, and where the cursor has gone meanwhile. */
  private chosenByDraft: { before: number | undefined } | undefined;
  private missed: Cursor | undefined;
  /** The game that was chosen before one was kept for guessing. */
  private chosenBefore: number | undefined;
  private isKept = false;
  /** Of the game that is shown the rest is on its way. */
  private isBegun = false;
  /** People want to be at the end of the game, which is on its way. */
  private isToEnd = false;
  /** Moves are to be guessed of the game that is on its way. */
  private isToTrain = false;
  /** The text's lines change their places, and its cursor goes with them. */
  private isRearranging = false;
  /** The cursor for which another game was asked. */
  private brought: Cursor | undefined;
  /** Where the cursor went while the game was on its way. */
  private awaited: Cursor | undefined;

  constructor(
    private readonly page: HTMLElement,
    private readonly port: Port,
    private readonly host: HostKind,
  ) {
    this.engine = new Engine(port, {
      changed: () => this.paint(),
      write: (moves) => void this.writer.line(moves),
      play: (uci) => this.take(uci),
      turned: (on) => this.scene.heading.engineTurned(on),
      read: (text) => this.scene.live.read(text),
      notify: (text) => this.scene.live.notify(text),
    });
    this.scene = new Scene(page, this.events(), this.engine.panel.element);
    this.loader = new Loader(
      port,
      (message, wanted, isSame) => this.loaded(message, wanted, isSame),
      (error) => this.scene.live.notify(error instanceof Error ? error.message : String(error)),
      (message) => this.begun(message),
    );
    const shown = () => this.walk.game?.message.game ?? undefined;
    const isFree = () => !this.isKept;
    this.pin = new Pin(port, this.loader, shown, isFree, (on) => this.scene.heading.pinned(on));
    this.legal = new LegalMoves(
      port,
      () => this.playable(),
      () => this.paint(),
    );
    const mayBeIllegal = () => this.effective.illegal && !this.trainer.isOn;
    const place = {
      go: (id: number) => this.go(id),
      load: (wanted: number | undefined) => this.loader.load(wanted),
      show: () => this.paint(),
    };
    this.writer = new Writer(port, this.walk, this.scene, place, mayBeIllegal);
    this.trainer = new Trainer(this.scene, {
      show: (message, at) => {
        this.walk.load(message, at);
        this.paint();
      },
      go: (at) => this.go(at),
      paint: () => this.paint(),
      legal: () => this.legal.ask(),
      at: () => this.walk.at,
      below: () => this.orientation,
      keep: (training) => this.keep(training),
    });
    this.tree = new Tree(port, this.scene.tree, (on) => {
      this.scene.heading.treeOpened(on);
      if (!on) {
        this.scene.moves.element.focus({ preventScroll: true });
      }
      this.paint();
    });
    this.hand = new Hand(
      this.scene,
      () => this.legal.ask(),
      (meant) => void (this.trainer.isOn ? this.trainer.guess(meant) : this.writer.meant(meant)),
      mayBeIllegal,
      (from, to) => void (this.trainer.isOn ? this.trainer.forbidden(from, to) : this.writer.forbidden(from, to)),
    );
    this.follower = new Follower(
      (move, show) => this.reveal(move, show),
      (act) => requestAnimationFrame(act),
    );
    listenToKeys(page, this.keys());
    listenToWheel(this.scene.board.element, this.keys());
    takeFocus(page, this.scene.board.element);
    port.on("opened", () => {
      this.scene.live.stand("");
      this.engine.forget();
      void this.loader.load(undefined);
    });
    port.on("lost", () => this.scene.live.stand(this.isClosed ? CLOSED : this.settings.alone ? LOST_ALONE : LOST));
    port.on("changed", () => void this.loader.load(undefined));
    port.on("cursor", (cursor) => this.follow(cursor));
    port.on("theme", (theme) => applyTheme(page, theme));
    port.on("settings", (settings) => this.set(settings));
    port.on("train", () => this.train());
    port.on("closed", () => {
      this.isClosed = true;
      this.scene.live.stand(CLOSED);
    });
    port.begin();
  }

  /** The beginning of a long game is there: it is shown while the rest comes, unless the game was shown before. */
  private begun(message: GameMessage): void {
    if (!this.trainer.isOn && this.walk.game?.message.game !== message.game) {
      this.turned = undefined;
      this.isBegun = this.isAnswered = true;
      this.walk.load(message, undefined);
      if (this.awaited !== undefined) {
        this.walk.go(this.awaited.move ?? BEGINNING);
      }
      set(this.scene.moves.element, "aria-busy", "true");
      this.paint();
    }
  }

  /** The game is there, for the first time or anew. */
  private loaded(message: GameMessage | null, wanted: number | undefined, isSame: boolean): void {
    this.legal.forget();
    this.tree.forget();
    this.isAnswered = true;
    this.isBegun = false;
    set(this.scene.moves.element, "aria-busy", undefined);
    if (this.trainer.isOn) {
      this.trainer.renew(message === null ? undefined : new Game(message));
      return;
    }
    if (message === null && isSame) {
      return this.pin.gone(this.scene.live);
    }
    const before = this.walk.game?.message.game;
    this.walk.load(message, wanted, isSame);
    if (message?.game !== before && !isSame) {
      this.turned = undefined;
    }
    this.pin.loaded(this.scene.live);
    this.paint();
    const { awaited } = this;
    this.awaited = undefined;
    if (awaited !== undefined && wanted === undefined && message !== null) {
      this.come(awaited);
    }
    if (this.isToEnd) {
      this.end();
    }
    if (this.isToTrain && message !== null) {
      this.isToTrain = false;
      this.train();
    }
  }

  /** To the end of the line; of a game that is on its way once it is there. */
  private end(): void {
    this.go(this.walk.last);
    this.isToEnd = this.isBegun;
  }

  /** The board goes to a place by itself, and the text after it. */
  private go(id: number | undefined): void {
    if (this.scene.annotations.isDrafting) {
      this.missed = undefined;
      this.scene.annotations.commit();
    }
    this.isToEnd = false;
    if (this.awaited !== undefined && !this.isOther(this.awaited)) {
      this.awaited = undefined;
    }
    if (id === undefined || !this.walk.go(id)) {
      this.paint();
      return;
    }
    this.scene.live.clear();
    this.paint();
    // The text would show what is to be guessed.
    if (!this.trainer.isOn) {
      this.follower.gone(id);
    }
  }

  /** The editor's cursor is somewhere. */
  private follow(cursor: Cursor | null): void {
    const { game } = this.walk;
    if (cursor === null || this.trainer.isOn || this.isRearranging) {
      return;
    }
    if (this.scene.annotations.isDrafting) {
      this.missed = cursor;
      return;
    }
    // A long game is on its way while the host tells where the cursor is in it.
    const isLoading = this.loader.isLoading || this.isAhead(cursor);
    const isLeaving = game !== undefined && this.isOther(cursor) && this.pin.isOn && !isLoading;
    if (isLeaving || !this.follower.follows) {
      return;
    }
    if (isLoading) {
      this.awaited = cursor;
      // As far as the game is there the board goes at once. A game that is to be replaced has other half-moves.
      if (this.isBegun && !this.isOther(cursor) && this.walk.go(cursor.move ?? BEGINNING)) {
        this.paint();
      }
    } else if (game !== undefined) {
      this.come(cursor);
    }
  }

  private isOther(cursor: Cursor): boolean {
    return cursor.game !== undefined && cursor.game !== this.walk.game?.message.game;
  }

  /** The cursor is in a text of which the board is still to be told. */
  private isAhead({ version }: Cursor): boolean {
    const shown = this.walk.game?.message.version;
    return typeof shown === "number" && version !== undefined && version > shown;
  }

  /** The board goes to where the editor's cursor is. */
  private come(cursor: Cursor): void {
    if (!this.isOther(cursor)) {
      if (this.walk.go(cursor.move ?? BEGINNING)) {
        this.paint();
      }
    } else if (this.pin.isOn) {
      return;
    } else if (cursor === this.brought) {
      this.brought = undefined;
    } else {
      this.loader.chosen = undefined;
      // Where the cursor has gone on when the game comes, that counts.
      this.awaited = this.brought = cursor;
      void this.loader.load(undefined);
    }
  }

  private async reveal(move: number, show: boolean): Promise<void> {
    const { game } = this.walk;
    if (game === undefined || !game.has(move)) {
      return;
    }
    const start = game.message.range.start;
    const range: Range = game.move(move)?.range ?? { start, end: start };
    await this.port.request("reveal", { range, game: game.message.game ?? 1, move, ...(show ? { show } : {}) });
  }

  /** Shows where the board is, once a frame at most. */
  private paint(): void {
    if (!this.isPainting && this.isAnswered) {
      this.isPainting = true;
      requestAnimationFrame(() => {
        this.isPainting = false;
        const { trainer } = this;
        const at = trainer.whole(this.walk.at);
        const legal = trainer.isOn === trainer.isAsking ? this.legal.at(at) : undefined;
        const { isOn: isTraining, drawn, told } = trainer;
        this.engine.at(isTraining ? undefined : this.searched);
        const guessing = { isTraining, drawn, told };
        this.scene.show(this.walk, this.orientation, legal, this.effective, guessing, this.engine.info);
        this.legal.later(at);
        if (!isTraining) {
          this.tree.at(this.explored);
        }
      });
    }
  }

  /** The place at which a half-move may be made. */
  private playable(): { game: number; after: number } | undefined {
    const { trainer, walk } = this;
    const isAble = trainer.isOn ? trainer.isAsking : !this.effective.readOnly;
    if (walk.game === undefined || !isAble || !walk.game.board(walk.at).known) {
      return undefined;
    }
    return { game: walk.game.message.game ?? 1, after: trainer.whole(walk.at) };
  }

  /** The position of which there may be a tree. */
  private get explored(): string | undefined {
    const { game, at } = this.walk;
    const variant = game?.message.variant ?? null;
    const board = variant === null || variant === "chess960" ? game?.board(at) : undefined;
    return board?.known === true ? (board.fen ?? undefined) : undefined;
  }

  /** The place about which an engine may be asked. */
  private get searched(): EnginePlace | undefined {
    const { game, at } = this.walk;
    const { known, fen } = game?.board(at) ?? {};
    if (game === undefined || known !== true || typeof fen !== "string" || this.isBegun) {
      return undefined;
    }
    return { game: game.message.game ?? 1, move: at, fen, isWritable: !this.effective.readOnly };
  }

  /** A move of the tree or of the engine: where the text has it, the board goes there. */
  private take(uci: string): void {
    const dropped = /^([A-Z])@([a-h][1-8])$/.exec(uci);
    if (dropped !== null) {
      void this.writer.typed(uci);
      return;
    }
    const promotion = LETTERS.find((letter) => letter === uci.slice(4)) ?? "";
    const meant = { kind: "steps", from: uci.slice(0, 2), to: uci.slice(2, 4), promotion } as const;
    const there = this.walk.played(meant.from + meant.to, meant.promotion === "" ? undefined : meant.promotion);
    if (there === undefined && this.effective.readOnly) {
      this.scene.live.notify("The text does not have this move, and nothing can be written into it.");
    } else {
      void this.writer.meant(meant);
    }
  }

  private async openGame(at: number): Promise<void> {
    const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));
    await this.port.request("openGame", { at }).catch((error: unknown) => this.scene.live.notify(why(error)));
  }

  /** The settings; nothing is written into binary moves. */
  private get effective(): Settings {
    return this.walk.game?.message.binary === true ? { ...this.settings, readOnly: true } : this.settings;
  }

  private get orientation(): Color {
    return this.turned ?? this.walk.game?.message.orientation ?? "white";
  }

  private set(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    this.follower.follow = this.settings.alone ? "off" : this.settings.follow;
    this.page.classList.toggle("is-alone", this.settings.alone);
    this.scene.tree.isLinked = !this.settings.alone;
    this.page.classList.toggle("has-engine", this.settings.engine);
    this.engine.offer(this.settings.engine, this.settings.engineLines);
    if (this.settings.alone && this.settings.readOnly) {
      this.scene.live.stand(ONLY_SHOWN);
    }
    this.paint();
  }

  /** Moves of the game are to be guessed. */
  train(): void {
    const { game, at } = this.walk;
    if (this.trainer.isOn) {
      this.trainer.focus();
    } else if (game !== undefined) {
      this.trainer.open(game, at);
    } else {
      this.isToTrain = true;
    }
  }

  /** The board stays on a game while moves of it are guessed, and follows again as before. */
  private keep(training: Training | undefined): void {
    if (!this.isKept) {
      this.chosenBefore = this.loader.chosen;
    }
    this.isKept = training !== undefined;
    if (this.isKept) {
      this.engine.off();
    }
    const { game, range } = training?.game.message ?? {};
    this.loader.chosen = game ?? this.chosenBefore;
    const isOn = training !== undefined && range !== undefined;
    const told = isOn ? { on: isOn, game: range, hidden: training.hidden } : { on: isOn };
    void this.port.request("train", told).catch(() => undefined);
  }

  /** While a comment is being written the board stays at its half-move, and goes on from where the cursor is then. */
  private draft(on: boolean): void {
    if (on && this.chosenByDraft === undefined && !this.isKept && !this.pin.isOn) {
      this.chosenByDraft = { before: this.loader.chosen };
      this.loader.chosen = this.walk.game?.message.game ?? undefined;
    }
    if (on) {
      return;
    }
    if (this.chosenByDraft !== undefined) {
      this.loader.chosen = this.chosenByDraft.before;
      this.chosenByDraft = undefined;
    }
    const { missed } = this;
    this.missed = undefined;
    if (missed !== undefined) {
      this.follow(missed);
    }
  }

  private besideGame(way: 1 | -1): void {
    const { game, games } = this.walk.game?.message ?? {};
    if (typeof game === "number" && typeof games === "number" && game + way >= 1 && game + way <= games) {
      this.loader.chosen = game + way;
      void this.loader.load(BEGINNING).then(() => this.follower.gone(BEGINNING));
    }
  }

  /** What can be done with the half-move at which the board is. */
  private menu(left: number, top: number): void {
    const { game, at } = this.walk;
    const move = game?.move(at);
    if (game === undefined || move === undefined || this.trainer.isOn) {
      return;
    }
    const rearrange = (label: string, how: Rearrangement): MenuItem => ({ label, act: () => void this.rearrange(how) });
    const written: MenuItem[] = [
      ...(move.depth > 0 ? [rearrange("Promote the variation", "promote")] : []),
      ...(move.depth > 1 ? [rearrange("Make it the main line", "mainLine")] : []),
      { label: "Comment", act: () => this.annotated()?.focusComment() },
      { label: "Glyph", act: () => this.annotated()?.focusGlyphs() },
      rearrange(`Delete from ${placeText(game, at)} on`, "deleteFromHere"),
      ...(move.depth > 0 ? [rearrange("Delete the variation", "deleteVariation")] : []),
    ];
    const copied = lineText(game, at);
    const copy = { label: "Copy the line to here", act: () => void this.copyText(copied) };
    this.scene.menu.open([...(this.effective.readOnly ? [] : written), copy], left, top);
  }

  private async rearrange(how: Rearrangement): Promise<void> {
    this.isRearranging = true;
    await this.writer.rearrange(how);
    this.isRearranging = false;
    this.follower.gone(this.walk.at);
  }

  private async copyText(text: string): Promise<void> {
    const done = navigator.clipboard.writeText(text).then(() => "The line is copied.");
    this.scene.live.notify(await done.catch(() => "The line could not be copied: the browser does not allow it."));
  }

  private async copy(kind: "png" | "svg"): Promise<void> {
    const { picture } = this.scene;
    if (picture !== undefined) {
      this.scene.live.notify(await copyPicture(picture, this.page, kind));
    }
  }

  private keys() {
    const { walk } = this;
    /** What concerns the text rests while moves are guessed. */
    const unlessTraining = (act: () => void) => () => {
      if (!this.trainer.isOn) {
        act();
      }
    };
    return {
      next: () => this.go(walk.next),
      previous: () => this.go(walk.previous),
      first: () => this.go(BEGINNING),
      last: () => this.end(),
      beside: (way: 1 | -1) => this.go(walk.beside(way)),
      out: () => this.go(walk.branch),
      flip: () => this.flip(),
      glyphs: unlessTraining(() => this.annotated()?.focusGlyphs()),
      comment: unlessTraining(() => this.annotated()?.focusComment()),
      squares: () => this.scene.squares.focus(),
      show: unlessTraining(() => {
        if (!this.settings.alone) {
          this.follower.tell(walk.at, true);
        }
      }),
      settings: () => this.scene.settings.open(this.effective),
      help: () => this.scene.help.open(this.effective),
      train: () => this.train(),
      tree: unlessTraining(() => this.tree.turn()),
      hint: () => this.trainer.hint(),
      engine: unlessTraining(() => this.engine.turn()),
      threat: unlessTraining(() => this.engine.threat(this.searched)),
      reply: unlessTraining(() => this.engine.reply(this.searched)),
      line: (at: number) => unlessTraining(() => this.engine.write(at, undefined, this.searched))(),
      readOut: unlessTraining(() => this.engine.read()),
      undo: unlessTraining(() => {
        if (!this.effective.readOnly) {
          void this.writer.undo();
        }
      }),
      menu: () => {
        const { left, bottom } = this.scene.moves.place;
        this.menu(left, bottom);
      },
      typed: (letter: string) => {
        if (this.trainer.isOn || !this.effective.readOnly) {
          this.scene.field.begin(letter);
        }
      },
      leave: () => {
        this.scene.board.select(null);
        this.scene.squares.show(this.scene.now, undefined);
      },
    };
  }

  /** Glyphs and comment of where the board is, also before that has been painted. */
  private annotated() {
    const { game, at } = this.walk;
    const { annotations } = this.scene;
    if (game === undefined || this.effective.readOnly) {
      return undefined;
    }
    annotations.show(game, at);
    return annotations;
  }

  private flip(): void {
    this.turned = this.orientation === "white" ? "black" : "white";
    this.paint();
  }

  private events(): SceneEvents {
    return {
      board: {
        moved: (from, to) => void this.hand.moved(from, to),
        refused: (from, to) => void this.hand.refused(from, to),
        dropped: (role, square) => {
          const letter = LETTERS.find((one) => NAMES[one] === role);
          if (letter !== undefined) {
            this.hand.dropped(letter, square);
          }
        },
        drawn: (shape) => void this.writer.drawn(shape),
      },
      squares: {
        chosen: (square) => void this.hand.chosen(square),
        marked: (square, kind, event) => {
          if (!this.trainer.isOn && !this.effective.readOnly) {
            this.writer.marked(square, kind, event);
          }
        },
      },
      pockets: {
        taken: (color, letter, event) => {
          if ((this.trainer.isAsking || !this.effective.readOnly) && color === this.scene.now.turn) {
            this.scene.board.drag(color, NAMES[letter], event);
          }
        },
        chosen: (_color, letter) => this.hand.chooseDrop(letter),
      },
      annotations: {
        glyphs: (nags) => void this.writer.annotate({ nags }),
        comment: (comment) => void this.writer.annotate({ comment }),
        begun: () => this.draft(true),
        left: () => this.draft(false),
        done: () => this.scene.moves.element.focus({ preventScroll: true }),
        lost: (text) => this.scene.live.stand(`Not written, for its half-move is not here any more: “${text}”`),
      },
      controls: {
        first: () => this.go(BEGINNING),
        previous: () => this.go(this.walk.previous),
        next: () => this.go(this.walk.next),
        last: () => this.end(),
        flip: () => this.flip(),
        show: this.keys().show,
        copyPng: () => void this.copy("png"),
        copySvg: () => void this.copy("svg"),
        // A webview cannot print.
        print: this.host === "vscode" ? undefined : () => window.print(),
        newGame: this.host === "browser" ? undefined : () => void this.port.request("newGame", {}).catch(() => undefined),
        settings: () => this.scene.settings.open(this.effective),
        help: () => this.scene.help.open(this.effective),
        train: () => this.train(),
      },
      tree: {
        played: ({ uci }) => this.take(uci),
        opened: (game) => void this.openGame(game),
        close: this.keys().tree,
      },
      training: {
        hint: () => this.trainer.hint(),
        end: () => this.trainer.end(),
        again: () => this.train(),
        close: () => {
          this.scene.training.close();
          this.scene.moves.element.focus();
        },
        chosen: (move) => this.go(move),
      },
      wished: (wish) => {
        const { game } = this.walk;
        if (game !== undefined) {
          this.trainer.begin(game, wish);
        }
      },
      chosen: (move) => this.go(move),
      asked: (move, left, top) => {
        if (move !== undefined) {
          this.go(move);
        }
        this.menu(left, top);
      },
      entered: (text) => void (this.trainer.isOn ? this.trainer.typed(text) : this.writer.typed(text)),
      beside: (way) => this.besideGame(way),
      turnTree: this.keys().tree,
      turnEngine: this.keys().engine,
      pin: () => this.pin.turn(),
      setting: (name, value) => {
        this.set({ [name]: value });
        void this.port.request("setting", { name, value }).catch(() => undefined);
      },
    };
  }
}
