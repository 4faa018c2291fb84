// A real Emacs, which is a server that evaluates what it is told, and gets its keys as from a keyboard.

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

/** The file with its address and its key. */
const NAME = "emacs-server";
/** What the editor is told at its start; it writes down which address it is asked to open. */
const INIT = `
(setq eglot-sync-connect nil eglot-autoshutdown t create-lockfiles nil auto-save-default nil make-backup-files nil
      eglot-extend-to-xref nil eldoc-idle-delay 60 eglot-send-changes-idle-time 0.05
      browse-url-browser-function
      (lambda (address &rest _) (write-region address nil (expand-file-name "opened" folder))))
(require 'eglot)
(setcdr (seq-find (lambda (entry) (equal (cdr entry) '("vgn-lsp" "--stdio"))) eglot-server-programs)
        (list (getenv "VGN_LSP_SERVER") "--stdio"))
(add-hook 'vgn-mode-hook #'eglot-ensure)
(setq server-use-tcp t server-auth-dir folder)
`;

export class Emacs {
  name = "Emacs";

  constructor(program, { project, folder, server }) {
    this.folder = folder;
    const init = join(folder, "init.el");
    writeFileSync(init, `(defvar folder ${JSON.stringify(folder)})\n${INIT}`);
    this.process = spawn(
      program,
      ["-Q", `--fg-daemon=${NAME}`, "--load", join(project, "editors/emacs/vgn-mode.el"), "--load", init],
      {
        cwd: folder,
        env: { ...process.env, HOME: folder, VGN_LSP_SERVER: server },
        stdio: ["ignore", "ignore", process.env["EMACS_TALKS"] ? "inherit" : "ignore"],
      },
    );
  }

  /** What Emacs makes of an expression, as emacsclient asks for it. */
  async evaluate(expression) {
    const [place, key] = readFileSync(join(this.folder, NAME), "utf8").split("\n");
    const port = Number(/:(\d+)/.exec(place)[1]);
    const quoted = expression.replace(/[&\n ]|^-/g, (sign) => ({ "&": "&&", "\n": "&n", " ": "&_" })[sign] ?? "&-");
    const answer = await new Promise((done, fail) => {
      let text = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(`-auth ${key.trim()} -eval ${quoted}\n`));
      socket.on("data", (data) => {
        text += data;
      });
      socket.on("close", () => done(text));
      socket.on("error", fail);
    });
    const parts = [...answer.matchAll(/^-(print|print-nonl|error) (.*)$/gm)];
    const said = parts.map(([, , part]) => part).join("");
    const plain = said.replace(/&(.)/g, (_, sign) => ({ "&": "&", n: "\n", _: " ", "-": "-" })[sign] ?? sign);
    if (parts.some(([, kind]) => kind === "error")) {
      throw new Error(plain);
    }
    return plain;
  }

  /** A text that an expression gives. */
  async #says(expression) {
    const plain = `(with-current-buffer (window-buffer) (substring-no-properties ${expression}))`;
    const shown = await this.evaluate(plain).catch(() => '""');
    return shown.startsWith('"') ? JSON.parse(shown.trim()) : "";
  }

  async keys(keys) {
    const events = `(listify-key-sequence (kbd ${JSON.stringify(keys)}))`;
    await this.evaluate(`(setq unread-command-events (append unread-command-events ${events}))`);
  }

  async open(file) {
    const path = JSON.stringify(join(this.folder, file));
    await this.evaluate(`(progn (switch-to-buffer (find-file-noselect ${path})) nil)`);
    // The server is started behind the first command.
    await this.keys("M-<");
  }

  async isReady() {
    return (await this.#says('(if (eglot-current-server) "1" "0")')) === "1";
  }

  openBoard() {
    return this.keys("C-c C-o");
  }

  get opened() {
    return readFileSync(join(this.folder, "opened"), "utf8").trim();
  }

  /** Searches from the beginning, and leaves point in front of what was found. */
  async goTo(text) {
    const letters = [...text].map((letter) => (letter === " " ? "SPC" : letter)).join(" ");
    await this.keys(`M-< C-s ${letters} RET C-u ${text.length} C-b`);
  }

  insert(text) {
    return this.keys([...text].map((letter) => (letter === " " ? "SPC" : letter)).join(" "));
  }

  /** What the board of Emacs' own shows. */
  ownBoard() {
    return this.#says('(with-current-buffer "*vgn board*" (buffer-string))');
  }

  /** Takes out the lines from the cursor's on and the two before it, which are tags of the same game. */
  cutToEnd() {
    return this.keys("C-u 2 C-p C-a C-SPC M-> C-w");
  }

  undo() {
    return this.keys("C-/");
  }

  atCursor() {
    return this.#says("(buffer-substring-no-properties (window-point) (line-end-position))");
  }

  /** The same of the games, where another window is selected. */
  textAtPoint() {
    const games = '(get-buffer-window "games.pgn" t)';
    return this.#says(
      `(with-current-buffer "games.pgn" (save-excursion (goto-char (window-point ${games}))
         (buffer-substring (point) (line-end-position))))`,
    );
  }

  text() {
    return this.#says("(buffer-substring-no-properties (point-min) (point-max))");
  }

  async end() {
    await this.evaluate("(let ((kill-emacs-query-functions nil)) (kill-emacs))").catch(() => {});
    this.process.kill();
  }
}
