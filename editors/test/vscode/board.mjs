// The board beside the text: run by main.mjs, in the same window.

import { writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "board.pgn";
const GAME = `[Event "London"]
[Date "1851.06.21"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

1. e4 e5 2. f4 $5 exf4 (2... d5 $6 {Falkbeer.} 3. exd5 (3. Nf3 dxe4 4. Nxe5) 3... exf4)
3. Bc4 {[%eval -0.4] The bishop's gambit. [%cal Gc4f7,Rd8h4][%csl Yf7]} Qh4+ 4. Kf1 b5 $2 {[%eval 0.9]} 5. Bxb5 Nf6 6. Nf3 Qh6
7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 1-0

[Event "Another"]
[White "A"]
[Black "B"]
[Result "*"]

1. d4 d5 *
`;

export async function board(workbench, address, games) {
  const { page } = workbench;
  writeFileSync(join(games, FILE), GAME);
  await workbench.open(address, games, FILE);
  const frame = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  const current = async () => (await frame.locator(".move[aria-current]").allInnerTexts()).join("").trim();
  const at = (move) => workbench.until(`the board at ${move || "the beginning"}`, async () => (await current()) === move);
  /** The status bar tells the cursor once the text has the focus. */
  const cursorAt = async (context, text) => {
    const { line, column } = placeIn(GAME, context, text);
    await workbench.command("View: Focus First Editor Group");
    await workbench.until(`the cursor at ${text}`, async () => {
      const shown = await page.locator("#status\\.editor\\.selection").innerText();
      return shown.includes(`Ln ${line}, Col ${column}`);
    });
  };
  const goTo = async (context, text) => {
    const { line, column } = placeIn(GAME, context, text);
    await workbench.command("View: Focus First Editor Group");
    await workbench.goTo(line, column);
  };

  await workbench.goTo(placeIn(GAME, "1. e4", "e4").line, placeIn(GAME, "1. e4", "e4").column);
  await workbench.command("VGN: Open Board Beside");
  await frame.locator(".move-pair").first().waitFor();
  await at("e4");

  // The cursor in nested variations, and in another game.
  await goTo("4. Nxe5", "Nxe5");
  await at("Nxe5");
  await goTo("3... exf4", "exf4");
  await at("exf4");
  await goTo("1. d4 d5", "d5");
  await at("d5");
  await goTo("Qh4+", "Qh4+");
  await at("Qh4+");

  // The board's own steps.
  await frame.locator(".move-list").focus();
  await page.keyboard.press("ArrowLeft");
  await at("Bc4");
  await cursorAt("3. Bc4", "Bc4");
  await frame.locator(".move-list").focus();
  const seen = [];
  const begun = Date.now();
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press(step % 10 < 5 ? "ArrowLeft" : "ArrowRight");
    await page.waitForTimeout(25);
    seen.push(await current());
  }
  const rate = (30_000 / (Date.now() - begun)).toFixed(0);
  await at("Bc4");
  await cursorAt("3. Bc4", "Bc4");
  const expected = ["exf4", "f4!?", "e5", "e4", "", "e4", "e5", "f4!?", "exf4", "Bc4"];
  const wrong = seen.filter((move, step) => move !== expected[step % 10]);
  console.log(`board: ${rate} steps a second with reading, ${wrong.length} of 30 elsewhere than stepped to`);
  if (wrong.length > 0) {
    throw new Error(`the board went elsewhere: ${seen.join(" ")}`);
  }
  await workbench.picture("board");
}

/** Line and column of a text, both from 1. */
function placeIn(file, context, text) {
  const at = file.indexOf(context);
  const lines = file.slice(0, at + context.indexOf(text)).split("\n");
  return { line: lines.length, column: lines.at(-1).length + 1 };
}
