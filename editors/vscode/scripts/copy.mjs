// What the extension shares with the rest of the project is copied into it: a package holds only its own folder.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
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
  for (const picture of ["board", "guess"]) {
    copyFileSync(new URL(`docs/images/${picture}.png`, project), new URL(`images/${picture}.png`, extension));
  }
  copyBoard();
}

/** The board's page, built where it is at home. */
function copyBoard() {
  const board = new URL("editors/board/", project);
  const npm = (...words) => {
    const { status } = spawnSync("npm", words, { cwd: board, stdio: "inherit", shell: process.platform === "win32" });
    if (status !== 0) {
      throw new Error(`npm ${words.join(" ")} failed in editors/board`);
    }
  };
  if (!existsSync(new URL("node_modules/esbuild", board))) {
    npm("ci", "--ignore-scripts", "--no-audit", "--no-fund");
  }
  npm("run", "--silent", "build");
  mkdirSync(new URL("dist/board/", extension), { recursive: true });
  for (const name of ["board.js", "board.css"]) {
    copyFileSync(new URL(`dist/${name}`, board), new URL(`dist/board/${name}`, extension));
  }
}
