// Compressed files: gzip by the browser, the other formats by the server's own reader, in a worker that is started for
// one file and loads it then.

import { gathered } from "./bytes";

/** Names of compressed files. */
export const COMPRESSED = /\.(?:gz|zst|bz2|xz)$/i;

export type CompressedKind = "gzip" | "Zstandard" | "bzip2" | "xz";

/** The text of a compressed file. */
export interface Unpacked {
  /** Undefined where it has more bytes than are allowed. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** What was wrong behind these bytes. */
  fault: string | undefined;
}

/** What the worker is told, and what it answers. */
export interface UnpackOrder {
  bytes: ArrayBuffer;
  most: number;
}
export type UnpackNews = { size: number } | { parts: ArrayBuffer[] | undefined; fault: string | undefined } | { failed: string };

/** Tells how many bytes there are, and ends the work if it is told to. */
export type UnpackWatch = (cancel: () => void) => (size?: number) => void;

const BEGINNINGS: readonly (readonly [CompressedKind, readonly number[]])[] = [
  ["gzip", [0x1f, 0x8b]],
  ["Zstandard", [0x28, 0xb5, 0x2f, 0xfd]],
  ["bzip2", [0x42, 0x5a, 0x68]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
];

/** How a file is compressed, by its first bytes. */
export function compression(bytes: Uint8Array): CompressedKind | undefined {
  // Zstandard may begin with a frame to skip.
  if (bytes[0] !== undefined && bytes[0] >= 0x50 && bytes[0] <= 0x5f && bytes[1] === 0x2a && bytes[2] === 0x4d && bytes[3] === 0x18) {
    return "Zstandard";
  }
  return BEGINNINGS.find(([, beginning]) => beginning.every((byte, at) => bytes[at] === byte))?.[0];
}

/** Unpacks a file to at most `most` bytes. Fails with a sentence where nothing of it can be read. */
export async function unpacked(bytes: Uint8Array<ArrayBuffer>, kind: CompressedKind, most: number, watch: UnpackWatch): Promise<Unpacked> {
  if (kind === "gzip") {
    try {
      const text = await gathered(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")), most);
      return { bytes: text, fault: undefined };
    } catch {
      // Several parts one behind the other, or damage: the other reader knows the first, and the place of the second.
    }
  }
  const worker = new Worker(new URL("unpack.js", document.baseURI), { name: "vgn-unpack" });
  let tell: ReturnType<UnpackWatch> | undefined;
  try {
    return await new Promise<Unpacked>((done, failed) => {
      tell = watch(() => failed(new DOMException("cancelled", "AbortError")));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        failed(new Error(`it cannot be unpacked here (${event.message})`));
      });
      worker.addEventListener("message", ({ data }: MessageEvent<UnpackNews>) => {
        if ("failed" in data) {
          failed(new Error(data.failed));
        } else if ("size" in data) {
          tell?.(data.size);
        } else if (data.parts === undefined) {
          done({ bytes: undefined, fault: undefined });
        } else {
          void new Blob(data.parts).arrayBuffer().then((whole) => done({ bytes: new Uint8Array(whole), fault: data.fault }), failed);
        }
      });
      const order: UnpackOrder = { bytes: bytes.buffer, most };
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
    tell?.();
  }
}
