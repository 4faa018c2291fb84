// Bundles the extension into dist/extension.js, and for a browser alone into dist/web. With --minify: small, without a source map. With --server-notices FILE the
// licences of the server's crates are put to those of the packages.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { copyShared, extensionFolder } from "./copy.mjs";
import { writeNotices } from "./notices.mjs";

const options = { minify: { type: "boolean" }, "server-notices": { type: "string" } };
const { minify = false, "server-notices": notices } = parseArgs({ options }).values;

copyShared();
const common = { absWorkingDir: extensionFolder, bundle: true, minify, metafile: true, logLevel: "warning" };
const machine = await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  sourcemap: !minify,
});
// What is in a package is all that a browser gets of it: no source map, no module of the server unless it is put there.
const browser = { ...common, platform: "browser", target: "es2022", conditions: ["browser"] };
const extension = await build({
  ...browser,
  entryPoints: ["src/web/extension.ts"],
  outfile: "dist/web/extension.js",
  format: "cjs",
  external: ["vscode"],
});
// The worker is that of the page, whose engine only the page has.
const worker = await build({
  ...browser,
  entryPoints: ["../web/src/server/worker.ts"],
  outfile: "dist/web/worker.js",
  format: "iife",
  define: { ...common.define, HAS_ENGINE: "false" },
});
const inputs = [machine, extension, worker].flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeNotices(inputs, notices && readFileSync(notices, "utf8"));
