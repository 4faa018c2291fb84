// A program in a terminal: Neovim's, which is one that can be asked for what it shows.

import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export class Terminal {
  constructor(neovim, folder, command, environment) {
    this.neovim = neovim;
    this.folder = folder;
    this.socket = join(folder, "terminal.socket");
    const started = JSON.stringify(JSON.stringify(command));
    const begin = `lua vim.o.columns, vim.o.lines = 110, 34; local command = vim.json.decode(${started}); if vim.fn.has('nvim-0.11') == 1 then JOB = vim.fn.jobstart(command, { term = true }) else JOB = vim.fn.termopen(command) end; SCREEN = vim.api.nvim_get_current_buf()`;
    this.process = spawn(neovim, ["--clean", "-n", "--headless", "--listen", this.socket, "-c", begin], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: "ignore",
    });
  }

  async #evaluate(expression) {
    const { stdout } = await run(this.neovim, ["--server", this.socket, "--remote-expr", expression], {
      cwd: this.folder,
    });
    return stdout;
  }

  /** Types; control characters as they are. Behind an escape comes nothing for a while: it would be Alt and that key. */
  async keys(text) {
    for (const part of text.split(/(?<=\x1b)/)) {
      await this.#type(part);
      if (part.endsWith("\x1b")) {
        await new Promise((done) => setTimeout(done, 100));
      }
    }
  }

  async #type(text) {
    const bytes = [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
    await this.#evaluate(`chansend(luaeval("JOB"), "${bytes}")`);
  }

  /** What is shown. */
  screen() {
    return this.#evaluate(`join(getbufline(luaeval("SCREEN"), 1, "$"), "\\n")`).catch(() => "");
  }

  async end() {
    await run(this.neovim, ["--server", this.socket, "--remote-send", "<C-\\><C-n>:qall!<CR>"]).catch(() => {});
    this.process.kill();
  }
}
