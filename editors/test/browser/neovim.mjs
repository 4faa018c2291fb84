// A real Neovim, which listens on a socket and is driven by keys.

import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What the editor is told at its start: the server, and to write down which address it is asked to open. */
const INIT = `
vim.ui.open = function(address)
  vim.fn.writefile({ address }, 'opened')
  return { wait = function() return { code = 0 } end }
end
require('vgn_lsp').setup({ cmd = { vim.env.VGN_LSP_SERVER, '--stdio' } })
`;

export class Neovim {
  name = "Neovim";

  /** Opens a file of a folder. */
  constructor(program, { project, folder, server }) {
    this.program = program;
    this.folder = folder;
    this.socket = join(folder, "nvim.socket");
    const plugin = `set runtimepath^=${project}/editors/neovim`;
    const init = `lua ${INIT.replace(/\n/g, " ")}`;
    this.process = spawn(
      program,
      ["--clean", "-n", "--headless", "--listen", this.socket, "--cmd", plugin, "-c", init],
      { cwd: folder, env: { ...process.env, VGN_LSP_SERVER: server }, stdio: "ignore" },
    );
  }

  async #remote(...command) {
    const { stdout } = await run(this.program, ["--server", this.socket, ...command], { cwd: this.folder });
    return stdout.trim();
  }

  async #says(expression) {
    return this.#remote("--remote-expr", expression).catch(() => "");
  }

  async keys(keys) {
    await this.#remote("--remote-send", keys);
  }

  async open(file) {
    await this.keys(`<Esc>:edit ${file}<CR>`);
  }

  /** The server runs for the file. */
  async isReady() {
    return (await this.#says(`luaeval("(require('vgn_lsp.server').of(0) or {}).initialized and 1 or 0")`)) === "1";
  }

  openBoard() {
    return this.keys(":Vgn browser<CR>");
  }

  /** The address that the editor was asked to open. */
  get opened() {
    return readFileSync(join(this.folder, "opened"), "utf8").trim();
  }

  /** Puts the cursor where a text stands for the first time. */
  goTo(text) {
    return this.keys(`<Esc>gg/\\V${text}<CR>`);
  }

  /** What is typed in front of the cursor. */
  insert(text) {
    return this.keys(`i${text.replaceAll("<", "<lt>")}<Esc>`);
  }

  /** Takes out the lines from the cursor's on and the two before it, which are tags of the same game. */
  cutToEnd() {
    return this.keys("<Esc>2kdG");
  }

  undo() {
    return this.keys("<Esc>u");
  }

  /** The text from the cursor to the end of its line. */
  atCursor() {
    return this.#says(`strpart(getline("."), col(".") - 1)`);
  }

  text() {
    return this.#says(`join(getline(1, "$"), "\\n")`);
  }

  async end() {
    await this.keys("<Esc>:qall!<CR>").catch(() => {});
    this.process.kill();
  }
}
