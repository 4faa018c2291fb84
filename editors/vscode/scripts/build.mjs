// Bundles the extension into dist/extension.js. With --minify: small, without a source map. With --server-notices FILE the
// licences of the server's crates are put to those of the packages.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { copyShared, extensionFolder } from "./copy.mjs";
import { writeNotices } from "./notices.mjs";

const options = { minify: { type: "boolean" }, "server-notices": { type: "string" } };
const { minify = false, "server-notices": notices } = parseArgs({ options }).values;

copyShared();
const { metafile } = await build({
  absWorkingDir: extensionFolder,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  minify,
  sourcemap: !minify,
  metafile: true,
  logLevel: "warning",
});
writeNotices(Object.keys(metafile.inputs), notices && readFileSync(notices, "utf8"));
