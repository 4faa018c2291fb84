// The engine beside the board: asked about where the board is once it rests there, and stopped when nobody looks.

import { EnginePanel } from "./engine_panel";
import { evaluationInWords } from "./evaluation";
import type { EngineInfo, EngineLine } from "./messages";
import { Refusal, type Port } from "./port";
import { sanInWords } from "./speech";

/** The board rests so long, in milliseconds, before the engine is asked. */
const REST = 90;
/** Where nobody looks at the page for this time, in milliseconds, the engine stops. */
const UNSEEN = 30_000;
/** An evaluation is read out at most so often, in milliseconds. */
const READING = 4_000;
/** Half-moves of a line that are read out. */
const READ = 3;

/** Where the board is, as the host has to know it. */
export interface EnginePlace {
  game: number;
  move: number;
  fen: string;
  /** Half-moves can be written here. */
  isWritable: boolean;
}

export interface EngineEvents {
  /** Something else is to be seen on the board. */
  changed(): void;
  /** A line is to be written into the text. */
  write(moves: string[]): void;
  /** Its best move is to be played. */
  play(uci: string): void;
  /** It is on, or off. */
  turned(on: boolean): void;
  /** Something is to be read out. */
  read(text: string): void;
  notify(text: string): void;
}

export class Engine {
  readonly panel: EnginePanel;
  isOn = false;
  private isOffered = false;
  private place: EnginePlace | undefined;
  /** What was asked last; null before that. */
  private asked: string | null | undefined = null;
  private isThreat = false;
  private lines = 1;
  /** The search that is told of; while it is asked for, what comes is kept. */
  private search: number | undefined;
  private early: EngineInfo | undefined;
  private found: EngineInfo | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unseen: ReturnType<typeof setTimeout> | undefined;
  private isReading = false;
  private lastRead = { at: 0, text: "" };
  private reading: ReturnType<typeof setTimeout> | undefined;
  /** The best move is played as soon as it is known. */
  private isToPlay = false;

  constructor(
    private readonly port: Port,
    private readonly events: EngineEvents,
  ) {
    this.panel = new EnginePanel({
      played: (line, half) => this.write(line, half),
      lines: (lines) => {
        this.lines = lines;
        this.again();
      },
      threat: () => this.threat(),
      close: () => this.turn(),
    });
    port.on("engineInfo", (info) => this.hear(info));
    port.on("engine", ({ on }) => {
      this.asked = null;
      if (this.isOn !== on) {
        this.set(on);
        if (!on) {
          // What was asked just before may be on its way to the host.
          this.stop();
        }
      } else {
        this.events.changed();
      }
    });
    document.addEventListener("visibilitychange", () => {
      clearTimeout(this.unseen);
      if (document.visibilityState === "hidden") {
        this.unseen = setTimeout(() => this.isOn && this.stop(), UNSEEN);
      } else if (this.isOn && this.asked === null) {
        this.events.changed();
      }
    });
  }

  /** Whether the host can start one, and how many lines the settings want. */
  offer(isOffered: boolean, lines: number): void {
    if (isOffered && !this.isOffered) {
      this.lines = lines;
      this.panel.chosen(lines);
    }
    this.isOffered = isOffered;
    if (!isOffered && this.isOn) {
      this.set(false);
    }
  }

  /** Moves are to be guessed: it would tell them. */
  off(): void {
    if (this.isOn) {
      this.turn();
    }
  }

  turn(): void {
    if (!this.isOffered) {
      this.events.notify("No engine can be started here.");
      return;
    }
    const wasOn = this.isOn;
    this.set(!wasOn);
    if (wasOn) {
      this.stop();
    }
  }

  /** The host asks of its own accord, or has been asked: it is seen, or not. */
  private set(on: boolean): void {
    this.isOn = on;
    this.asked = null;
    this.isThreat = this.isReading = this.isToPlay = false;
    clearTimeout(this.timer);
    clearTimeout(this.reading);
    this.forgetFound();
    this.panel.turn(on);
    this.events.turned(on);
    this.events.changed();
  }

  private stop(): void {
    this.asked = null;
    this.search = undefined;
    clearTimeout(this.timer);
    this.port.request("engine", { on: false }).catch(() => undefined);
  }

  /** The host has another connection, or another text. */
  forget(): void {
    this.asked = null;
  }

  /** What the other side would play, or again what the side to move does. */
  threat(place = this.place): void {
    if (!this.isOn) {
      this.turn();
    }
    if (this.isOn) {
      // The board may have gone on since it was painted.
      this.isThreat = place?.fen !== this.place?.fen || !this.isThreat;
      this.place = place;
      this.again();
    }
  }

  /** The best move, or as soon as one is known. */
  reply(place = this.place): void {
    if (!this.isOn) {
      this.turn();
    }
    this.at(place);
    const best = this.isThreat ? undefined : this.found?.lines[0]?.uci[0];
    if (best !== undefined) {
      this.events.play(best);
    } else if (this.isOn && !this.isThreat) {
      this.isToPlay = true;
    }
  }

  /** Writes a line into the text, up to a half-move of it; the first is 0. */
  write(line: number, half?: number, place = this.place): void {
    this.at(place);
    const moves = this.found?.lines[line]?.uci;
    if (moves === undefined || this.place === undefined) {
      this.events.notify(this.isOn ? "The engine has no such line here yet." : "The engine is off: l starts it.");
    } else if (this.isThreat) {
      this.events.notify("A threat is no line of this position: it cannot be written into the text.");
    } else if (!this.place.isWritable) {
      this.events.notify("Nothing can be written into this text.");
    } else {
      this.events.write(moves.slice(0, half === undefined ? this.panel.length : half + 1));
    }
  }

  /** Begins to read out what is found, or ends it. */
  read(): void {
    if (!this.isOn) {
      this.events.read("The engine is off.");
      return;
    }
    this.isReading = !this.isReading;
    this.lastRead = { at: 0, text: "" };
    if (this.isReading) {
      this.readOut();
    } else {
      clearTimeout(this.reading);
      this.reading = undefined;
      this.events.read("Evaluations are not read out any more.");
    }
  }

  /** The board is here; nowhere, where there is nothing to ask about. */
  at(place: EnginePlace | undefined): void {
    const before = this.place?.fen;
    this.place = place;
    if (!this.isOn) {
      return;
    }
    if (place?.fen !== before) {
      this.isThreat = this.isToPlay = false;
    }
    const key = place === undefined ? undefined : `${place.fen} ${this.isThreat} ${this.lines}`;
    if (key === this.asked) {
      return;
    }
    clearTimeout(this.timer);
    this.asked = key;
    this.forgetFound();
    if (place === undefined) {
      this.panel.say("There is no board here that an engine could be asked about.");
    } else {
      this.panel.wait(this.isThreat);
      this.timer = setTimeout(() => void this.ask(place, key), REST);
    }
  }

  /** What was found of the position that is shown. */
  get info(): EngineInfo | undefined {
    return this.isOn && this.found !== undefined && this.found.fen === this.place?.fen ? this.found : undefined;
  }

  private again(): void {
    this.asked = null;
    this.at(this.place);
    this.events.changed();
  }

  private async ask(place: EnginePlace, key: string | undefined): Promise<void> {
    const { game, move } = place;
    const isStill = (): boolean => this.isOn && this.asked === key;
    this.search = this.early = undefined;
    try {
      const of = this.isThreat ? "threat" : "position";
      const { id, fen } = await this.port.request("engine", { on: true, game, move, lines: this.lines, of });
      // Of another text than the one that is shown: that is on its way.
      if (isStill() && fen === place.fen) {
        this.search = id;
        const { early } = this;
        this.early = undefined;
        if (early !== undefined) {
          this.hear(early);
        }
      }
    } catch (error) {
      if (isStill()) {
        // The text has changed meanwhile: the board is told, and asks again.
        this.asked = error instanceof Refusal && error.isOutdated ? null : this.asked;
        this.panel.say(error instanceof Error ? error.message : String(error));
        this.isToPlay = false;
      }
    }
  }

  private hear(info: EngineInfo): void {
    if (!this.isOn) {
      return;
    }
    if (this.search === undefined) {
      this.early = info;
      return;
    }
    if (info.id !== this.search) {
      return;
    }
    this.found = info;
    this.panel.show(info);
    this.events.changed();
    if (this.isReading) {
      this.readOut();
    }
    const best = info.lines[0]?.uci[0];
    if (this.isToPlay && best !== undefined) {
      this.isToPlay = false;
      this.events.play(best);
    }
  }

  private forgetFound(): void {
    this.search = this.found = this.early = undefined;
  }

  /** Reads out what is found, unless that was done just now: then a little later. */
  private readOut(): void {
    const wait = this.lastRead.at + READING - performance.now();
    if (wait > 0) {
      this.reading ??= setTimeout(() => {
        this.reading = undefined;
        if (this.isReading) {
          this.readOut();
        }
      }, wait);
      return;
    }
    const { info } = this;
    const best = info?.lines[0];
    const text = info === undefined || best === undefined ? "No evaluation yet." : inWords(best, info);
    if (text !== this.lastRead.text) {
      this.lastRead = { at: performance.now(), text };
      this.events.read(text);
    }
  }
}

/** A line in words: the evaluation, the depth and the first half-moves. */
function inWords(best: EngineLine, { threat, depth }: EngineInfo): string {
  const moves = best.san.slice(0, READ).map((san) => sanInWords(san));
  const said = `${evaluationInWords(best)}, depth ${depth}: ${moves.join("; ")}`;
  return threat === true ? `Threat: ${said}` : said;
}
