// A chess engine beside the text, by commands alone and on the board. Run by main.mjs; without Stockfish it is passed over.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const STOCKFISH = ["/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish"].find((path) => existsSync(path));
const FILE = "engine.pgn";
const GAME = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 {quiet} Nc6 3. Bb5 a6 *\n';

export async function engine(workbench, address, games, codeServer) {
  if (STOCKFISH === undefined) {
    console.log("no Stockfish here: its part is passed over");
    return;
  }
  const { page } = workbench;
  const path = join(games, FILE);
  writeFileSync(path, GAME);
  codeServer.set({ "vgn.engine.path": STOCKFISH, "vgn.engine.multiPv": 2, "vgn.hints.engine": true });
  await workbench.open(address, games, FILE);
  const status = page.locator('.statusbar-item[id$="vgn.engine"]');
  await workbench.goTo(4, 14);
  await workbench.command("VGN: Start Engine");
  await workbench.until("an evaluation", async () => (await status.count()) > 0 && /[+-]?\d\.\d\d .* · \d+/.test(await status.innerText()));
  console.log(`the status bar tells: ${(await status.innerText()).trim()}`);
  const hint = page.locator(".monaco-editor .view-line", { hasText: /\d\.\d\d\s\(\d+\)/ });
  await hint.first().waitFor();
  console.log(`the text tells: ${(await hint.first().innerText()).replaceAll("\u00a0", " ").trim()}`);
  await workbench.picture("engine-status");
  // Elsewhere it is another evaluation.
  const before = await status.innerText();
  await workbench.goTo(4, 4);
  await workbench.until("another one", async () => (await status.innerText().catch(() => before)) !== before);
  await workbench.goTo(4, 14);
  await workbench.until("an evaluation again", async () => /· [5-9]|· \d\d/.test(await status.innerText().catch(() => "")));

  await workbench.command("VGN: Write a Line of the Engine as a Variation");
  const rows = page.locator(".quick-input-list .monaco-list-row");
  await rows.nth(1).waitFor();
  await workbench.picture("engine-choice");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const written = async () => {
    await page.keyboard.press("Control+S");
    return readFileSync(path, "utf8");
  };
  await workbench.until("the variation", async () => /\(2\. .+\)/s.test(await written()) || /2\. Nf3 \{quiet\} Nc6 \(/.test(await written()));
  console.log(`written: ${readFileSync(path, "utf8").split("\n").slice(3).join(" ")}`);
  await page.keyboard.press("Control+Z");
  await workbench.until("the text as before, by one step", async () => (await written()) === GAME);

  await workbench.goTo(4, 14);
  await workbench.command("VGN: What Does the Other Side Threaten?");
  await workbench.until("a threat", async () => /threat [+-]?\d/.test(await status.innerText().catch(() => "")));
  console.log(`a threat: ${(await status.innerText()).trim()}`);
  await workbench.command("VGN: Stop Engine");
  await workbench.until("nothing of an engine", async () => (await status.count()) === 0 || !(await status.isVisible()));

  // The board asks it in place of the cursor.
  await workbench.command("VGN: Open Board Beside");
  const frame = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("#active-frame");
  await frame.locator(".move-pair").first().waitFor();
  await workbench.command("View: Focus First Editor Group");
  await workbench.command("VGN: Start Engine");
  await frame.locator(".engine-status", { hasText: /depth \d\d/ }).waitFor({ timeout: 30_000 });
  if ((await frame.locator(".engine-lines li:visible").count()) !== 2) {
    throw new Error("the board does not show the two lines of the setting");
  }
  await workbench.picture("engine-board");
  // After 1. e4 e5 the second line is not the game's own.
  await workbench.command("View: Focus First Editor Group");
  await workbench.goTo(4, 8);
  await frame.locator(".move[aria-current]", { hasText: "e5" }).waitFor();
  await frame.locator(".engine-status", { hasText: /depth \d\d/ }).waitFor({ timeout: 30_000 });
  await frame.locator(".move-list").focus();
  await page.keyboard.press("2");
  await workbench.until("the line of the board", async () => {
    await workbench.command("View: Focus First Editor Group");
    return (await written()).includes("{quiet} (2. ");
  });
  console.log(`written by the board: ${readFileSync(path, "utf8").split("\n").slice(3).join(" ")}`);
  await workbench.picture("engine-written");
  await workbench.command("View: Focus First Editor Group");
  await page.keyboard.press("Control+Z");
  await workbench.until("the text as before, by one step", async () => (await written()) === GAME);
  await workbench.command("VGN: Stop Engine");
  await frame.locator(".engine").waitFor({ state: "hidden" });

  // Without a program it is said what to set.
  codeServer.set({});
  await workbench.open(address, games, FILE);
  await workbench.goTo(4, 8);
  await workbench.command("View: Close Other Editor Groups").catch(() => {});
  await workbench.command("VGN: Start Engine");
  const text = { hasText: "no engine is set" };
  await workbench.until("what to set", async () => {
    const [toasts, panels] = [page.locator(".notifications-toasts", text), frame.locator(".engine-said", text)];
    return (await toasts.count()) + (await panels.count()) > 0;
  });
  await workbench.picture("engine-not-set");
  rmSync(path);
}
