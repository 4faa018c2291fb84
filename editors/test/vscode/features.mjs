// What else an editor offers: names, layout, links, folds, hierarchies, snippets, tasks. Run by main.mjs.

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "features.pgn";
const tags = (white, black) => `[Event "Match"]
[Site "https://lichess.org/abcdefgh"]
[Date "2024.05.01"]
[Round "1"]
[White "${white}"]
[Black "${black}"]
[Result "*"]
`;
const GAMES = `${tags("Old, Name", "Réti, Richard")}
1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 {The Spanish, as Old, Name says.} 3... a6 *

${tags("Réti, Richard", "Old, Name")}
1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *

${tags("Old, Nam", "Réti, Richard")}
1.e4    e5
2.Nf3 *
`;
const FEN = "8/4P2k/8/8/8/8/8/K7 w - - 0 1";

export async function features(workbench, address, { games, server }) {
  const { page } = workbench;
  const path = join(games, FILE);
  writeFileSync(path, GAMES);
  await workbench.open(address, games, FILE);
  const goTo = (text, context, within = context) => {
    const at = text.indexOf(context) + context.indexOf(within);
    const lines = text.slice(0, at).split("\n");
    return workbench.goTo(lines.length, lines.at(-1).length + 1);
  };
  const line = (start) => page.locator(".monaco-editor .view-line", { hasText: start });

  // The server colours what it has read.
  await page.locator(".detected-link", { hasText: "https://lichess.org/abcdefgh" }).first().waitFor();
  console.log("links: addresses of tags are links");

  await goTo(GAMES, '"Old, Name"', "Name");
  const box = page.locator(".rename-box input");
  await workbench.until("the box for a new name", async () => {
    await page.keyboard.press("F2");
    return box.waitFor({ state: "visible", timeout: 3_000 }).then(() => true, () => false);
  });
  await box.fill("New, Name");
  await page.keyboard.press("Enter");
  await box.waitFor({ state: "hidden" });
  const renamed = GAMES.replaceAll('"Old, Name"', '"New, Name"');
  await workbench.save(path, renamed);
  console.log("renamed: one player in two games, and nobody else");

  const { stdout: laid } = spawnSync(server, ["fmt", "-"], { input: renamed, encoding: "utf8", timeout: 30_000 });
  await workbench.until("the layout", async () => {
    await workbench.command("Format Document");
    await page.keyboard.press("Control+S");
    await new Promise((done) => setTimeout(done, 500));
    return readFileSync(path, "utf8") === laid;
  });
  console.log(`formatted: as by vgn-lsp fmt, ${laid === renamed ? "nothing" : "something"} changed`);

  await goTo(laid, "2. Nf3 *", "*");
  const ghost = page.locator(".ghost-text, .ghost-text-decoration");
  await workbench.until("the commonest continuation", async () => {
    await workbench.command("Trigger Inline Suggestion");
    return ghost.first().waitFor({ state: "attached", timeout: 3_000 }).then(() => true, () => false);
  });
  console.log(`offered inline: ${(await ghost.allInnerTexts()).join("")}`);
  await workbench.picture("inline");
  await page.keyboard.press("Escape");

  await goTo(laid, "Bb5 Nf6", "Bb5");
  await workbench.command("Peek Call Hierarchy");
  const calls = page.locator(".call-hierarchy .monaco-list-row");
  await calls.first().waitFor();
  await workbench.picture("hierarchy");
  console.log(`hierarchy: ${(await calls.allInnerTexts()).join(" | ")}`);
  await page.keyboard.press("Escape");

  await workbench.command("Fold All");
  await workbench.until("the games to fold", async () => (await line("[Site").count()) === 0);
  // What is folded stands behind its first line, where only its style tells it.
  const behind = () =>
    page.evaluate(() => {
      const runs = [...document.querySelectorAll(".monaco-editor .view-line span")];
      return runs.map((run) => getComputedStyle(run, "::after").content).filter((text) => text.includes(" - Réti") || text.includes("Réti, Richard - "));
    });
  await workbench.until("what is folded", async () => (await behind()).length >= 3);
  await workbench.picture("folded");
  console.log(`behind the folds: ${(await behind()).join(" | ")}`);
  const folded = await page.locator(".monaco-editor .view-line").allInnerTexts();
  console.log(`folded: ${folded.map((text) => text.replaceAll("\u00a0", " ")).join(" | ")}`);
  await workbench.command("Unfold All");
  await line("[Site").first().waitFor();

  await page.evaluate((fen) => navigator.clipboard.writeText(fen), FEN);
  await workbench.command("VGN: Paste FEN as a Game");
  await line(`[FEN "${FEN}"]`).waitFor();
  console.log("pasted: a game on a board of the clipboard");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Z");
  await workbench.save(path, laid);
  await asked(workbench, path, laid, line);

  await goTo(laid, "2. Nf3 *", "*");
  await through(workbench, "F1", [">Snippets: Insert Snippet", "eval"]);
  await line("2. Nf3 {[%eval 0.3]}*").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Z");
  await workbench.save(path, laid);
  console.log("snippets: an evaluation");

  await task(workbench, join(games, "task.pgn"));

  await through(workbench, "F1", [">Welcome: Open Walkthrough", "Chess games as text"]);
  await page.locator(".gettingStartedContainer .step-title", { hasText: "Guess the moves of a game" }).waitFor();
  await workbench.picture("walkthrough");
  const steps = await page.locator(".gettingStartedContainer .step-title").allInnerTexts();
  console.log(`walkthrough: ${steps.join(" | ")}`);
  rmSync(path);
}

/** Of a FEN that does not say whose move it is that is asked; before a board that chess does not have, whether it is meant. */
async function asked(workbench, path, text, line) {
  const { page } = workbench;
  const copied = (fen) => page.evaluate((fen) => navigator.clipboard.writeText(fen), fen);
  await copied("8/4P2k/8/8/8/8/8/K7");
  await workbench.command("VGN: Paste FEN as a Game");
  const side = page.locator(".quick-input-list .monaco-list-row", { hasText: "Black to move" });
  await side.click();
  await line('[FEN "8/4P2k/8/8/8/8/8/K7 b - - 0 1"]').waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Z");
  await workbench.save(path, text);
  await copied("8/8/8/8/8/8/8/8 w - - 0 1");
  await workbench.command("VGN: Paste FEN as a Game");
  const dialog = page.locator(".monaco-dialog-box", { hasText: "White has no king, and Black has no king" });
  await dialog.waitFor();
  await workbench.picture("no-board");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await workbench.save(path, text);
  console.log("pasted: whose move it is is asked, and whether a board without kings is meant");
}

/** A task checks what no editor has open; the server has found as much of it as its limit for one file lets it tell. */
async function task(workbench, path) {
  const { page } = workbench;
  const errors = async () => Number(/Errors: (\d+)/.exec(await workbench.problems())?.[1] ?? 0);
  const before = await errors();
  const [games, limit] = [130, 100];
  writeFileSync(path, `${tags("A", "B")}\n1. e4 e5 2. Ke3 *\n\n`.repeat(games));
  let own = 0;
  await workbench.until("the server's own problems", async () => {
    own = await errors();
    await new Promise((done) => setTimeout(done, 1_500));
    return own >= before + limit && own === (await errors());
  });
  await through(workbench, "Control+P", ["task vgn", "Check all games"]);
  let found = 0;
  const isAll = async () => (found = (await errors())) === before + games;
  await workbench.until("all problems of the task", isAll);
  // None comes a second time after that.
  await new Promise((done) => setTimeout(done, 3_000));
  if (!(await isAll())) {
    throw new Error(`${games} errors of the file, and ${before} others, are shown as ${found}`);
  }
  console.log(`task: ${own} errors of the server, ${found} with what is beyond its limit, each once`);
  await workbench.picture("task");
  rmSync(path);
}

/** Takes what stands first in a box and in the boxes that follow: each is the same one, filled anew. */
async function through({ page, until }, key, texts) {
  const input = page.locator(".quick-input-widget .quick-input-box input").first();
  for (const [at, text] of texts.entries()) {
    const label = text.replace(/^>|^task /, "");
    const focused = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: label }).first();
    await until(`${label} in a box`, async () => {
      if (at === 0) {
        await page.keyboard.press(key);
      }
      await input.fill(text);
      return focused.waitFor({ state: "visible", timeout: 3_000 }).then(() => true, () => false);
    });
    await page.keyboard.press("Enter");
  }
}
