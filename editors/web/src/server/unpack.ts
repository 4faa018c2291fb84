// The worker that unpacks one file with its own module.

import type { UnpackNews, UnpackOrder } from "../documents/unpacking";

interface Unpacker {
  memory: WebAssembly.Memory;
  room(length: number): number;
  open(): number;
  read(): number;
  part(): number;
}

const scope = self as unknown as { postMessage(news: UnpackNews, transfer?: Transferable[]): void };

self.addEventListener("message", ({ data }: MessageEvent<UnpackOrder>) => {
  unpack(data).catch((error: unknown) => scope.postMessage({ failed: error instanceof Error ? error.message : String(error) }));
});

async function unpack({ bytes, most }: UnpackOrder): Promise<void> {
  const response = await fetch(new URL("vgn_unpack.wasm", self.location.href));
  if (!response.ok) {
    throw new Error(`the web server has no vgn_unpack.wasm (${response.status})`);
  }
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  const module = instance.exports as unknown as Unpacker;
  const part = (length: number): Uint8Array => new Uint8Array(module.memory.buffer, module.part(), length);
  const sentence = (length: number): string => new TextDecoder().decode(part(-length));
  const at = module.room(bytes.byteLength);
  new Uint8Array(module.memory.buffer, at, bytes.byteLength).set(new Uint8Array(bytes));
  const opened = module.open();
  if (opened < 0) {
    throw new Error(sentence(opened));
  }
  const parts: ArrayBuffer[] = [];
  let size = 0;
  let fault: string | undefined;
  for (let length = module.read(); length !== 0; length = module.read()) {
    if (length < 0) {
      fault = sentence(length);
      break;
    }
    size += length;
    if (size > most) {
      scope.postMessage({ parts: undefined, fault: undefined });
      return;
    }
    parts.push(part(length).slice().buffer as ArrayBuffer);
    scope.postMessage({ size });
  }
  if (size === 0 && fault !== undefined) {
    throw new Error(fault);
  }
  scope.postMessage({ parts, fault }, parts);
}
