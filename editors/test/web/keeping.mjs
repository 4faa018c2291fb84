// What is typed is kept, however the page is left, and where the browser keeps nothing the page says so.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../browsing.mjs";
import { Tab } from "./page.mjs";

const GAME = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Ada"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 e5 *\n';

/** Types without a pause into texts of all sizes, and leaves the page in all ways. */
export async function keeps(browser, address) {
  const context = await browser.newContext({ acceptDownloads: true });
  await context.addInitScript(() => delete window.showSaveFilePicker);
  let tab = await Tab.opened(context, address);
  const questions = [];
  const answer = () => tab.page.on("dialog", (dialog) => questions.push(dialog.type()) && dialog.accept());
  answer();
  const again = async (name) => {
    await tab.page.waitForSelector(".cm-content");
    await until(`${name} again`, async () => (await tab.front()).endsWith(name));
  };
  const sizes = { "small.pgn": 1, "middle.pgn": 3_000, "large.pgn": 80_000 };
  for (const [name, games] of Object.entries(sizes)) {
    await dropGames(tab, name, games);
    await until(`the games of ${name}`, async () => (await tab.page.textContent(".of-games h2")) === `Games ${games}`);
    await tab.page.waitForTimeout(games > 10_000 ? 2_500 : 300);
    questions.length = 0;
    await tab.page.click(".cm-content");
    for (const way of ["reload", "another address", "no time at all"]) {
      await tab.page.keyboard.press("Control+Home");
      await tab.page.keyboard.type(`{${way}}`, { delay: way === "reload" ? 100 : 5 });
      await (way === "another address" ? tab.page.goto("about:blank") : tab.page.reload());
      await (way === "another address" ? tab.page.goto(address) : undefined);
      await again(name);
      assert.ok((await tab.text()).startsWith(`{${way}}`), `${name}, ${way}: ${(await tab.text()).slice(0, 40)}`);
    }
    assert.deepEqual(questions, [], "a question though all was kept");
    for (const pause of name === "middle.pgn" ? [0, 1_500] : []) {
      await tab.page.evaluate(() => {
        const { view } = document.querySelector(".cm-content").cmTile;
        const places = [...view.state.doc.toString().matchAll(/e[45] /g)].map(({ index }) => index + 2);
        view.dispatch({ changes: places.map((from) => ({ from, insert: "!" })) });
      });
      await tab.page.waitForTimeout(pause);
      await tab.page.keyboard.type("{all}");
      const text = await tab.text();
      await tab.page.reload();
      await again(name);
      assert.ok((await tab.text()) === text, `many changes are kept otherwise, after ${pause} ms`);
      await tab.page.click(".cm-content");
    }
    await Promise.all([tab.page.waitForEvent("download"), tab.page.keyboard.press("Control+s")]);
    await until("the mark of a saved file", async () => (await tab.front()) === name);
    await tab.page.waitForTimeout(100);
    await tab.page.reload();
    await again(name);
    assert.equal(await tab.front(), name, "it is not known that the file was saved");
    await tab.page.click(".cm-content");
    await tab.page.keyboard.press("Control+Home");
    const begun = Date.now();
    let typed = "";
    while (Date.now() - begun < 2_500) {
      typed += "w";
      await tab.page.keyboard.insertText("w");
      await tab.page.waitForTimeout(100);
    }
    const died = tab.page.waitForEvent("crash");
    await tab.page.goto("chrome://crash").catch(() => undefined);
    await died;
    await tab.page.close();
    tab = await Tab.opened(context, address);
    answer();
    await until(`${name} after a crash`, async () => (await tab.page.locator(".tabs [role=tab]").count()) > 0);
    await tab.page.locator(".tabs [role=tab]", { hasText: name }).click();
    const [kept] = /^w*/.exec(await tab.text());
    assert.ok(kept.length >= typed.length - 12, `${name}: ${kept.length} of ${typed.length} letters are kept after a crash`);
    await tab.command("Close the file");
    await tab.page.click("dialog footer >> text=Close without saving");
  }

  // Before anything could be written the browser asks.
  await tab.page.click(".cm-content");
  questions.length = 0;
  await dropGames(tab, "dropped.pgn", 1);
  await tab.page.waitForTimeout(60);
  await tab.page.reload();
  await tab.page.waitForSelector(".cm-content");
  await tab.page.waitForTimeout(500);
  const isThere = (await tab.page.locator(".tabs [role=tab]", { hasText: "dropped.pgn" }).count()) === 1;
  assert.ok(isThere || questions.length > 0, "what was dropped is lost without a question");
  await tab.page.click(".cm-content");
  questions.length = 0;
  await dropGames(tab, "begun.pgn", 150_000);
  await tab.page.waitForTimeout(100);
  await tab.page.reload();
  assert.deepEqual(questions, ["beforeunload"], "a large file is lost without a question");
  await tab.close();
  await context.close();
}

/** Uses the page where the browser keeps nothing. */
export async function keepsNothing(browser, address, work) {
  const blocked = () => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
    navigator.locks.request = () => Promise.reject(new DOMException("The request was denied.", "SecurityError"));
  };
  const silent = () => void (IDBFactory.prototype.open = () => new EventTarget());
  for (const act of [blocked, silent]) {
    const context = await browser.newContext({ acceptDownloads: true });
    await context.addInitScript(act);
    await context.addInitScript(() => delete window.showSaveFilePicker);
    const tab = await Tab.opened(context, address);
    let questions = 0;
    tab.page.on("dialog", (dialog) => ++questions && dialog.accept());
    await tab.noticed("This browser keeps nothing here");
    await tab.drop("game.pgn", GAME.replace("e5", "e4"));
    await until("findings", async () => (await tab.findings()).includes("illegal-move"));
    await tab.type("{a draft}");
    const [saved] = await Promise.all([tab.page.waitForEvent("download"), tab.page.keyboard.press("Control+s")]);
    await saved.saveAs(join(work, "kept.pgn"));
    assert.equal(readFileSync(join(work, "kept.pgn"), "utf8"), await tab.text());
    await tab.command("Settings");
    await tab.page.click("dialog.page[open] >> text=Save");
    await tab.type("{another}");
    await tab.page.reload();
    assert.equal(questions, 1, "a draft is lost without a question");
    await tab.close();
    await context.close();
  }
}

async function dropGames(tab, name, games) {
  await tab.page.evaluate(
    ({ name, game, games }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([`${game}\n`.repeat(games)], name));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, game: GAME, games },
  );
}
