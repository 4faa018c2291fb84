// What the module takes beside the native program, in one run: size, ready, first findings, a keystroke, memory.
//
//     node editors/test/web/figures.mjs PROGRAM MODULE FILE

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { start } from "../../../src/web/server.mjs";

const [program, module, file] = process.argv.slice(2);
const bytes = readFileSync(module);
const text = readFileSync(file, "latin1");
const STROKES = 40;
const instantiate = WebAssembly.instantiate;
let memory;
WebAssembly.instantiate = async (...arguments_) => {
  const made = await instantiate(...arguments_);
  ({ memory } = (made.instance ?? made).exports);
  return made;
};

function native(receive) {
  const server = spawn(program, ["--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
  let parts = [];
  let wanted = -1;
  server.stdout.on("data", (more) => {
    parts.push(more);
    for (;;) {
      const all = parts.length === 1 ? parts[0] : Buffer.concat(parts);
      parts = [all];
      if (wanted < 0) {
        const head = all.indexOf("\r\n\r\n");
        if (head < 0) return;
        wanted = Number(/content-length: *(\d+)/i.exec(all.subarray(0, head))[1]);
        parts = [all.subarray(head + 4)];
      } else if (all.length >= wanted) {
        receive(all.subarray(0, wanted).toString());
        parts = [all.subarray(wanted)];
        wanted = -1;
      } else return;
    }
  });
  const send = (message) => server.stdin.write(`Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`);
  // The peak, as that of the module, whose memory never shrinks.
  const size = () => 1024 * Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]);
  return { send, size, end: () => server.kill() };
}

async function figures(connect) {
  const begun = performance.now();
  const waiting = new Map();
  const receive = (message) => {
    const { id, method, params } = JSON.parse(message);
    const key = method === "textDocument/publishDiagnostics" ? `version ${params.version}` : `id ${id}`;
    waiting.get(key)?.(performance.now());
  };
  const { send, size, end } = await connect(receive);
  const tell = (method, params, id) => send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  const when = (key) => new Promise((done) => waiting.set(key, done));
  const answered = when("id 1");
  tell("initialize", { processId: null, rootUri: null, capabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } } }, 1);
  const ready = (await answered) - begun;
  tell("initialized", {});
  const empty = size();
  const uri = "untitled:figures.pgn";
  const opened = performance.now();
  const first = when("version 1");
  tell("textDocument/didOpen", { textDocument: { uri, languageId: "pgn", version: 1, text } });
  const found = (await first) - opened;
  await new Promise((done) => setTimeout(done, 15_000));
  const strokes = [];
  for (let version = 2; version < 2 + STROKES; version++) {
    const struck = performance.now();
    const shown = when(`version ${version}`);
    const place = { line: 3, character: 0 };
    tell("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ range: { start: place, end: place }, text: "x" }] });
    strokes.push((await shown) - struck);
    await new Promise((done) => setTimeout(done, 100));
  }
  const full = size();
  end();
  strokes.sort((a, b) => a - b);
  return { ready, found, stroke: strokes[STROKES / 2], empty, full };
}

const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
const rows = {
  native: await figures((receive) => native(receive)),
  module: await figures(async (receive) => ({ send: await start(bytes, receive), size: () => memory.buffer.byteLength, end: () => undefined })),
};
console.log(`module: ${(bytes.length / 1e6).toFixed(2)} MB, ${(packed.length / 1e6).toFixed(2)} MB by brotli; text: ${(text.length / 1e6).toFixed(1)} MB`);
for (const [name, { ready, found, stroke, empty, full }] of Object.entries(rows)) {
  console.log(`${name}: ready ${ready.toFixed(0)} ms, first findings ${found.toFixed(0)} ms, keystroke to findings ${stroke.toFixed(2)} ms (median), memory ${(empty / 1e6).toFixed(0)} MB at first and ${(full / 1e6).toFixed(0)} MB at most`);
}
process.exit(0);
