// The package without a server, as on a system for which there is none: what is said where no server is found, where one
// does not run, and where one is older than the extension. Run by main.mjs.

import { chmodSync, copyFileSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CodeServer } from "./code-server.mjs";

/** `plain` is the package without a server, `file` a file of games with errors. */
export async function install(workbench, { home, work, server, plain, file }) {
  const { page } = workbench;
  // Blanks and an umlaut, as a user's name has them.
  const own = join(work, "für mich allein");
  const games = join(own, "meine Partien");
  mkdirSync(games, { recursive: true });
  copyFileSync(file, join(games, basename(file)));
  const editor = new CodeServer(home, own);
  const message = (text) => page.locator(".notifications-toasts .notification-list-item", { hasText: text });
  try {
    editor.install(plain);
    const address = await editor.start({});
    await workbench.open(address, encodeURI(games), basename(file));
    const none = message(/no server for Linux on \w+ in it, and vgn-lsp is neither on the PATH nor in/);
    await none.waitFor();
    console.log(`no server: ${(await none.innerText()).replaceAll("\n", " ").trim()}`);
    await workbench.picture("no-server");
    await none.getByRole("button", { name: "How to Install" }).click();
    const step = page.locator(".getting-started-step.expanded", { hasText: "Install the program" });
    await step.waitFor();
    const told = page.frameLocator("iframe.webview").frameLocator("iframe").locator("body");
    await told.filter({ hasText: "named after your system" }).waitFor();
    await workbench.picture("how-to-install");
    console.log("no server: the button opens the step that says how it is installed");

    // A server of another system, as from the wrong archive.
    const foreign = join(own, "vgn-lsp.exe");
    const head = Buffer.alloc(256);
    head.write("MZ");
    head.writeUInt32LE(128, 0x3c);
    head.write("PE\0\0\x64\x86", 128, "latin1");
    writeFileSync(foreign, head, { mode: 0o755 });
    editor.set({ "vgn.server.path": foreign });
    const wrong = message("is a program for Windows on x64, and this is Linux");
    await wrong.waitFor();
    console.log(`another system's: ${(await wrong.innerText()).replaceAll("\n", " ").trim()}`);

    // One that says it is older, and is otherwise as it should be.
    const old = join(own, "older vgn-lsp");
    writeFileSync(old, `#!/bin/sh\n[ "$1" = --version ] && exec echo vgn-lsp 0.0.9\nexec '${server}' "$@"\n`);
    chmodSync(old, 0o755);
    editor.set({ "vgn.server.path": old });
    const older = message("is vgn-lsp 0.0.9, which is older than this extension");
    await older.waitFor();
    console.log(`older: ${(await older.innerText()).replaceAll("\n", " ").trim()}`);
    await workbench.picture("older-server");
    await workbench.until("findings of the older server", async () => /Errors: \d/.test(await workbench.problems()));
    await older.getByRole("button", { name: "Do Not Show Again" }).click();
    await older.waitFor({ state: "hidden" });
    // The editor keeps what extensions remember in the browser's own store, some seconds later.
    await page.waitForTimeout(8_000);
    await workbench.open(address, encodeURI(games), basename(file));
    await workbench.until("findings once more", async () => /Errors: \d/.test(await workbench.problems()));
    await page.waitForTimeout(1_000);
    if ((await older.count()) > 0) {
      throw new Error("what should not be shown again is shown again");
    }
    console.log("older: said once, and not again for this pair of versions");
  } finally {
    await editor.stop();
  }
}

/** The server's program that runs from a folder. */
export function runningFrom(folder) {
  const programs = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        return [readlinkSync(`/proc/${id}/exe`)];
      } catch {
        return [];
      }
    });
  const found = programs.find((program) => program.startsWith(folder) && basename(program) === "vgn-lsp");
  if (found === undefined) {
    throw new Error(`no server runs from ${folder}`);
  }
  return found.slice(folder.length + 1);
}
