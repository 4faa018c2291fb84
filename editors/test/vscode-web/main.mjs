// Run by vscode-web.sh: what somebody sees and does who has installed nothing.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { launched } from "../browsing.mjs";
import { Workbench } from "../vscode/workbench.mjs";
import { served } from "./site.mjs";

const [home, chromiumPath, folder, extension, pictures] = process.argv.slice(2);

const address = await served(folder, [extension, fileURLToPath(new URL("memfs", import.meta.url))]);
const browser = await launched(home, chromiumPath);
const page = await browser.newPage({ viewport: { width: 1120, height: 700 }, reducedMotion: "reduce" });
const said = [];
page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
page.on("pageerror", (error) => said.push(String(error)));
const requests = [];
page.on("request", (request) => requests.push(request.url()));
const workbench = new Workbench(page, pictures);
const text = () =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll(".monaco-editor .view-line")].map((line) => [parseFloat(line.style.top), line]);
    return lines.sort(([one], [other]) => one - other).map(([, line]) => line.textContent.replaceAll("\u00a0", " ")).join("\n");
  });
try {
  const begun = Date.now();
  const payload = JSON.stringify([["openFile", "memfs:/game.pgn"]]);
  await page.goto(`${address}?${new URLSearchParams({ payload })}`);
  await page.waitForSelector(".monaco-workbench .explorer-folders-view, .monaco-editor", { timeout: 60_000 });
  if ((await page.locator(".monaco-editor .view-line").count()) === 0) {
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "game.pgn" }).first().dblclick();
  }
  await page.waitForSelector(".monaco-editor .view-line");
  const shown = Date.now();
  const squiggles = page.locator(".monaco-editor [class*=squiggly-]");
  await workbench.until("a squiggle", async () => (await squiggles.count()) > 0);
  console.log(`ok: shows squiggles (the window ${shown - begun} ms, then ${Date.now() - shown} ms): ${await workbench.problems()}`);

  await workbench.until("what is wrong in a file that is not open", async () => (await workbench.problems()).includes("Errors: 1"));
  await workbench.command("View: Toggle Problems");
  await page.locator(".markers-panel .monaco-list-row", { hasText: "closed.pgn" }).first().waitFor();
  await workbench.command("View: Toggle Problems");
  console.log(`ok: finds what is wrong in a file that is not open: ${await workbench.problems()}`);

  await page.locator(".monaco-editor .view-line").first().click();
  await workbench.goTo(9, 16);
  const hover = await workbench.hover("Qd1-h5");
  const picture = page.locator(".monaco-hover:not(.hidden) img").first();
  await workbench.until("the board's picture", () => picture.evaluate((image) => image.complete && image.naturalWidth > 0));
  await workbench.picture("web-hover");
  console.log(`ok: a hover has the board:\n  ${hover.trim().replaceAll("\n", "\n  ")}`);
  await page.keyboard.press("Escape");

  await workbench.goTo(9, 37);
  await page.keyboard.press("Control+.");
  const actions = page.locator(".action-widget .monaco-list-row");
  await actions.first().waitFor();
  console.log(`actions: ${(await actions.allInnerTexts()).map((one) => one.trim()).join(" | ")}`);
  await workbench.picture("web-actions");
  await page.keyboard.press("Enter");
  await workbench.until("the fix", async () => (await text()).includes("4. Qxf7#"));
  console.log("ok: a quick fix writes the mark");

  await page.keyboard.press("Control+Shift+O");
  const symbols = page.locator(".quick-input-list .monaco-list-row");
  await symbols.filter({ hasText: "Ada" }).first().waitFor();
  console.log(`ok: symbols: ${(await symbols.first().innerText()).trim().replaceAll("\n", " ")}`);
  await page.keyboard.press("Escape");

  await workbench.command("VGN: Open Board Beside");
  const board = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("#active-frame");
  await board.getByText("Nc6").first().waitFor({ timeout: 30_000 });
  console.log("ok: the board opens beside the text");
  await workbench.picture("web-board");

  await page.locator(".monaco-editor .view-line").first().click();
  await page.keyboard.press("F1");
  const input = page.locator(".quick-input-widget .quick-input-box input").first();
  await input.fill(">VGN: ");
  const rows = page.locator(".quick-input-list .monaco-list-row");
  await rows.filter({ hasText: "Open Board Beside" }).first().waitFor();
  await input.fill(">VGN: Open Board in the Browser");
  await page.waitForTimeout(500);
  assert.equal(await rows.filter({ hasText: "Open Board in the Browser" }).count(), 0, "a command that does nothing is offered");
  console.log("ok: what needs a machine is not offered");
  const isOwn = ({ protocol, hostname }) => !protocol.startsWith("http") || hostname.endsWith(".localhost");
  assert.deepEqual(requests.map((url) => new URL(url)).filter((url) => !isOwn(url)).map(String), [], "another machine was asked");
  console.log("ok: no other machine was asked for anything");
  console.log("all as it should be");
} catch (error) {
  console.log(`FAILED: ${error.stack ?? error}\n${said.slice(-40).join("\n")}`);
  await workbench.picture("web-failed").catch(() => {});
  process.exitCode = 1;
} finally {
  await browser.close().catch(() => {});
}
process.exit();
