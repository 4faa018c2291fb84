// What the extension shares with the rest of the project is copied into it: a package holds only its own folder.

import { copyFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const extension = new URL("../", import.meta.url);
const project = new URL("../../../", import.meta.url);

export const extensionFolder = fileURLToPath(extension);

export function copyShared() {
  mkdirSync(new URL("syntaxes/", extension), { recursive: true });
  for (const name of ["vgn", "pgn"]) {
    const path = `syntaxes/${name}.tmLanguage.json`;
    copyFileSync(new URL(path, project), new URL(path, extension));
  }
  copyFileSync(new URL("LICENSE", project), new URL("LICENSE", extension));
}
