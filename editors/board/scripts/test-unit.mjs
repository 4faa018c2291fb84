// The tests of what needs no browser: test/*.test.ts of the folder in which this runs, with Node's own runner.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const folder = `${process.cwd()}/`;
const names = readdirSync(`${folder}test`).filter((name) => name.endsWith(".test.ts"));
const outdir = mkdtempSync(join(tmpdir(), "vgn-test-"));
await build({
  absWorkingDir: folder,
  entryPoints: names.map((name) => `test/${name}`),
  outdir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: "inline",
  logLevel: "warning",
});
const tests = names.map((name) => join(outdir, name.replace(/\.ts$/, ".mjs")));
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...process.argv.slice(2), ...tests], {
  stdio: "inherit",
});
rmSync(outdir, { recursive: true });
process.exit(status ?? 1);
