// Helix and Kakoune as their users set them up: by what docs/editors.md says, word for word.

import { mkdirSync, readFileSync, writeFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Terminal } from "./terminal.mjs";

const ESCAPE = "\x1b";

/** The code blocks of a section. */
function blocks(project, section, language) {
  const page = readFileSync(join(project, "docs/editors.md"), "utf8");
  const text = page.split(`\n## ${section}\n`)[1].split("\n## ")[0];
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(([, block]) => block);
}

class Editor {
  constructor({ project, folder, server, neovim }, command, environment) {
    this.folder = folder;
    const bin = join(folder, "bin");
    mkdirSync(bin);
    symlinkSync(server, join(bin, "vgn-lsp"));
    // The user's browser.
    writeFileSync(join(bin, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > "${folder}/opened"\n`, { mode: 0o755 });
    const config = join(folder, "config");
    mkdirSync(config);
    this.configure(config, project);
    this.terminal = new Terminal(neovim, folder, [...command, "games.pgn"], {
      HOME: folder,
      XDG_CONFIG_HOME: config,
      XDG_CACHE_HOME: join(folder, "cache"),
      XDG_RUNTIME_DIR: folder,
      PATH: [bin, ...environment.paths, process.env.PATH].join(":"),
    });
  }

  screen() {
    return this.terminal.screen();
  }

  keys(text) {
    return this.terminal.keys(text);
  }

  get opened() {
    return readFileSync(join(this.folder, "opened"), "utf8").trim();
  }

  end() {
    return this.terminal.end();
  }
}

export class Helix extends Editor {
  name = "Helix";

  constructor(program, given) {
    super(given, [program], { paths: [] });
  }

  configure(config, project) {
    const [languages, keys] = blocks(project, "Helix", "toml");
    mkdirSync(join(config, "helix"));
    writeFileSync(join(config, "helix/languages.toml"), languages);
    writeFileSync(join(config, "helix/config.toml"), keys);
  }

  hover = " k";
  board = " B";
  undo = "u";
  /** Half-moves of the piece at the cursor are marked. */
  mark = " h";
  save = ":w\r";

  goTo(text) {
    return this.keys(`${ESCAPE}${ESCAPE}gg/${text}\r`);
  }

  insert(text) {
    return this.keys(`i${text}${ESCAPE}`);
  }

  /** Line and column of the cursor, from 1 on. */
  async cursor() {
    const [, line, column] = /\s(\d+):(\d+)\s*$/m.exec(await this.screen()) ?? [];
    return `${line}:${column}`;
  }
}

export class Kakoune extends Editor {
  name = "Kakoune";

  constructor(folder, given) {
    super(given, [join(folder, "kak")], { paths: [folder] });
  }

  configure(config, project) {
    mkdirSync(join(config, "kak"));
    writeFileSync(join(config, "kak/kakrc"), blocks(project, "Kakoune", "kak").join("\n"));
  }

  hover = ":lsp-hover\r";
  board = ":vgn-board\r";
  undo = "u";
  save = ":w\r";

  goTo(text) {
    return this.keys(`${ESCAPE}gg/${text}\r;`);
  }

  insert(text) {
    return this.keys(`i${text}${ESCAPE}`);
  }

  async cursor() {
    const [, line, column] = /games\.pgn (\d+):(\d+)/.exec(await this.screen()) ?? [];
    return `${line}:${column}`;
  }
}
