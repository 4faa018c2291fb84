// A file in Latin-1 is changed and saved: with the encoding guessed, and read as UTF-8, so that the save destroys letters.
// Run by main.mjs.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "dortmund.pgn";
const OTHER = "wcc_2023.pgn";
/** Typed at the beginning of the first half-move's line. */
const TYPED = "{seen} ";

export async function encodings(workbench, address, { games, project }) {
  const { page } = workbench;
  const path = join(games, FILE);
  copyFileSync(join(project, "tests/data/annotated", FILE), path);
  const before = readFileSync(path).toString("latin1");
  const replaced = page.locator(".view-line", { hasText: "\ufffd" });
  const at = /^1\. /m.exec(before).index;
  const line = before.slice(0, at).split("\n").length;
  const changed = before.slice(0, at) + TYPED + before.slice(at);

  // The extension has the editor guess. What a window opens as it begins may be read before that is known.
  await workbench.open(address, games, OTHER);
  await workbench.openFromExplorer(FILE);
  await workbench.goTo(line, 1);
  if ((await replaced.count()) > 0) {
    throw new Error("a Latin-1 file is shown with letters replaced");
  }
  await page.keyboard.type(TYPED);
  await workbench.until("the change on disk, every other byte as it was", async () => {
    await page.keyboard.press("Control+S");
    return readFileSync(path).toString("latin1") === changed;
  });
  console.log(`Latin-1, guessed: ${TYPED.length} bytes more, all others as they were`);

  // An editor that takes it for UTF-8.
  copyFileSync(join(project, "tests/data/annotated", FILE), path);
  mkdirSync(join(games, ".vscode"), { recursive: true });
  const settings = { "[pgn]": { "files.autoGuessEncoding": false } };
  writeFileSync(join(games, ".vscode", "settings.json"), JSON.stringify(settings));
  await workbench.open(address, games, OTHER);
  await workbench.openFromExplorer(FILE);
  const first = before.split("\n").findIndex((text) => /[^\0-\x7f]/.test(text));
  await workbench.goTo(first + 1, /[^\0-\x7f]/.exec(before.split("\n")[first]).index + 1);
  await replaced.first().waitFor();
  const finding = await workbench.hover("the file is not UTF-8");
  console.log(`Latin-1 as UTF-8: ${finding.trim().split("\n").find((text) => /not UTF-8/.test(text))}`);
  await workbench.picture("not-utf8");
  await page.keyboard.press("Escape");
  await workbench.goTo(line, 1);
  await page.keyboard.type(TYPED);
  await page.locator(".notifications-toasts", { hasText: `Saving ${FILE} would destroy letters` }).waitFor();
  await workbench.until("the destroyed file", async () => {
    await page.keyboard.press("Control+S");
    return readFileSync(path, "utf8").includes("\ufffd");
  });
  const offer = page.locator(".notifications-toasts .notification-list-item", { hasText: `${FILE} has lost letters` });
  await offer.waitFor();
  await offer.hover();
  await workbench.picture("lost-letters");
  await offer.getByRole("button", { name: "Write the old file beside it" }).click();
  const restored = () => readdirSync(games).find((name) => name.includes("restored"));
  await workbench.until("the old content", async () => {
    const name = restored();
    return name !== undefined && readFileSync(join(games, name)).toString("latin1") === before;
  });
  console.log(`saved nevertheless: ${restored()} has the bytes from before`);
  rmSync(join(games, restored()));
  rmSync(join(games, ".vscode"), { recursive: true });
  rmSync(path);
}
