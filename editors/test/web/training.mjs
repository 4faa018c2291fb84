// Hints within the text, and what the text hides while moves are guessed on the board.

import assert from "node:assert/strict";
import { until } from "../browsing.mjs";

const TAGS = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n';
const GAME = `${TAGS}1. e4 e5 2. Qh5 $6 Nc6 3. Bc4 Nf6 4. Qxf7 1-0\n`;
const OTHER = `${TAGS.replace("Ada", "Cy")}1. d4 d5 2. Nc3 Nf6 1-0\n`;

/** Looks at hints, and guesses a move. */
export async function hintsAndTraining(tab) {
  await tab.drop("hints.pgn", `${GAME}\n${OTHER}`);
  const inText = () => tab.page.evaluate(() => document.querySelector(".cm-content").innerText);
  const hints = () => tab.page.$$eval(".cm-content .inlay", (all) => all.map((one) => one.textContent));
  await until("the hint of a NAG", async () => (await hints()).join() === "?!");
  await tab.command("Settings");
  await tab.page.waitForSelector("dialog.page[open] .form");
  await tab.page.locator("dialog.page[open] .form label", { hasText: "Half-moves in another notation" }).locator("select").selectOption("UCI");
  await tab.page.click("dialog.page[open] >> text=Save");
  await until("hints in another notation", async () => (await hints()).includes("e2e4"));

  await tab.page.click(".cm-line >> nth=8");
  await tab.page.keyboard.press("Home");
  await until("the beginning of the game", async () => (await tab.status()).includes("game 1 of 2"));
  const text = await tab.text();
  const board = tab.page.frameLocator("iframe.board");
  await board.locator("body").press("Escape").catch(() => undefined);
  await board.getByRole("button", { name: /guess/i }).first().click();
  await board.locator(".training-dialog, dialog[open]").getByRole("button", { name: /start|begin|train/i }).first().click();
  await until("a veil over the text", async () => (await inText()).includes("Hidden while its moves are guessed"));
  const seen = await inText();
  for (const told of ["Nc6", "Qxf7", "1-0\n\n[Event", 'Ada"]\n[Black "Bob"]\n[Result']) {
    assert.ok(!seen.split('[White "Cy"]')[0].includes(told), `the text tells ${told}: ${seen}`);
  }
  assert.ok(seen.includes("d4") && seen.includes("Nc3"), "another game is hidden");
  assert.ok(!(await tab.findings()).includes("missing-check-mark"), await tab.findings());
  const row = await tab.page.textContent(".of-games .row >> nth=0");
  assert.ok(!row.includes("1-0"), row);
  await board.getByRole("button", { name: "End the training" }).click();
  await until("the text again", async () => (await inText()).includes("4. Qxf7") || (await inText()).includes("Qxf7"));
  await until("its findings again", async () => (await tab.findings()).includes("missing-check-mark"));
  assert.equal(await tab.text(), text, "guessing has changed the text");
}
