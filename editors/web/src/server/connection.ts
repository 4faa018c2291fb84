// The tie to the server in its worker: messages both ways, and a new worker where one has died.

import type { Transport } from "@codemirror/lsp-client";
import { Pauses } from "../documents/parts";
import { GameRows, type FromWorker, type OpenedText, type ToWorker } from "./large";
import { Pulse } from "./pulse";

/** A worker that dies again within this time is not started a third time by itself, in milliseconds. */
const TOO_SOON = 20_000;
/** So many times larger are binary games as text. */
const PACKED = 10;
const OWN_REQUEST = /"method":"(?:workspace|window|client)\//;

/** What the server asks of the page. */
export type Answerer = (method: string, params: unknown) => Promise<unknown>;

export interface ConnectionEvents {
  asked: Answerer;
  /** The worker is gone; `again` is told whether another one is started. */
  died(why: string, again: boolean): void;
}

/** Why a request has no answer: whoever asked hears of it, and the page says it once. */
export class Restarted extends Error {
  constructor() {
    super("The checker was started again: try it once more.");
  }
}

interface Message {
  id?: number | string;
  method?: string;
  params?: unknown;
}

export class Connection implements Transport {
  private worker: Worker | undefined;
  private pulse: Pulse | undefined;
  private readonly receivers = new Set<(message: string) => void>();
  private diedAt = -Infinity;
  private readonly waiting = new Map<string, (games: GameRows | undefined) => void>();
  private asked = 0;
  /** A document that is being opened, and what is sent after it. */
  private opening: Promise<void> | undefined;
  private readonly later: string[] = [];

  constructor(
    private readonly module: Promise<WebAssembly.Module>,
    private readonly events: ConnectionEvents,
  ) {}

  /** Starts a worker; what is sent from now on goes to it. */
  start(): void {
    this.worker?.terminate();
    this.pulse?.end();
    const worker = new Worker(new URL("worker.js", document.baseURI), { name: "vgn-lsp" });
    this.worker = worker;
    this.opening = undefined;
    this.later.length = 0;
    const ping: ToWorker = { ping: true };
    const pulse = new Pulse(
      () => worker.postMessage(ping),
      (heardAt) => this.lose(worker, "It does not answer any more.", heardAt),
    );
    this.pulse = pulse;
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      pulse.heard();
      if (worker === this.worker) {
        if (typeof data === "string") {
          this.receive(data);
        } else if (!("pong" in data)) {
          this.waiting.get(data.id)?.(data.error === undefined ? new GameRows(data) : undefined);
          this.waiting.delete(data.id);
        }
      }
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.lose(worker, event.message);
    });
    this.module.then(
      (module) => worker.postMessage(module),
      (error: unknown) => this.lose(worker, error instanceof Error ? error.message : String(error)),
    );
  }

  send(message: string): void {
    this.pulse?.told(message.length * (isLent(message) ? PACKED : 1));
    if (this.opening === undefined) {
      this.worker?.postMessage(isInitialize(message) ? withoutPulling(message) : message);
    } else {
      this.later.push(message);
    }
  }

  /** Tells the server of a document whose text is in parts. What is sent meanwhile follows it. */
  async open(opened: OpenedText, parts: Iterable<string>): Promise<void> {
    const { worker, pulse } = this;
    const tell = (message: ToWorker): void => worker?.postMessage(message);
    const before = this.opening;
    const own = (async () => {
      await before;
      const pauses = new Pauses();
      for (const part of parts) {
        pulse?.told(part.length);
        tell({ part });
        await pauses.pause();
      }
      tell({ opened });
    })();
    this.opening = own;
    await own;
    if (this.opening === own) {
      this.opening = undefined;
      this.later.splice(0).forEach((message) => worker === this.worker && tell(message));
    }
  }

  /** The games of a document; undefined where its text has changed meanwhile, or another list is asked for. */
  games(uri: string): Promise<GameRows | undefined> {
    for (const [id, done] of this.waiting) {
      done(undefined);
      this.send(JSON.stringify({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id } }));
    }
    this.waiting.clear();
    const id = `games-${++this.asked}`;
    const params = { textDocument: { uri } };
    this.send(JSON.stringify({ jsonrpc: "2.0", id, method: "textDocument/documentSymbol", params }));
    return new Promise((done) => this.waiting.set(id, done));
  }

  subscribe(receiver: (message: string) => void): void {
    this.receivers.add(receiver);
  }

  unsubscribe(receiver: (message: string) => void): void {
    this.receivers.delete(receiver);
  }

  private receive(text: string): void {
    if (OWN_REQUEST.test(text.slice(0, 400))) {
      const { id, method, params } = JSON.parse(text) as Message;
      if (id !== undefined && method !== undefined) {
        void this.answer(id, method, params);
        return;
      }
    }
    this.receivers.forEach((receiver) => receiver(text));
  }

  /** CodeMirror's client would refuse whatever the server asks. */
  private async answer(id: number | string, method: string, params: unknown): Promise<void> {
    let answer: object;
    try {
      answer = { result: (await this.events.asked(method, params)) ?? null };
    } catch (error) {
      answer = { error: { code: -32_601, message: error instanceof Error ? error.message : String(error) } };
    }
    this.worker?.postMessage(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  }

  /** The worker has died at a time of the page, in milliseconds. */
  private lose(worker: Worker, why: string, at = performance.now()): void {
    if (worker !== this.worker) {
      return;
    }
    worker.terminate();
    this.pulse?.end();
    this.waiting.forEach((done) => done(undefined));
    this.waiting.clear();
    this.worker = undefined;
    const again = at - this.diedAt > TOO_SOON;
    this.diedAt = performance.now();
    this.events.died(why, again);
  }
}

function isLent(message: string): boolean {
  return message.slice(0, 80).includes('"method":"vgn/lendFiles"');
}

function isInitialize(message: string): boolean {
  return message.slice(0, 80).includes('"method":"initialize"');
}

/** CodeMirror's client says that it asks for diagnostics, and waits to be told them. */
function withoutPulling(message: string): string {
  const request = JSON.parse(message) as { params: { capabilities: { textDocument: Record<string, unknown> } } };
  delete request.params.capabilities.textDocument["diagnostic"];
  return JSON.stringify(request);
}
