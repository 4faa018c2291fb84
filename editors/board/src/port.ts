// The one tie between the board and its host: messages in JSON, requests by number, notifications by name.

import type { Notifications, Requests } from "./messages";

/** What carries messages; a host is one of these. */
export interface Carrier {
  send(message: unknown): void;
  /** Begins: from now on messages come to `message`; `opened` is told whenever the host can be asked. */
  begin(to: { message(message: unknown): void; opened(): void; lost(): void }): void;
}

/** The host's answer where something cannot be done; `code` is that of the editor's protocol, if it has one. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: number | undefined,
  ) {
    super(message);
  }

  /** The text has changed meanwhile, and what was asked was about another one. */
  get isOutdated(): boolean {
    return this.code === -32_801;
  }
}

const UNANSWERED = "The editor does not answer.";

interface Waiting {
  done(result: unknown): void;
  failed(error: Error): void;
}

type Listeners = { [Name in keyof Notifications]?: (params: Notifications[Name]) => void };

export class Port {
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners: Listeners = {};
  private last = 0;
  private isLost = false;

  constructor(private readonly carrier: Carrier) {}

  begin(): void {
    this.carrier.begin({
      message: (message) => this.receive(message),
      opened: () => {
        this.isLost = false;
        this.tell("opened", undefined);
      },
      lost: () => {
        this.isLost = true;
        for (const one of this.waiting.values()) {
          one.failed(new Error(UNANSWERED));
        }
        this.waiting.clear();
        this.tell("lost", undefined);
      },
    });
  }

  on<Name extends keyof Notifications>(name: Name, listener: (params: Notifications[Name]) => void): void {
    (this.listeners as Record<string, unknown>)[name] = listener;
  }

  request<Name extends keyof Requests>(
    method: Name,
    params: Requests[Name]["params"],
  ): Promise<Requests[Name]["result"]> {
    if (this.isLost) {
      return Promise.reject(new Error(UNANSWERED));
    }
    const id = ++this.last;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done: done as (result: unknown) => void, failed });
      this.carrier.send({ id, method, params });
    });
  }

  private receive(message: unknown): void {
    if (typeof message !== "object" || message === null) {
      return;
    }
    const { id, method, params, result, error } = message as Record<string, unknown>;
    if (typeof id === "number") {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (error !== undefined && error !== null) {
        const { message, code } = error as { message?: unknown; code?: unknown };
        const why = String(message ?? "This cannot be done here.");
        waiting?.failed(new Refusal(why, typeof code === "number" ? code : undefined));
      } else {
        waiting?.done(result ?? null);
      }
    } else if (typeof method === "string") {
      this.tell(method as keyof Notifications, params);
    }
  }

  private tell(name: keyof Notifications, params: unknown): void {
    if (Object.hasOwn(this.listeners, name)) {
      (this.listeners[name] as ((params: unknown) => void) | undefined)?.(params);
    }
  }
}
