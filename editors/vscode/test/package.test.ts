// The script that makes packages, as somebody runs it: which files it takes for a server of a system.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

let folder: string;

before(() => (folder = mkdtempSync(join(tmpdir(), "vgn package für "))));
after(() => rmSync(folder, { recursive: true }));

/** The beginning of a program for Linux, with the loader that it names. */
function elf(machine: number, loader: string): Buffer {
  const head = Buffer.alloc(256);
  head.write("\x7fELF\x02\x01", "latin1");
  head.writeUInt16LE(machine, 18);
  head.write(`${loader}\0`, 128, "latin1");
  return head;
}

function refusal(target: string, content: Buffer | string): string {
  const file = join(folder, "vgn-lsp");
  writeFileSync(file, content);
  const out = join(folder, "out.vsix");
  const words = ["scripts/package.mjs", target, file, "--out", out];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.equal(status, 1, stderr);
  assert.equal(existsSync("server") || existsSync(out), false, "something is half done");
  return stderr.trim().replace(file, "FILE");
}

test("a server goes into the package of its own system alone", () => {
  const x64 = elf(62, "/lib64/ld-linux-x86-64.so.2");
  assert.equal(
    refusal("linux-arm64", x64),
    "FILE is a program for Linux on x64: a package for linux-arm64 takes a program for Linux on arm64.",
  );
  assert.match(refusal("win32-x64", x64), /^FILE is a program for Linux on x64: .* Windows on x64\.$/);
  assert.match(refusal("darwin-arm64", x64), /takes a program for macOS on arm64\.$/);
  assert.match(refusal("alpine-x64", x64), /^FILE needs \/lib64\/ld-linux-x86-64\.so\.2, which is not on/);
  assert.match(refusal("linux-x64", elf(62, "/lib/ld-musl-x86_64.so.1")), /^FILE needs \/lib\/ld-musl-x86_64\.so\.1, which/);
});

test("the package for the web takes a module, and no other takes one", () => {
  const module = Buffer.from("\0asm\x01\0\0\0", "latin1");
  assert.equal(refusal("web", elf(62, "")), "FILE is not a WebAssembly module: a package for the web takes one.");
  assert.match(refusal("linux-x64", module), /^FILE is not a program: /);
  assert.match(refusal("web", module), /^The package would have the server without its licences: /);
});

test("what is not a program, or is for no known system, is refused in a sentence", () => {
  assert.match(refusal("linux-x64", "#!/bin/sh\n"), /^FILE is not a program: a package for linux-x64 takes/);
  assert.match(refusal("amiga", ""), /^There is no package for amiga: expected one of linux-x64, /);
});
