// Run by terminal.sh: Helix or Kakoune with the built server, driven by keys in a terminal, and the board that the server
// serves in a real browser.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BoardPage } from "../../board/test/browser/page.mjs";
import { launched, until } from "../browsing.mjs";
import { Helix, Kakoune } from "./editors.mjs";

const [name, program, home, chromiumPath, server, project, work, neovim] = process.argv.slice(2);
const PATIENCE = 20_000; // milliseconds

const GAMES = `[Event "Board"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 a6
4. Ba4 Nf6 1-0

[Event "Wrong"]
[White "Cem"]
[Black "Dee"]
[Result "*"]

1. d4 Ke4 *
`;

const file = join(work, "games.pgn");
writeFileSync(file, GAMES);
const editor = new { helix: Helix, kakoune: Kakoune }[name](program, { project, folder: work, server, neovim });
const browser = await launched(home, chromiumPath);
process.on("SIGTERM", () => process.exit(1));
process.on("exit", () => editor.terminal.process.kill());

const shows = (text) => until(`${text} on the screen`, async () => (await editor.screen()).includes(text));
const isAt = (place) => until(`the cursor at ${place}`, async () => (await editor.cursor()) === place);
/** What the editor writes into its file. */
async function saves(what, test) {
  await editor.keys("\x1b");
  await until(what, async () => {
    await editor.keys(editor.save);
    await new Promise((done) => setTimeout(done, 100));
    return test(readFileSync(file, "utf8"));
  });
}

async function drive() {
  // Diagnostics and hover.
  await shows('[White "Ann"]');
  await editor.goTo("Ke4");
  if (name === "helix") {
    await shows("the king on e8 cannot move to e4");
  }
  await editor.goTo("Bb5");
  await until("the hover", async () => {
    await editor.keys(editor.hover);
    await new Promise((done) => setTimeout(done, 300));
    return (await editor.screen()).includes("Ruy Lopez");
  });
  await editor.keys("\x1b");
  console.log(`${editor.name}: diagnostics and hover`);

  // The board: opened by what the documentation says.
  await editor.keys(editor.board);
  await until("the address", () => {
    try {
      return editor.opened !== "";
    } catch {
      return false;
    }
  });
  assert.match(editor.opened, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{64}\/$/);
  const context = await browser.newContext({ viewport: { width: 1000, height: 640 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const board = new BoardPage(page, context);
  page.on("pageerror", (error) => board.complaints.push(error.stack));
  await page.goto(editor.opened);
  await page.locator(".move").first().waitFor();
  const stands = (san) => until(`${san} on the board`, async () => (await board.current()) === san);

  // Its steps lead the cursor, where the editor can be led.
  await board.page.locator(".move", { hasText: "Nf3" }).click();
  await board.page.keyboard.press("ArrowRight");
  await stands("Nc6");
  if (name === "helix") {
    await isAt("6:17");
    await board.page.keyboard.press("End");
    await isAt("7:8");
  } else {
    await board.page.keyboard.press("End");
  }
  await stands("Nf6");
  // The editor's cursor leads the board, as far as the server is told of it.
  await editor.goTo("d4\\)");
  if (editor.mark !== undefined) {
    await editor.keys(`${editor.mark}\x1b,`);
  }
  await stands("d4");
  console.log(`${editor.name}: the board and the cursor`);

  // What is played is written; one undo takes it back.
  await board.drag("e5", "d4");
  await saves("the half-move", (text) => text.includes("(2... d6 3. d4 exd4)"));
  await stands("exd4");
  await editor.keys(editor.undo);
  await saves("the text as it was", (text) => text === GAMES);
  await until("the list as it was", async () => (await page.locator(".move", { hasText: "exd4" }).count()) === 0);
  // What is typed is shown.
  await editor.goTo("Ann");
  await editor.insert("Joe");
  await page.locator("body", { hasText: "Joe" }).waitFor({ timeout: PATIENCE });
  console.log(`${editor.name}: what is played is written, and taken back by one undo`);
  await board.close();
}

let failed = false;
try {
  await drive();
} catch (error) {
  failed = true;
  console.log(`FAILED: ${editor.name}: ${error.stack ?? error}`);
  console.log(await editor.screen());
}
await editor.end();
await browser.close();
if (!failed) {
  console.log("all as it should be");
}
process.exit(failed ? 1 : 0);
