// NOTICES.txt: the licences of the packages whose code is in the extension, word for word.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { extensionFolder } from "./copy.mjs";

const RULE = "-".repeat(80);

/** `inputs` are the files of the bundle, as esbuild's metafile has them; `server` is the text of the server's notices. */
export function writeNotices(inputs, server) {
  const folders = new Set(inputs.map((input) => packageOf(resolve(extensionFolder, input))).filter((folder) => folder));
  // The board's page is bundled on its own, with all that it depends on.
  const board = join(extensionFolder, "../board/package.json");
  for (const name of Object.keys(JSON.parse(readFileSync(board, "utf8")).dependencies)) {
    folders.add(join(dirname(board), "node_modules", name));
  }
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    if (files.length === 0) {
      throw new Error(`${name} ${version} has no file with its licence: name another place in scripts/notices.mjs`);
    }
    const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [RULE, `${name} ${version} (${license})`, "", ...texts, ""].join("\n");
  });
  const head =
    "This extension is free software under the GNU General Public License, version 3 or later: see LICENSE.\n" +
    "Its source is at https://github.com/vgn-lsp/vgn-lsp. It holds code of the packages below.\n\n";
  const crates = server === undefined ? "" : `\n${RULE}\nThe server\n\n${server.trim()}\n`;
  writeFileSync(join(extensionFolder, "NOTICES.txt"), head + notices.join("\n") + crates);
}

/** The folder of the package that a file belongs to; none for the extension's own. */
function packageOf(file) {
  return /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file)?.[0];
}
