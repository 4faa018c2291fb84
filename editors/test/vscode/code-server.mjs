// VS Code as a server: an extension installed, a profile written, started, ended.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

/** Settings of a profile that shows the file and nothing else, and asks nothing. */
const QUIET = {
  "chat.commandCenter.enabled": false,
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.activityBar.location": "hidden",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.enableExperiments": false,
  "workbench.layoutControl.enabled": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

export class CodeServer {
  #home;
  #work;
  #process;
  #log = "";

  /** `home`: where code-server is installed; `work`: an empty folder for all that it writes. */
  constructor(home, work) {
    this.#home = home;
    this.#work = work;
  }

  /** Where the editor's logs are. */
  get logs() {
    return join(this.#work, "profile", "logs");
  }

  /** What code-server itself said. */
  get log() {
    return this.#log;
  }

  install(vsix) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...this.#command(), "--install-extension", vsix], {
      env: this.#environment(),
      encoding: "utf8",
      timeout: 60_000,
    });
    if (status !== 0 || !/successfully installed/.test(stdout)) {
      throw new Error(`the extension is not installed: ${stdout}${stderr}`);
    }
  }

  /** Writes the settings, also of a window that runs: the user's and the machine's, or those named. */
  set(settings, scopes = ["User", "Machine"]) {
    // Which of them say where a program is, differs between versions.
    for (const scope of scopes) {
      const folder = join(this.#work, "profile", scope);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "settings.json"), JSON.stringify({ ...QUIET, ...settings }));
    }
  }

  /** Starts it and gives its address; without `trusts` it asks nobody, and restricts all folders. */
  async start(settings, { trusts = true } = {}) {
    const port = await freePort();
    const asksNobody = { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" };
    this.set(trusts ? settings : { ...settings, ...asksNobody });
    const config = join(this.#work, "config.yaml");
    writeFileSync(config, `bind-addr: 127.0.0.1:${port}\nauth: none\ncert: false\n`);
    this.#process = spawn(
      process.execPath,
      [
        ...this.#command(),
        ...["--config", config, "--disable-telemetry", "--disable-update-check"],
        ...(trusts ? ["--disable-workspace-trust"] : []),
        ...["--disable-getting-started-override"],
      ],
      // A group of its own: it forks, and all of it is ended together.
      { env: this.#environment(), detached: true, stdio: ["ignore", "pipe", "pipe"] },
    );
    let ended;
    this.#process.on("exit", (code) => (ended = code ?? "a signal"));
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream.on("data", (data) => (this.#log += data));
    }
    const address = `127.0.0.1:${port}`;
    const deadline = Date.now() + 60_000;
    for (;;) {
      if (ended !== undefined) {
        throw new Error(`code-server ended with ${ended}: ${this.#log}`);
      }
      const answer = await fetch(`http://${address}/healthz`).catch(() => undefined);
      if (answer?.ok) {
        return address;
      }
      if (Date.now() > deadline) {
        throw new Error(`code-server does not answer: ${this.#log}`);
      }
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  async stop() {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null) {
      return;
    }
    const gone = new Promise((done) => running.on("exit", done));
    for (const [signal, patience] of [["SIGTERM", 5_000], ["SIGKILL", 5_000]]) {
      try {
        process.kill(-running.pid, signal);
      } catch {
        return;
      }
      if (await Promise.race([gone.then(() => true), new Promise((done) => setTimeout(done, patience, false))])) {
        return;
      }
    }
  }

  #command() {
    return [
      join(this.#home, "node_modules/code-server/out/node/entry.js"),
      ...["--user-data-dir", join(this.#work, "profile"), "--extensions-dir", join(this.#work, "extensions")],
    ];
  }

  // Nothing of the user's own configuration is read or written, and no server of the user's is found.
  #environment() {
    const own = { HOME: this.#work, XDG_CONFIG_HOME: join(this.#work, "xdg"), XDG_DATA_HOME: join(this.#work, "xdg") };
    const folders = process.env.PATH.split(delimiter).filter((folder) => !existsSync(join(folder, "vgn-lsp")));
    return { ...process.env, ...own, PATH: folders.join(delimiter) };
  }
}

function freePort() {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.on("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
