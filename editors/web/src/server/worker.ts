// The worker that holds the server: it gets the module first, or its bytes, and then messages as the texts of JSON, or
// what the page would take too long to write and to read as JSON.

import { start } from "../../../../src/web/server.mjs";
import { startEngine } from "../engine/engine_worker";
import { gameColumns, GAMES_ID, type FromWorker, type ToWorker } from "./large";

/** Whether the page was built with an engine. */
declare const HAS_ENGINE: boolean;

const scope = self as unknown as { postMessage(message: FromWorker, transfer?: Transferable[]): void };
const early: string[] = [];
const parts: string[] = [];
let receive = (message: string): void => void early.push(message);

self.addEventListener("message", ({ data }: MessageEvent<ToWorker | WebAssembly.Module | Uint8Array<ArrayBuffer>>) => {
  if (typeof data === "string") {
    receive(data);
    return;
  }
  if ("part" in data) {
    parts.push(data.part);
    return;
  }
  if ("opened" in data) {
    const params = { textDocument: { ...data.opened, text: parts.splice(0).join("") } };
    receive(JSON.stringify({ jsonrpc: "2.0", method: "textDocument/didOpen", params }));
    return;
  }
  if ("ping" in data) {
    scope.postMessage({ pong: true });
    return;
  }
  start(data, send, HAS_ENGINE ? startEngine : undefined).then(
    (ready: (message: string) => void) => {
      receive = ready;
      early.splice(0).forEach(ready);
    },
    (error: unknown) => {
      // An error of the worker: the page hears of it as of any other.
      setTimeout(() => {
        throw error;
      });
    },
  );
});

function send(message: string): void {
  if (GAMES_ID.test(message.slice(0, 60)) || GAMES_ID.test(message.slice(-60))) {
    const columns = gameColumns(message);
    scope.postMessage(columns, [columns.places.buffer]);
  } else {
    scope.postMessage(message);
  }
}
