// Renaming players in one file and in two.

import assert from "node:assert/strict";
import { until } from "../browsing.mjs";

const game = (event, white) => `[Event "${event}"]\n[Site "?"]\n[Date "2024.01.01"]\n[Round "1"]\n[White "${white}"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n`;

/** Renames a player by F2. */
export async function renames(tab) {
  await tab.drop("mine.pgn", `${game("A", "Kasparov, G")}\n${game("B", "Kasparov, G")}`);
  assert.equal(await renamed(tab, "Garry"), "Kasparov, G", "the field has not the whole name");
  await tab.noticed("“Kasparov, G” is now “Garry”: written 2 times.");
  await until("the new name", async () => (await names(tab)) === "Garry Garry");
  await tab.page.keyboard.press("Control+z");
  await until("the old name", async () => (await names(tab)) === "Kasparov, G Kasparov, G");
  await renamed(tab, 'Ka"s\\p <b>x</b>');
  await until("an escaped name", async () => (await tab.text()).includes('[White "Ka\\"s\\\\p <b>x</b>"]'));
  await tab.page.keyboard.press("Control+z");

  await tab.drop("yours.pgn", game("C", "Kasparov, G"));
  await renamed(tab, "Garry");
  await tab.page.waitForSelector("dialog.chooser[open] >> text=In all files");
  await tab.page.keyboard.press("Enter");
  await tab.noticed("written 3 times, in 2 files.");
  assert.equal(await names(tab), "Garry");
  await tab.command("Previous file");
  await until("the new name in the other file", async () => (await names(tab)) === "Garry Garry");

  await tab.page.keyboard.press("Control+End");
  await tab.page.keyboard.press("F2");
  await tab.noticed("Players, events and sites can be renamed");
}

async function names(tab) {
  return [...(await tab.text()).matchAll(/White "(.*)"\]/g)].map(([, name]) => name).join(" ");
}

/** Renames White; the answer is what the field had. */
async function renamed(tab, name) {
  await tab.page.evaluate(() => {
    const { view } = document.querySelector(".cm-content").cmTile;
    view.dispatch({ selection: { anchor: view.state.doc.toString().indexOf("Kasparov") + 2 } });
    view.focus();
  });
  await tab.page.keyboard.press("F2");
  const field = tab.page.locator(".cm-rename input");
  const value = await field.inputValue();
  // The whole name is selected.
  await tab.page.keyboard.type(name);
  await tab.page.keyboard.press("Enter");
  return value;
}
