// Stockfish beside the server: a worker within the server's worker, which ends with it. Its files are fetched when it is
// started, never before.

/** Where the build puts its script. The module stands beside it, with the same name. */
const SCRIPT = "engine/stockfish.js";

interface RunningEngine {
  tell(lines: string): void;
  end(): void;
}

/** Starts it. There is no other: `name` is what the page's settings say. */
export function startEngine(_name: string, hear: (line: string) => void, lose: (why: string) => void): RunningEngine {
  const worker = new Worker(new URL(SCRIPT, location.href), { name: "stockfish" });
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") {
      data.split("\n").forEach(hear);
    }
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    lose(event.message || `${SCRIPT} cannot be loaded`);
  });
  return {
    tell: (lines) => {
      // It takes one line at a time.
      for (const line of lines.split("\n").filter((one) => one !== "")) {
        worker.postMessage(line);
      }
    },
    end: () => worker.terminate(),
  };
}
