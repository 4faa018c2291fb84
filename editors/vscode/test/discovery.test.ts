import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { findServer, type Found, type Surroundings } from "../src/server/discovery";

let root: string;
let around: Surroundings;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "vgn discovery für "));
  around = {
    configured: "",
    extension: join(root, "extension"),
    home: join(root, "home"),
    workspace: join(root, "work"),
    path: ["relative", join(root, "bin"), ""].join(delimiter),
    env: {},
    platform: process.platform,
    machine: process.arch,
  };
});

afterEach(() => rmSync(root, { recursive: true }));

function file(path: string[], text: string): string {
  const whole = join(root, ...path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  chmodSync(whole, 0o755);
  return whole;
}

/** A program that says its version as the server does. */
function program(...path: string[]): string {
  return file(path, "#!/bin/sh\necho vgn-lsp 0.1.0\n");
}

async function found(changes: Partial<Surroundings> = {}): Promise<string> {
  const answer = await findServer({ ...around, ...changes });
  return "program" in answer ? answer.program : answer.missing;
}

function missing(answer: Found): string {
  assert.ok("missing" in answer, JSON.stringify(answer));
  return answer.missing;
}

test("the bundled server goes before the path, and that before cargo's folder", async () => {
  const cargo = program("home", ".cargo", "bin", "vgn-lsp");
  assert.equal(await found(), cargo);
  const onPath = program("bin", "vgn-lsp");
  assert.equal(await found(), onPath);
  const bundled = program("extension", "server", "vgn-lsp");
  assert.equal(await found(), bundled);
});

test("the setting goes before all, with the home and the workspace in it", async () => {
  program("bin", "vgn-lsp");
  const mine = program("home", "mine", "server");
  assert.equal(await found({ configured: "~/mine/server" }), mine);
  assert.equal(await found({ configured: ` ${mine} ` }), mine);
  const built = program("work", "target", "vgn-lsp");
  assert.equal(await found({ configured: "${workspaceFolder}/target/vgn-lsp" }), built);
  assert.equal(await found({ configured: "target/vgn-lsp" }), built);
});

test("a set path that leads nowhere is said, and no other server is taken", async () => {
  program("bin", "vgn-lsp");
  assert.match(missing(await findServer({ ...around, configured: "/no/such/server" })), /names \/no\/such\/server/);
  const text = file(["work", "notes"], "e4 is the best\n");
  assert.equal(
    missing(await findServer({ ...around, configured: text })),
    `${text} is not a program: correct or clear the setting vgn.server.path.`,
  );
});

test("a set path hides the extension's own server, which is known", async () => {
  const own = program("extension", "server", "vgn-lsp");
  const other = program("bin", "vgn-lsp");
  const hides = async (configured: string) => {
    const answer = await findServer({ ...around, configured });
    return answer.hidesOwn;
  };
  assert.equal(await hides(other), true);
  assert.equal(await hides("/no/such/server"), true);
  assert.equal(await hides(own), false);
  assert.equal(await hides(""), false);
});

test("a bundled server that does not run here is passed over, and why is known", async () => {
  const own = file(["extension", "server", "vgn-lsp"], "MZ, but no program");
  assert.equal(
    missing(await findServer(around)),
    `${own} is not a program: install the extension that is made for this system.`,
  );
  const onPath = program("bin", "vgn-lsp");
  const answer = await findServer(around);
  assert.ok("program" in answer && answer.program === onPath, JSON.stringify(answer));
  assert.deepEqual(answer.passedOver, [
    `${own} is not a program: install the extension that is made for this system.`,
  ]);
});

test("without any server the sentence names the system and the places", async () => {
  mkdirSync(join(root, "bin", "vgn-lsp"), { recursive: true });
  const said = missing(await findServer({ ...around, platform: "linux", machine: "arm64" }));
  assert.match(said, /no server for Linux on arm64 in it, .* neither on the PATH nor in ~\/\.cargo\/bin: install it\.$/);
});

test("on Windows the program has its ending", async () => {
  program("extension", "server", "vgn-lsp");
  program("bin", "vgn-lsp.exe");
  assert.equal(await found({ platform: "win32" }), join(root, "bin", "vgn-lsp.exe"));
});
