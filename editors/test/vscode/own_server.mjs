// The package with a server, and a setting that names another: the message's button takes the server in the package, and
// the setting no longer counts. Run by main.mjs.

import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CodeServer } from "./code-server.mjs";
import { runningFrom } from "./install.mjs";

const BUTTON = "Use the Extension's Server";

/** `extension` is the package with a server, `file` a file of games with errors. */
export async function ownServer(workbench, { home, work, server, extension, file }) {
  const { page } = workbench;
  const place = join(work, "mit Server");
  const games = join(place, "meine Partien");
  mkdirSync(games, { recursive: true });
  copyFileSync(file, join(games, basename(file)));
  const older = join(place, "older vgn-lsp");
  writeFileSync(older, `#!/bin/sh\n[ "$1" = --version ] && exec echo vgn-lsp 0.0.9\nexec '${server}' "$@"\n`);
  chmodSync(older, 0o755);
  const editor = new CodeServer(home, place);
  const message = (text) => page.locator(".notifications-toasts .notification-list-item", { hasText: text });
  const press = async (said) => {
    await message(said).waitFor();
    await workbench.picture("own-server");
    await message(said).getByRole("button", { name: BUTTON }).click();
    await workbench.until("the extension's server", () => runs(join(place, "extensions")));
    await workbench.until("its findings", async () => /Errors: \d/.test(await workbench.problems()));
    console.log(`“${said}”: the button starts the extension's server`);
  };
  try {
    editor.install(extension);
    const address = await editor.start({});
    await workbench.open(address, encodeURI(games), basename(file));
    // In the machine's settings alone, where a person sets it.
    editor.set({ "vgn.server.path": older }, ["Machine"]);
    await press("is vgn-lsp 0.0.9, which is older than this extension");
    const settings = readFileSync(join(place, "profile/Machine/settings.json"), "utf8");
    if (settings.includes("vgn.server.path")) {
      throw new Error(`the setting is still there: ${settings}`);
    }
    // In the user's settings too, which count here, and which no extension can write.
    editor.set({ "vgn.server.path": join(place, "none") });
    await press("which is not a file");
  } finally {
    await editor.stop();
  }
}

function runs(folder) {
  try {
    return runningFrom(folder) !== "";
  } catch {
    return false;
  }
}
