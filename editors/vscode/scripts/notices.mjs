// NOTICES.txt: the licences of the packages whose code is in the extension, word for word.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { licencesOf, ofServer, packagesOf } from "../../packages/bundled.mjs";
import { extensionFolder } from "./copy.mjs";

/** `inputs` are the files of the bundles, as esbuild's metafile has them; `server` is the text of the server's notices. */
export function writeNotices(inputs, server) {
  const folders = packagesOf(inputs, extensionFolder);
  // The board's page is bundled on its own, with all that it depends on.
  const board = join(extensionFolder, "../board/package.json");
  for (const name of Object.keys(JSON.parse(readFileSync(board, "utf8")).dependencies)) {
    folders.add(join(dirname(board), "node_modules", name));
  }
  const head =
    "This extension is free software under the GNU General Public License, version 3 or later: see LICENSE.\n" +
    "Its source is at https://github.com/vgn-lsp/vgn-lsp. It holds code of the packages below.\n\n";
  writeFileSync(join(extensionFolder, "NOTICES.txt"), head + licencesOf(folders) + ofServer(server));
}
