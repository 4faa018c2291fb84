// Bundles the extension into dist/extension.js. With --minify: small, without a source map.

import { build } from "esbuild";
import { copyShared, extensionFolder } from "./copy.mjs";

const minify = process.argv.includes("--minify");

copyShared();
await build({
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
  logLevel: "warning",
});
