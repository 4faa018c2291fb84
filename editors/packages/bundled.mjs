// The licences of npm's packages whose code is in a bundle, word for word.

import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

export const RULE = "-".repeat(80);

/** The folders of the packages that the files belong to; `inputs` are those of esbuild's metafile, from `folder`. */
export function packagesOf(inputs, folder) {
  const own = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/;
  return new Set(inputs.map((input) => own.exec(resolve(folder, input))?.[0]).filter((found) => found));
}

/** Name, version and licence of each package, with the texts that are in its folder. Fails where one has none. */
export function licencesOf(folders) {
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    if (files.length === 0) {
      throw new Error(`${name} ${version} has no file with its licence: name another place in editors/packages/bundled.mjs`);
    }
    const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [RULE, `${name} ${version} (${license})`, "", ...texts, ""].join("\n");
  });
  return parts.join("\n");
}

/** What the server says of its crates, as a part of its own; empty where nothing is given. */
export function ofServer(text) {
  return text === undefined ? "" : `\n${RULE}\nThe server\n\n${text.trim()}\n`;
}
