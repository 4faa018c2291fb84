// Files and processes of Linux, whose own errors they are.

import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test as always } from "node:test";
import { probe } from "../src/server/probe";

const test = (name: string, run: () => Promise<void>) => always(name, { skip: process.platform !== "linux" }, run);
const HERE = { platform: process.platform, machine: process.arch };
const LOADER = /\/lib[^\0 ]*\/ld-[^\0 ]+/;

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "vgn probe für "))));
afterEach(() => rmSync(folder, { recursive: true }));

function file(content: string | Buffer, mode = 0o755): string {
  const path = join(folder, "vgn-lsp");
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

async function failure(path: string, patience?: number): Promise<string> {
  const answer = await probe(path, HERE, {}, patience);
  assert.ok("failure" in answer, JSON.stringify(answer));
  return answer.failure.replaceAll(path, "FILE");
}

test("a server in a folder with blanks and an umlaut says its version", async () => {
  assert.deepEqual(await probe(file("#!/bin/sh\necho vgn-lsp 1.2.3-beta.1\n"), HERE, {}), { version: "1.2.3-beta.1" });
});

test("programs of other systems and processors are named, and not started", async () => {
  // The magic numbers, and the machine where each format has it.
  const elf = Buffer.alloc(64);
  elf.write("\x7fELF\x02\x01", "latin1");
  elf.writeUInt16LE(process.arch === "x64" ? 183 : 62, 18);
  const other = process.arch === "x64" ? "arm64" : "x64";
  assert.equal(
    await failure(file(elf)),
    `FILE is a program for Linux on ${other}, and this is Linux on ${process.arch}`,
  );
  const pe = Buffer.alloc(256);
  pe.write("MZ", "latin1");
  pe.writeUInt32LE(128, 0x3c);
  pe.write("PE\0\0", 128, "latin1");
  pe.writeUInt16LE(0x8664, 132);
  assert.match(await failure(file(pe)), /^FILE is a program for Windows on x64, and this is Linux/);
  const universal = Buffer.alloc(64);
  universal.writeUInt32BE(0xcafebabe, 0);
  universal.writeUInt32BE(2, 4);
  universal.writeUInt32BE(0x01000007, 8);
  universal.writeUInt32BE(0x0100000c, 28);
  assert.match(await failure(file(universal)), /^FILE is a program for macOS on x64 and arm64, and this is Linux/);
});

test("a program whose loader is not there is told from one that is not there", async () => {
  const program = readFileSync("/bin/true");
  const loader = LOADER.exec(program.toString("latin1"))?.[0] ?? "";
  const missing = loader.replace("/ld-linux", "/ld-other");
  program.write(missing, program.indexOf(loader), "latin1");
  assert.equal(await failure(file(program)), `FILE needs ${missing}, which this system does not have`);
  assert.match(await failure(file("#!/no/such/shell\n")), /^FILE needs an interpreter/);
});

test("a text is not run as commands", async () => {
  const ran = join(folder, "ran");
  assert.equal(await failure(file(`touch "${ran}"\n`)), "FILE is not a program");
  assert.throws(() => readFileSync(ran));
  assert.equal(await failure(file("")), "FILE is not a program");
});

test("a program that may not be run comes with what to do", async () => {
  const path = file("#!/bin/sh\necho vgn-lsp 0.1.0\n", 0o644);
  const answer = await probe(path, HERE, {});
  assert.ok("failure" in answer && /may not be run \(EACCES\)$/.test(answer.failure), JSON.stringify(answer));
  assert.match(answer.remedy ?? "", /chmod \+x/);
});

test("another program, one that fails, one that is killed and one that never answers are no servers", async () => {
  assert.equal(
    await failure(file("#!/bin/sh\necho; echo stockfish 17; echo more\n")),
    "FILE is not vgn-lsp: asked for its version it answers “stockfish 17”",
  );
  assert.equal(
    await failure(file("#!/bin/sh\necho 'libc.so.6: version GLIBC_2.99 not found' >&2; exit 127\n")),
    "FILE ended with 127 when it was asked for its version, saying “libc.so.6: version GLIBC_2.99 not found”",
  );
  assert.match(await failure(file("#!/bin/sh\nkill -SEGV $$\n")), /^FILE was ended by SIGSEGV when/);
  assert.equal(
    await failure(file("#!/bin/sh\nexec sleep 60\n"), 200),
    "FILE does not say its version and was ended",
  );
});
