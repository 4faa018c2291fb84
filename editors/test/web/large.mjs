// A large file in the page: nothing waits for long, and long work can be ended.

import assert from "node:assert/strict";
import { until } from "../browsing.mjs";

const GAMES = 24_000;
/** Longer than the page is ever busy, in milliseconds, also where four things run on two cores. */
const FROZEN = 800;

/** Opens a file of 6 MB, converts a part of it, and has it again after a reload. */
export async function large(tab) {
  await tab.page.evaluate((games) => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (globalThis.longest = Math.max(globalThis.longest, duration)))).observe({ type: "longtask" });
    const game = (number) => `[Event "${number}"]\n[Site "?"]\n[Date "2024.01.01"]\n[Round "${number}"]\n[White "M\u00fcller"]\n[Black "\u{1f600}"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *\n\n`;
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Array.from({ length: games }, (_, at) => game(at + 1)).join("").replaceAll("\n", "\r\n")], "many.pgn"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, GAMES);
  await until("the large file", async () => (await tab.front()) === "many.pgn");
  await until("its games", async () => (await tab.page.textContent(".of-games h2")) === `Games ${GAMES}`);
  await tab.type("{the end}");
  await until("the cursor's game", async () => (await tab.status()).includes(`game ${GAMES} of`));

  await tab.command("Convert to");
  await tab.page.waitForSelector("dialog.chooser[open]");
  await tab.page.waitForFunction(() => document.querySelector("dialog.chooser[open]")?.textContent.includes("Long Algebraic"));
  await tab.page.keyboard.type("Long Algebraic");
  await tab.page.keyboard.press("Enter");
  await tab.page.waitForFunction(() => /game at the cursor/.test(document.querySelector("dialog.chooser[open]")?.textContent ?? ""));
  await tab.page.keyboard.type("All");
  await tab.page.keyboard.press("Enter");
  await tab.page.waitForFunction(() => {
    const work = document.querySelector(".status .work");
    const isAtIt = /\d of \d/.test(work?.textContent ?? "");
    if (isAtIt) {
      work.querySelector(".cancel").click();
    }
    return isAtIt;
  });
  await until("the end of the work", async () => (await tab.page.textContent(".status .work")) === "");
  assert.equal(await tab.page.locator("dialog[open]").count(), 0, "what was cancelled is shown");
  const longest = await tab.page.evaluate(() => globalThis.longest);
  assert.ok(longest < FROZEN, `the page was busy for ${longest} ms`);

  const text = await tab.text();
  await tab.page.waitForTimeout(4_500);
  await tab.page.reload();
  await tab.page.waitForSelector(".cm-content");
  await until("the large file after a reload", async () => (await tab.front()) === "• many.pgn");
  assert.ok((await tab.text()) === text, "a large text was not kept as it was");
  await tab.command("Close the file");
  await tab.page.click("dialog footer >> text=Close without saving");
  return Math.round(longest);
}
