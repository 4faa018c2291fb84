// A folder that names a program of its own as the server and as an engine: it is not run, neither in a restricted window
// nor in a trusted one. Run by main.mjs.

import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CodeServer } from "./code-server.mjs";

const GAME = '[Event "Strange"]\n\n1. e4 e5 2. Ke3 *\n';

/** `trusted` is the address of a window that trusts all folders. */
export async function trust(workbench, trusted, { home, work, server, extension }) {
  const { page } = workbench;
  const folder = join(work, "strange");
  const ran = join(work, "strange-ran");
  mkdirSync(join(folder, ".vscode"), { recursive: true });
  const program = join(folder, "vgn-lsp");
  writeFileSync(program, `#!/bin/sh\ntouch ${ran}\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, "strange.pgn"), GAME);
  const settings = { "vgn.engine.path": program, "vgn.server.path": program, "vgn.server.extraEnv": { VGN_LSP_LOG: "trace" } };
  writeFileSync(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));

  const restricted = new CodeServer(home, join(work, "restricted"));
  mkdirSync(join(work, "restricted"), { recursive: true });
  try {
    restricted.install(extension);
    const address = await restricted.start({ "vgn.server.path": server }, { trusts: false });
    for (const [kind, at] of [["restricted", address], ["trusted", trusted]]) {
      await workbench.open(at, folder, "strange.pgn");
      // The machine's own server is the one that answers.
      await workbench.until(`what is wrong, ${kind}`, async () => /Errors: 1/.test(await workbench.problems()));
      const sign = page.locator(".statusbar-item", { hasText: "Restricted Mode" });
      if (kind === "restricted") {
        await sign.waitFor();
      } else if (await sign.isVisible()) {
        throw new Error("the window is not trusted");
      }
      await workbench.picture(kind);
      await workbench.goTo(3, 4);
      await workbench.command("VGN: Open Board Beside");
      const frame = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("#active-frame");
      await frame.locator(".move[aria-current]", { hasText: "e4" }).waitFor();
      await workbench.command("View: Focus First Editor Group");
      await workbench.command("VGN: Start Engine");
      const why = { restricted: "not trusted", trusted: "no engine is set" }[kind];
      await frame.locator(".engine-said", { hasText: why }).waitFor();
      await workbench.picture(`${kind}-engine`);
      if (existsSync(ran)) {
        throw new Error(`the folder's own program has been run in a ${kind} window`);
      }
      console.log(`${kind}: findings, a board and no engine, and the folder's own program has not been run`);
    }
  } finally {
    await restricted.stop();
  }
}
