// The hosts of the board: VS Code's webview, a page that holds the board in a frame, and a browser's tab that the server
// serves.

import type { Carrier } from "./port";

interface VsCode {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
}

declare const acquireVsCodeApi: (() => VsCode) | undefined;

/** How long is waited until a lost connection is tried again, in milliseconds: first, and at most. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5_000;

export type HostKind = "vscode" | "page" | "browser";

/** The host of this page. */
export function findHost(): { kind: HostKind; carrier: Carrier } {
  if (typeof acquireVsCodeApi === "function") {
    return { kind: "vscode", carrier: webview(acquireVsCodeApi()) };
  }
  if (window.parent !== window) {
    return { kind: "page", carrier: framed() };
  }
  const address = new URL("socket", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return { kind: "browser", carrier: new Socket(address.href) };
}

function webview(code: VsCode): Carrier {
  return {
    send: (message) => code.postMessage(message),
    begin: ({ message, opened }) => {
      window.addEventListener("message", ({ data }) => {
        if ((data as { method?: unknown }).method === "state") {
          // What the webview is restored by after a reload of the window.
          code.setState((data as { params: unknown }).params);
        } else {
          message(data);
        }
      });
      opened();
    },
  };
}

/** The page around the frame, if it has the same origin: it sends one end of a tie. */
function framed(): Carrier {
  let port: MessagePort | undefined;
  return {
    send: (message) => port?.postMessage(message),
    begin: ({ message, opened }) => {
      window.addEventListener("message", ({ source, origin, ports: [first] }) => {
        if (source !== window.parent || origin !== location.origin || first === undefined) {
          return;
        }
        port?.close();
        port = first;
        first.onmessage = ({ data }) => message(data);
        opened();
      });
    },
  };
}

/** A connection that is made again where it is lost, until the host says that it is closed. */
class Socket implements Carrier {
  private socket: WebSocket | undefined;
  private pause = FIRST_PAUSE;
  private isClosed = false;

  constructor(private readonly address: string) {}

  send(message: unknown): void {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  begin(to: Parameters<Carrier["begin"]>[0]): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.pause = FIRST_PAUSE;
      to.opened();
    });
    socket.addEventListener("message", ({ data }) => {
      const message: unknown = typeof data === "string" ? parsed(data) : undefined;
      this.isClosed ||= (message as { method?: unknown } | undefined)?.method === "closed";
      to.message(message);
    });
    socket.addEventListener("close", () => {
      to.lost();
      if (!this.isClosed) {
        setTimeout(() => this.begin(to), this.pause);
        this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
      }
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
