// Files on disk where the browser can write them: those of the origin's own folder stand in for what pickers give.

import assert from "node:assert/strict";
import { until } from "../browsing.mjs";
import { Tab } from "./page.mjs";

/** Pickers that give the files whose names are in `window.picked`. */
function pickers() {
  const root = () => navigator.storage.getDirectory();
  const picked = async () => Promise.all((globalThis.picked ?? []).map(async (name) => (await root()).getFileHandle(name, { create: true })));
  globalThis.showOpenFilePicker = picked;
  globalThis.showSaveFilePicker = async () => {
    if (globalThis.picked === undefined) {
      throw new DOMException("dismissed", "AbortError");
    }
    return (await picked())[0];
  };
  globalThis.showDirectoryPicker = async () => (await root()).getDirectoryHandle("folder", { create: true });
  // Nothing while it is not there, or is being replaced.
  globalThis.stored = async (name) => {
    try {
      return await (await (await (await root()).getFileHandle(name)).getFile()).text();
    } catch {
      return "";
    }
  };
  globalThis.store = async (name, text, folder) => {
    const where = folder === undefined ? await root() : await (await root()).getDirectoryHandle(folder, { create: true });
    const writable = await (await where.getFileHandle(name, { create: true })).createWritable();
    await writable.write(text);
    await writable.close();
  };
}

/** Opens, saves, reloads and crashes with files on disk. */
export async function disk(browser, address) {
  const context = await browser.newContext();
  await context.addInitScript(pickers);
  let tab = await Tab.opened(context, address);
  const run = (act, ...arguments_) => tab.page.evaluate(act, arguments_);
  const pick = (...names) => run(([...names]) => void (globalThis.picked = names), ...names);
  const store = (...arguments_) => run((all) => globalThis.store(...all), ...arguments_);
  const stored = (name) => run(([name]) => globalThis.stored(name), name);
  const save = () => tab.page.keyboard.press("Control+s");
  const text = "1. e4 e5 *\r\n";
  await store("games.pgn", text);
  await pick("games.pgn");
  await tab.page.keyboard.press("Control+o");
  await until("the file", async () => (await tab.front()) === "games.pgn");
  await tab.type("{a}");
  await until("the mark of a change", async () => (await tab.front()) === "• games.pgn");
  await save();
  await until("the saved file", async () => (await stored("games.pgn")) === `${text}{a}`);
  await tab.noticed("games.pgn is saved");
  await tab.page.keyboard.press("Control+o");
  await tab.page.waitForTimeout(300);
  assert.equal(await tab.page.locator(".tabs [role=tab]").filter({ hasText: "games" }).count(), 1, "one file is open twice");

  await tab.page.waitForTimeout(900);
  await tab.page.reload();
  await tab.page.waitForSelector(".cm-content");
  await until("the file after a reload", async () => (await tab.front()) === "games.pgn");
  await tab.type("{b}");
  await save();
  await until("the file saved after a reload", async () => (await stored("games.pgn")).endsWith("{a}{b}"));

  await tab.page.waitForTimeout(50);
  await store("games.pgn", "1. d4 *\n");
  await tab.type("{c}");
  await save();
  await tab.page.waitForSelector("text=was changed by another program");
  await tab.page.keyboard.press("Escape");
  assert.equal(await stored("games.pgn"), "1. d4 *\n");
  await pick("other.pgn");
  await save();
  await tab.page.click("dialog >> text=Save as…");
  await until("the file saved elsewhere", async () => (await stored("other.pgn")).endsWith("{a}{b}{c}"));
  assert.equal(await stored("games.pgn"), "1. d4 *\n");
  await tab.type("{d}");
  await save();
  await until("the new place", async () => (await stored("other.pgn")).endsWith("{c}{d}"));

  for (const name of ["one.pgn", "two.vgn", "picture.png"]) {
    await store(name, "1. e4 *\n", "folder");
  }
  await tab.command("Open the games of a folder");
  await tab.noticed("2 files of the folder are open");

  // What was typed last is kept though the tab dies.
  await tab.type("{before the crash}");
  await tab.page.waitForTimeout(900);
  const died = tab.page.waitForEvent("crash");
  await tab.page.goto("chrome://crash").catch(() => undefined);
  await died;
  await tab.page.close();
  tab = await Tab.opened(context, address);
  await until("the files after a crash", async () => (await tab.page.locator(".tabs [role=tab]").count()) >= 4);
  await until("the text after a crash", async () => {
    await tab.command("Next file");
    return (await tab.text()).includes("{before the crash}");
  });
  await tab.close();
  await context.close();
}

/** The page can be installed, as far as Chromium can tell. */
export async function installs(context, address) {
  const tab = await Tab.opened(context, address);
  const session = await context.newCDPSession(tab.page);
  await tab.page.evaluate(() => navigator.serviceWorker.ready);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  const { errors } = await session.send("Page.getAppManifest");
  assert.deepEqual([installabilityErrors, errors], [[], []]);
  await tab.close();
  await context.close();
}
