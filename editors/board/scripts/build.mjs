// Builds the page: dist/index.html, dist/board.js, dist/board.css, and nothing else.

import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("../", import.meta.url));

/** A style attribute would offend the page's security policy; the style sheet has what it says. */
const withoutStyleAttribute = {
  name: "without-style-attribute",
  setup({ onLoad }) {
    onLoad({ filter: /chessground[\\/]dist[\\/]wrap\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text.replace(/\n\s*style: 'color-scheme:light only',/, "");
      if (contents === text) {
        throw new Error("chessground has changed: no style attribute is found in wrap.js");
      }
      return { contents, loader: "js" };
    });
  },
};

rmSync(`${folder}dist`, { recursive: true, force: true });
mkdirSync(`${folder}dist`);
copyFileSync(`${folder}src/index.html`, `${folder}dist/index.html`);
const { warnings } = await build({
  absWorkingDir: folder,
  entryPoints: ["src/main.ts"],
  outfile: "dist/board.js",
  bundle: true,
  platform: "browser",
  target: ["chrome123", "firefox120", "safari17.5"],
  format: "iife",
  minify: !process.argv.includes("--plain"),
  legalComments: "none",
  banner: { js: "/* vgn-board and chessground, GPL-3.0-or-later */", css: "/* GPL-3.0-or-later */" },
  plugins: [withoutStyleAttribute],
  logLevel: "warning",
});
process.exit(warnings.length === 0 ? 0 : 1);
