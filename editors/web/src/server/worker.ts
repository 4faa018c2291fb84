// The worker that holds the server: it gets the module first, and then messages as the texts of JSON.

import { start } from "../../../../src/web/server.mjs";
import { startEngine } from "../engine/engine_worker";

/** Whether the page was built with an engine. */
declare const HAS_ENGINE: boolean;

const scope = self as unknown as { postMessage(message: string): void };
const early: string[] = [];
let receive = (message: string): void => void early.push(message);

self.addEventListener("message", ({ data }: MessageEvent<string | WebAssembly.Module>) => {
  if (typeof data === "string") {
    receive(data);
    return;
  }
  start(data, (message: string) => scope.postMessage(message), HAS_ENGINE ? startEngine : undefined).then(
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
