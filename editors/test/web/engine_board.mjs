// The engine of the page and the engine's panel on the board: one engine, started and stopped by either.

import assert from "node:assert/strict";
import { until } from "../browsing.mjs";

export async function sharesEngine(tab, thought) {
  const board = tab.page.frameLocator("iframe.board");
  const panel = () => board.locator(".engine");
  const told = async () => (await panel().isVisible()) && (await board.locator(".engine-status").innerText());
  const thinks = (text) => /depth \d/.test(text);
  const press = (key) => board.locator("[tabindex='0']:visible").first().press(key);
  const command = async (title) => {
    await tab.page.evaluate(() => document.querySelectorAll(".notice").forEach((notice) => notice.remove()));
    await tab.page.focus(".cm-content");
    await tab.command(title);
  };
  const runs = (what) => until(what, async () => thinks(await thought(tab)) && thinks(await told()));
  const rests = async (what) => {
    await until(what, async () => (await thought(tab)) === "" && (await told()) === false);
    // Nothing starts it again.
    await tab.command("previous half-move");
    await tab.page.waitForTimeout(900);
    await tab.command("next half-move");
    await tab.page.waitForTimeout(900);
    assert.deepEqual([await thought(tab), await told()], ["", false], what);
  };

  const opened = async (name) => {
    await tab.drop(name, `[White "${name}"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 *\n`);
    await tab.page.click(".of-games .row");
    await tab.command("next half-move");
    await tab.command("next half-move");
    await board.getByText(name).first().waitFor();
  };

  await opened("first.pgn");
  await press("l");
  await runs("an engine that the board has started");
  await command("Stop the engine");
  await tab.noticed("The engine is stopped");
  await rests("no engine, stopped by the command");
  await command("Start the engine");
  await runs("an engine that the command has started");
  const before = await told();
  await until("more on the board", async () => (await told()) !== before);
  await tab.command("previous half-move");
  await tab.page.waitForTimeout(400);
  await runs("the engine at another place");
  await tab.command("next half-move");
  await runs("the engine back");
  await opened("second.pgn");
  await runs("the engine in another file");
  await press("l");
  await rests("no engine, stopped by the board");
  await command("Stop the engine");
  await tab.noticed("No engine runs");
  await press("l");
  await runs("an engine again, by the board");
  await press("w");
  await until("a threat", async () => (await thought(tab)).startsWith("Threat: "));
  await command("Start the checker again");
  await rests("no engine after another start of the checker");
  await press("l");
  await runs("an engine of the new checker");
  await command("Stop the engine");
  await tab.noticed("The engine is stopped");
  for (const next of ["first.pgn", "won.pgn"]) {
    await tab.command("Close the file");
    await until(`no file in front of ${next}`, async () => (await tab.front()).endsWith(next));
  }
}
