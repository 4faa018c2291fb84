import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { findServer, type Surroundings } from "../src/discovery";

let root: string;
let around: Surroundings;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "vgn-discovery-"));
  around = {
    configured: "",
    extension: join(root, "extension"),
    home: join(root, "home"),
    workspace: join(root, "work"),
    path: ["relative", join(root, "bin"), ""].join(delimiter),
    platform: "linux",
  };
});

afterEach(() => rmSync(root, { recursive: true }));

function program(...path: string[]): string {
  const whole = join(root, ...path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, "");
  chmodSync(whole, 0o755);
  return whole;
}

test("the bundled server goes before the path, and that before cargo's folder", () => {
  const cargo = program("home", ".cargo", "bin", "vgn-lsp");
  assert.deepEqual(findServer(around), { program: cargo });
  const onPath = program("bin", "vgn-lsp");
  assert.deepEqual(findServer(around), { program: onPath });
  const bundled = program("extension", "server", "vgn-lsp");
  assert.deepEqual(findServer(around), { program: bundled });
});

test("the setting goes before all, with the home and the workspace in it", () => {
  program("bin", "vgn-lsp");
  const mine = program("home", "mine", "server");
  assert.deepEqual(findServer({ ...around, configured: "~/mine/server" }), { program: mine });
  assert.deepEqual(findServer({ ...around, configured: ` ${mine} ` }), { program: mine });
  const built = program("work", "target", "vgn-lsp");
  assert.deepEqual(findServer({ ...around, configured: "${workspaceFolder}/target/vgn-lsp" }), { program: built });
  assert.deepEqual(findServer({ ...around, configured: "target/vgn-lsp" }), { program: built });
});

test("a set path that leads nowhere is said, and no other server is taken", () => {
  program("bin", "vgn-lsp");
  const found = findServer({ ...around, configured: "/no/such/server" });
  assert.ok("missing" in found && found.missing.includes("/no/such/server"), JSON.stringify(found));
});

test("folders and files that cannot be run are no servers", () => {
  mkdirSync(join(root, "bin", "vgn-lsp"), { recursive: true });
  chmodSync(program("home", ".cargo", "bin", "vgn-lsp"), 0o644);
  const found = findServer(around);
  assert.ok("missing" in found && found.missing.includes("not installed"), JSON.stringify(found));
});

test("on Windows the program has its ending", () => {
  const exe = program("bin", "vgn-lsp.exe");
  program("extension", "server", "vgn-lsp");
  assert.deepEqual(findServer({ ...around, platform: "win32" }), { program: exe });
});
