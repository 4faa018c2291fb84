// The tests of what needs no editor: test/*.test.ts, with Node's own runner.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { build } from "esbuild";
import { extensionFolder } from "./copy.mjs";

const names = readdirSync(new URL("../test/", import.meta.url)).filter((name) => name.endsWith(".test.ts"));
await build({
  absWorkingDir: extensionFolder,
  entryPoints: names.map((name) => `test/${name}`),
  outdir: "dist/test",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  sourcemap: "inline",
  logLevel: "warning",
});
const tests = names.map((name) => `dist/test/${name.replace(/\.ts$/, ".js")}`);
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...tests], {
  cwd: extensionFolder,
  stdio: "inherit",
});
process.exit(status ?? 1);
