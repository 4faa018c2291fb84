// Builds the page: the folder dist, which any web server can serve from any address.
//
//     node scripts/build.mjs [--plain] [--server-notices=FILE] [--engine=FOLDER] [MODULE]
//
// MODULE is the server's WebAssembly module (scripts/build-module.sh makes it); without one that of an earlier build stays.
// FILE has the licences of what is in the module, as editors/packages/make.py notices writes them; they are put to those
// of the page's packages. FOLDER has the engine (scripts/fetch-engine.sh prints it); the page has none without it.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { licencesOf, ofServer, packagesOf, RULE } from "../../packages/bundled.mjs";

const folder = fileURLToPath(new URL("../", import.meta.url));
const board = join(folder, "../board");
const dist = join(folder, "dist");
const isPlain = process.argv.includes("--plain");
const [module] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const serverNotices = process.argv.find((argument) => argument.startsWith("--server-notices="))?.split("=", 2)[1];
const engine = process.argv.find((argument) => argument.startsWith("--engine="))?.split("=", 2)[1];
const MODULE = "vgn_lsp_web.wasm";
/** Beside it: what unpacks compressed files, loaded when there is one. */
const UNPACKER = "vgn_unpack.wasm";

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
const unpacker = readFileSync([join(dirname(wasm), UNPACKER), join(dist, UNPACKER)].find(existsSync) ?? UNPACKER);
for (const file of ["index.html", "board.js", "board.css"]) {
  if (!existsSync(join(board, "dist", file))) {
    throw new Error("the board is not built: run `npm ci --ignore-scripts` and `npm run build` in editors/board");
  }
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "board"), { recursive: true });
const options = {
  absWorkingDir: folder,
  bundle: true,
  platform: "browser",
  target: ["chrome123", "firefox120", "safari17.5"],
  format: "iife",
  minify: !isPlain,
  legalComments: "none",
  banner: { js: "/* vgn-web, GPL-3.0-or-later; CodeMirror and marked, MIT: see NOTICES.txt */", css: "/* GPL-3.0-or-later */" },
  plugins: [withoutStyleElements],
  logLevel: "warning",
};
/** The bundle of the page, or of the server's worker. */
const bundled = (entryPoints, outdir, hasEngine) =>
  build({ ...options, entryPoints, outdir, define: { HAS_ENGINE: String(hasEngine) }, metafile: true });
const entryPoints = { page: "src/main.ts", worker: "src/server/worker.ts", unpack: "src/server/unpack.ts" };
const { warnings, metafile } = await bundled(entryPoints, "dist", engine !== undefined);
writeFileSync(join(dist, MODULE), bytes);
writeFileSync(join(dist, UNPACKER), unpacker);
if (engine !== undefined) {
  mkdirSync(join(dist, "engine"));
  for (const name of ["stockfish.js", "stockfish.wasm"]) {
    cpSync(join(engine, name), join(dist, "engine", name));
  }
}
cpSync(join(folder, "../../LICENSE"), join(dist, "LICENSE.txt"));
const boardPackages = Object.keys(JSON.parse(readFileSync(join(board, "package.json"), "utf8")).dependencies);
const packages = packagesOf(Object.keys(metafile.inputs), folder);
boardPackages.forEach((name) => packages.add(join(board, "node_modules", name)));
const head =
  "This page is free software under the GNU General Public License, version 3 or later: see LICENSE.txt.\n" +
  "Its source is at https://github.com/vgn-lsp/vgn-lsp. It holds code of the packages below.\n\n";
const ofModule = ofServer(serverNotices && readFileSync(serverNotices, "utf8"));
const ofEngine =
  engine === undefined
    ? ""
    : `\n${RULE}\nThe engine\n\nThe folder engine has Stockfish, a program of its own, as the npm package below has it. Its ` +
      `source is at\nhttps://github.com/nmrugg/stockfish.js, at the tag of the version; that of its network is ` +
      `https://tests.stockfishchess.org/nns.\n\n${licencesOf(new Set([engine]))}`;
writeFileSync(join(dist, "NOTICES.txt"), head + licencesOf(packages) + ofModule + ofEngine);
cpSync(join(folder, "static"), dist, { recursive: true });
const html = readFileSync(join(folder, "src/index.html"), "utf8");
writeFileSync(join(dist, "index.html"), html.replace("{{policy}}", POLICY));
for (const file of ["board.js", "board.css"]) {
  cpSync(join(board, "dist", file), join(dist, "board", file));
}
const boardPage = readFileSync(join(board, "dist/index.html"), "utf8");
const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
writeFileSync(join(dist, "board/index.html"), boardPage.replace('<meta charset="utf-8" />', `$&\n    ${policy}`));

const packed = join(folder, "packed");
rmSync(packed, { recursive: true, force: true });
mkdirSync(packed);

/** Files of a folder, sorted. */
function filesOf(root) {
  const names = readdirSync(root, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  return names.filter((name) => statSync(join(root, name)).isFile()).sort();
}

/**
 * The service worker knows every file that the page needs, and is another one whenever one of them is. What is fetched
 * later, it keeps from then on.
 */
async function offline(outdir, served) {
  const hash = createHash("sha256");
  served.forEach((name) => hash.update(name).update(readFileSync(join(dist, name))));
  const isLater = (name) => name.startsWith("engine/");
  const files = served.filter((name) => !name.endsWith(".txt") && !isLater(name));
  const shell = { version: hash.digest("hex").slice(0, 16), files, later: served.filter(isLater) };
  const define = { SHELL: JSON.stringify(shell) };
  return (await build({ ...options, banner: {}, plugins: [], entryPoints: { offline: "src/offline.ts" }, outdir, define })).warnings;
}

const served = filesOf(dist);
warnings.push(...(await offline("dist", served)));
// The same files compressed, for the program that holds the page (src/server/build.rs): without the engine, which is
// fetched from a page's own address alone, and which most people do not need.
const pack = (from, name) => {
  const to = join(packed, `${name}.gz`);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, gzipSync(readFileSync(join(from, name)), { level: 9 }));
};
const small = join(folder, "packed/made");
const held = served.filter((name) => !name.startsWith("engine/"));
await bundled({ worker: entryPoints.worker }, small, false);
warnings.push(...(await offline(small, held)));
held.filter((name) => name !== "worker.js").forEach((name) => pack(dist, name));
["worker.js", "offline.js"].forEach((name) => pack(small, name));
rmSync(small, { recursive: true });
process.exit(warnings.length === 0 ? 0 : 1);
