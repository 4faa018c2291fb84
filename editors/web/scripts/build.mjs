// Builds the page: the folder dist, which any web server can serve from any address.
//
//     node scripts/build.mjs [--plain] [--server-notices=FILE] [MODULE]
//
// MODULE is the server's WebAssembly module (scripts/build-module.sh makes it); without one that of an earlier build stays.
// FILE has the licences of what is in the module, as editors/packages/make.py notices writes them; they are put to those
// of the page's packages.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { licencesOf, ofServer, packagesOf } from "../../packages/bundled.mjs";

const folder = fileURLToPath(new URL("../", import.meta.url));
const board = join(folder, "../board");
const dist = join(folder, "dist");
const isPlain = process.argv.includes("--plain");
const [module] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const serverNotices = process.argv.find((argument) => argument.startsWith("--server-notices="))?.split("=", 2)[1];
const MODULE = "vgn_lsp_web.wasm";

/** Nothing comes from another origin, and no style or script stands in the page itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** CodeMirror's styles are style elements, which the policy forbids; as sheets of the document they are allowed. */
const withoutStyleElements = {
  name: "without-style-elements",
  setup({ onLoad }) {
    onLoad({ filter: /style-mod[\\/]src[\\/]style-mod\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text.replace("!root.head && root.adoptedStyleSheets", "root.adoptedStyleSheets");
      if (contents === text) {
        throw new Error("style-mod has changed: its choice between sheets and elements is not found");
      }
      return { contents, loader: "js" };
    });
  },
};

const old = join(dist, MODULE);
const wasm = module ?? (existsSync(old) ? old : undefined);
if (wasm === undefined) {
  throw new Error("there is no module of the server yet: scripts/build-module.sh makes it");
}
const bytes = readFileSync(wasm);
for (const file of ["index.html", "board.js", "board.css"]) {
  if (!existsSync(join(board, "dist", file))) {
    throw new Error("the board is not built: run `npm ci --ignore-scripts` and `npm run build` in editors/board");
  }
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "board"), { recursive: true });
const { warnings, metafile } = await build({
  absWorkingDir: folder,
  entryPoints: { page: "src/main.ts", worker: "src/server/worker.ts" },
  outdir: "dist",
  bundle: true,
  platform: "browser",
  target: ["chrome123", "firefox120", "safari17.5"],
  format: "iife",
  minify: !isPlain,
  legalComments: "none",
  banner: { js: "/* vgn-web, GPL-3.0-or-later; CodeMirror and marked, MIT: see NOTICES.txt */", css: "/* GPL-3.0-or-later */" },
  plugins: [withoutStyleElements],
  metafile: true,
  logLevel: "warning",
});
writeFileSync(join(dist, MODULE), bytes);
cpSync(join(folder, "../../LICENSE"), join(dist, "LICENSE.txt"));
const boardPackages = Object.keys(JSON.parse(readFileSync(join(board, "package.json"), "utf8")).dependencies);
const packages = packagesOf(Object.keys(metafile.inputs), folder);
boardPackages.forEach((name) => packages.add(join(board, "node_modules", name)));
const head =
  "This page is free software under the GNU General Public License, version 3 or later: see LICENSE.txt.\n" +
  "Its source is at https://github.com/vgn-lsp/vgn-lsp. It holds code of the packages below.\n\n";
const ofModule = ofServer(serverNotices && readFileSync(serverNotices, "utf8"));
writeFileSync(join(dist, "NOTICES.txt"), head + licencesOf(packages) + ofModule);
cpSync(join(folder, "static"), dist, { recursive: true });
const html = readFileSync(join(folder, "src/index.html"), "utf8");
writeFileSync(join(dist, "index.html"), html.replace("{{policy}}", POLICY));
for (const file of ["board.js", "board.css"]) {
  cpSync(join(board, "dist", file), join(dist, "board", file));
}
const boardPage = readFileSync(join(board, "dist/index.html"), "utf8");
const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
writeFileSync(join(dist, "board/index.html"), boardPage.replace('<meta charset="utf-8" />', `$&\n    ${policy}`));

// The service worker knows every file that the page needs, and is another one whenever one of them is.
const files = readdirSync(dist, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
const served = files.filter((name) => statSync(join(dist, name)).isFile()).sort();
const hash = createHash("sha256");
served.forEach((name) => hash.update(name).update(readFileSync(join(dist, name))));
const needed = served.filter((name) => !name.endsWith(".txt"));
const shell = { version: hash.digest("hex").slice(0, 16), files: needed };
const worker = await build({
  absWorkingDir: folder,
  entryPoints: { offline: "src/offline.ts" },
  outdir: "dist",
  bundle: true,
  target: ["chrome123", "firefox120", "safari17.5"],
  format: "iife",
  minify: !isPlain,
  define: { SHELL: JSON.stringify(shell) },
  logLevel: "warning",
});
// The same files compressed, for the program that holds the page (src/server/build.rs).
const packed = join(folder, "packed");
rmSync(packed, { recursive: true, force: true });
for (const name of [...served, "offline.js"]) {
  const to = join(packed, `${name}.gz`);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, gzipSync(readFileSync(join(dist, name)), { level: 9 }));
}
process.exit(warnings.length + worker.warnings.length === 0 ? 0 : 1);
