// One session with two servers, the native program and the WebAssembly module: they give the same answers.
//
//     node tests/web/session.mjs PROGRAM MODULE

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { start } from "../../src/web/server.mjs";

const [program, module] = process.argv.slice(2);
const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
/** The module has no disk, and no browser to open. */
const NATIVE_ONLY = ["experimental", "workspaceDiagnostics", "vgn.convertToFile", "vgn.openBoard"];

/** The native program over its standard streams. */
function native(receive) {
  const server = spawn(program, ["--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  let bytes = Buffer.alloc(0);
  server.stdout.on("data", (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const head = bytes.indexOf("\r\n\r\n");
      const length = Number(/content-length: *(\d+)/i.exec(bytes.subarray(0, Math.max(head, 0)).toString())?.[1]);
      if (head < 0 || bytes.length < head + 4 + length) return;
      receive(bytes.subarray(head + 4, head + 4 + length).toString());
      bytes = bytes.subarray(head + 4 + length);
    }
  });
  return (message) => server.stdin.write(`Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`);
}

/** A client that asks one thing after the other. */
class Client {
  #waiting = new Map();
  #published = new Map();
  #hope = new Map();
  #count = 0;
  log = [];
  isProcess = false;

  async connect(server) {
    this.isProcess = server === native;
    this.send = await server((text) => this.#receive(JSON.parse(text)));
    return this;
  }

  #receive(message) {
    if (message.method === "textDocument/publishDiagnostics") {
      const { uri, version, diagnostics } = message.params;
      this.#published.set(`${uri} ${version}`, diagnostics);
      this.#hope.get(`${uri} ${version}`)?.();
    } else if (message.method && message.id !== undefined) {
      this.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: null }));
    } else if (!message.method) {
      this.#waiting.get(message.id)?.(message);
    }
  }

  notify(method, params) {
    this.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  ask(method, params) {
    const id = ++this.#count;
    const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return { id, answer };
  }

  async request(method, params) {
    const { result, error } = await this.ask(method, params).answer;
    this.log.push([method, result ?? error]);
    return result;
  }

  /** The whole list of a version: the last one that is published of it. */
  async diagnostics(uri, version, enough) {
    const key = `${uri} ${version}`;
    while (!enough(this.#published.get(key) ?? [])) await new Promise((resolve) => this.#hope.set(key, resolve));
    this.log.push([key, this.#published.get(key)]);
    return this.#published.get(key);
  }
}

/** The session. */
async function session(client) {
  const uri = "untitled:games.pgn";
  const large = "untitled:large.pgn";
  const annotated = read("tests/data/annotated/wcc_2023.pgn");
  const textDocument = { uri };
  const at = (line, character) => ({ textDocument, position: { line, character } });
  const markdown = ["markdown"];
  const capabilities = {
    general: { positionEncodings: ["utf-8", "utf-16"] },
    textDocument: {
      hover: { contentFormat: markdown },
      completion: { completionItem: { documentationFormat: markdown } },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } }, resolveSupport: { properties: ["edit"] } },
      publishDiagnostics: { relatedInformation: true, versionSupport: true },
    },
  };
  await client.request("initialize", { processId: null, rootUri: null, capabilities });
  client.notify("initialized", {});
  const text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {[%clk 0:01:00] best} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 4. Bxc5 *\n";
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "pgn", version: 1, text } });
  const found = await client.diagnostics(uri, 1, (list) => list.length > 0);
  assert.ok(found.some((diagnostic) => diagnostic.code === "illegal-move"), JSON.stringify(found));
  await client.request("textDocument/hover", at(3, 4));
  await client.request("textDocument/hover", at(3, 52));
  await client.request("textDocument/completion", at(3, 80));
  await client.request("textDocument/documentSymbol", { textDocument });
  await client.request("textDocument/foldingRange", { textDocument });
  await client.request("textDocument/semanticTokens/full", { textDocument });
  await client.request("textDocument/inlayHint", { textDocument, range: { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } } });
  await client.request("textDocument/formatting", { textDocument, options: { tabSize: 2, insertSpaces: true } });
  await client.request("vgn/cursor", at(3, 46));
  const range = found.find((diagnostic) => diagnostic.code === "illegal-move").range;
  const actions = await client.request("textDocument/codeAction", { textDocument, range, context: { diagnostics: [] } });
  for (const action of actions) await client.request("codeAction/resolve", action);
  client.notify("textDocument/didChange", {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: { line: 3, character: 77 }, end: { line: 3, character: 81 } }, text: "Bxc6" }],
  });
  await client.diagnostics(uri, 2, (list) => !list.some((diagnostic) => diagnostic.code === "illegal-move"));
  // A large document: its first findings come before the last, and requests between them are answered.
  const count = 20;
  client.notify("textDocument/didOpen", {
    textDocument: { uri: large, languageId: "pgn", version: 1, text: annotated.repeat(count) },
  });
  await client.request("textDocument/hover", { ...at(40, 10), textDocument: { uri: large } });
  await client.diagnostics(large, 1, (list) => list.length > 0);
  const symbols = client.ask("textDocument/documentSymbol", { textDocument: { uri: large } });
  client.notify("$/cancelRequest", { id: symbols.id });
  const { error, result } = await symbols.answer;
  // The program may have been quicker than the cancelling.
  if (!(client.isProcess && result)) assert.equal(error?.code, -32800, "the request is called off");
  client.notify("textDocument/didClose", { textDocument: { uri: large } });
  await client.request("shutdown");
  client.notify("exit");
  return client.log;
}

/** What both must answer alike. */
function common(log) {
  const text = JSON.stringify(log, (key, value) => {
    if (NATIVE_ONLY.includes(key)) return undefined;
    return Array.isArray(value) ? value.filter((item) => !NATIVE_ONLY.includes(item)) : value;
  });
  return JSON.parse(text);
}

const bytes = readFileSync(module);
const logs = [];
// Both say that they have engines; none is started.
const noEngine = () => assert.fail("nobody has asked for an engine");
for (const server of [native, (receive) => start(bytes, receive, noEngine)]) {
  logs.push(common(await session(await new Client().connect(server))));
}
const [expected, given] = logs;
for (const [number, answer] of expected.entries()) {
  const isLarge = answer[0].startsWith("untitled:large");
  // How many findings of a large document are published at first is a matter of time.
  if (!isLarge) assert.deepEqual(given[number], answer);
}
assert.equal(given.length, expected.length);
console.log(`the module gives ${given.length} answers as the program does; it has ${(bytes.length / 1e6).toFixed(1)} MB`);
process.exit(0);
