// Run by web.sh: what people see and do in the page, and what nobody may do to them.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { launched, launchedIn, until } from "../browsing.mjs";
import { disk, installs } from "./disk.mjs";
import { binaryGames, unpacks } from "./formats.mjs";
import { large } from "./large.mjs";
import { Tab } from "./page.mjs";
import { hintsAndTraining } from "./training.mjs";
import { pastes } from "./pasting.mjs";

const [home, chromiumPath, program, folder, work, pictures] = process.argv.slice(2);
const GAME = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Ada"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 *\n';

const server = spawn(program, ["web", "--no-open", "--port", "0", "--dir", folder], { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => server.kill());
const address = await new Promise((done) => server.stdout.once("data", (bytes) => done(bytes.toString().trim())));
const browser = await launched(home, chromiumPath);
const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });
// As in Firefox and Safari, which have no pickers that a test could answer: saved files are downloaded.
await context.addInitScript(() => {
  delete window.showOpenFilePicker;
  delete window.showSaveFilePicker;
});
const seen = (what) => console.log(`ok: ${what}`);
const picture = async (tab, name) => pictures && (await tab.page.screenshot({ path: join(pictures, `web-${name}.png`) }));

let tab = await Tab.opened(context, address);
const begun = Date.now();
await until("the first findings", async () => (await tab.findings()).length > 0);
await picture(tab, "light");
seen(`shows findings of its example (${Date.now() - begun} ms after the text)`);

await tab.drop("game.pgn", GAME);
await until("the missing mark", async () => (await tab.findings()).includes("missing-check-mark") || (await tab.findings()).length > 0);
const before = await tab.findings();
await tab.command("Fix all");
await until("the fix", async () => (await tab.text()).includes("4. Qxf7#"));
assert.ok((await tab.findings()).length < before.length || before.length === 1, before);
seen("opens a file that is dropped, and fixes it");

await tab.page.keyboard.press("Control+z");
await until("the undo", async () => (await tab.text()) === GAME);
await tab.page.keyboard.press("Control+y");
await until("the redo", async () => (await tab.text()).includes("Qxf7#"));
seen("takes a fix back as one step");

await tab.page.click(".of-games .row");
await tab.command("next half-move");
await until("the place", async () => (await tab.status()).includes("move 1."));
const board = tab.page.frameLocator("iframe.board");
await board.locator(".is-current, [aria-current], .current").first().waitFor({ timeout: 10_000 }).catch(() => undefined);
await board.getByText("Nc6").first().click();
await until("the cursor at the board's move", async () => (await tab.status()).includes("move 2…"));
seen("keeps board and text in step, both ways");

await board.locator("input").first().fill("Nf6");
await board.locator("input").first().press("Enter");
await until("what is played", async () => /\(2\.\.\. Nf6\)|Nf6/.test((await tab.text()).split("Nc6")[1] ?? ""));
seen("writes what is played on the board");

await tab.command("Convert to");
await tab.page.waitForSelector("dialog.chooser[open]");
await tab.page.keyboard.type("Friendly Coordinate Notation (FCN)");
await tab.page.keyboard.press("Enter");
await tab.page.waitForSelector("dialog.page[open]");
await picture(tab, "convert");
await tab.page.click("text=Open as a new file");
await until("the converted file", async () => (await tab.text()).includes("Pe2-e4"));
assert.ok((await tab.front()).endsWith("game.vgn"), await tab.front());
seen("converts a game to a new file, with what is lost shown before");

const [saved] = await Promise.all([tab.page.waitForEvent("download"), tab.page.keyboard.press("Control+s")]);
await saved.saveAs(join(work, "saved.vgn"));
assert.equal(readFileSync(join(work, "saved.vgn"), "utf8"), await tab.text());
const { zipSync } = createRequire(new URL("../../web/package.json", import.meta.url))("fflate");
const member = new TextEncoder().encode(GAME);
const week = zipSync({ "week/first.pgn": member, "week/second.pgn": member, "week/read me.txt": member });
await tab.drop("week.zip", week, "second.pgn");
assert.equal(await tab.text(), GAME);
await tab.drop("none.zip", zipSync({ "picture.png": member }), "second.pgn");
await tab.noticed("no file whose name ends");
await tab.drop("broken.zip", week.subarray(0, 60), "second.pgn");
await tab.noticed("cannot be read");
seen("opens the games in an archive");
await unpacks(tab);
seen("opens files compressed by gzip, Zstandard, bzip2 and xz, and says where one is cut");
await binaryGames(tab, program, work);
seen("shows binary games, converts them and makes them, and saves them as they were");
await pastes(tab);
seen("takes games out of pages and books, and shows before what it would leave out");
await hintsAndTraining(tab);
seen("shows hints in the text, and hides there what is to be guessed on the board");
seen(`opens a large file, ends long work, and keeps it (busy for ${await large(tab)} ms at most)`);
await tab.drop("latin.pgn", Buffer.from(GAME.replace("Ada", "M\u00fcller").replaceAll("\n", "\r\n"), "latin1"));
await tab.type(" ");
const [latin] = await Promise.all([tab.page.waitForEvent("download"), tab.page.keyboard.press("Control+s")]);
await latin.saveAs(join(work, "latin.pgn"));
const bytes = readFileSync(join(work, "latin.pgn"));
assert.ok(bytes.includes(Buffer.from("M\u00fcller", "latin1")) && bytes.includes(Buffer.from("\r\n")), bytes.toString("latin1"));
seen("saves with the encoding and the line ends of the file");

await tab.command("Copy a link that holds the text");
await tab.noticed("The link is copied");
const link = await tab.page.evaluate(() => navigator.clipboard.readText());
const other = await Tab.opened(context, link);
await until("the text of the link", async () => (await other.text()) === (await tab.text()));
assert.equal(new URL(other.page.url()).hash, "");
await other.close();
seen("makes a link that holds the text, and reads it");
const cut = await Tab.opened(context, link.slice(0, -30));
await cut.noticed("The link is damaged");
await cut.close();

await tab.type("\n\n{a draft}");
await tab.page.waitForTimeout(900);
await tab.page.reload();
await tab.page.waitForSelector(".cm-content");
await until("the draft", async () => (await tab.text()).includes("{a draft}"));
await tab.noticed("not saved");
seen("has everything after a reload");

await disk(browser, address);
seen("saves to the same file where the browser can, overwrites no other change, and has all after a crash");
await installs(await launchedIn(join(work, "profile"), home, chromiumPath), address);
seen("can be installed");

await tab.page.evaluate(() => navigator.serviceWorker.ready);
await until("the service worker", () => tab.page.evaluate(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null));
server.kill();
await tab.page.reload();
await until("the draft without a network", async () => (await tab.text()).includes("{a draft}"));
await until("findings without a network", async () => (await tab.findings()).length > 0);
seen("works without a network");

const kill = () => tab.page.workers().at(-1).evaluate(() => void setTimeout(() => { throw new Error("the worker falls"); }));
await kill();
await tab.noticed("was started again");
await tab.type("\n\n1. e4 e4 *\n");
await until("findings of the new worker", async () => (await tab.findings()).includes("illegal-move"));
seen("starts a worker again that has died, and says so");
await kill();
await tab.noticed("has stopped again");
await tab.command("Start the checker again");
await until("findings again", async () => (await tab.findings()).includes("illegal-move"));
seen("does not start it for ever");

const hostile = `[Event "<img src=x onerror=alert(1)>"]\n[White "<script>alert(1)</script>"]\n[Black "[a](javascript:alert(1))"]\n[Result "*"]\n\n1. e4 {<svg onload=alert(1)> ![x](http://evil.example/x.png)} e5 *\n`;
tab.page.on("dialog", (dialog) => tab.complaints.push(`a dialog: ${dialog.message()}`) && dialog.dismiss());
await tab.drop("<b>hostile<b>.pgn", hostile);
await until("the hostile game's name", () => tab.page.evaluate(() => document.querySelector(".of-games .row")?.textContent.includes("<script>")));
await tab.page.hover(".t-move");
await tab.page.waitForTimeout(900);
assert.equal(await tab.page.evaluate(() => document.querySelectorAll("img:not(.cm-widgetBuffer), script:not([src]), #page svg, b").length), 0);
await tab.page.evaluate(() => {
  const data = new DataTransfer();
  data.setData("text/html", "<p>1. e4 <b>e5</b><script>alert(1)</script><p>2. Nf3<img src=http://evil.example/y onerror=alert(1)>");
  document.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
});
await until("what is pasted", async () => (await tab.text()).includes("1. e4 e5\n\n2. Nf3"));
seen("takes text for nothing but text");

await tab.drop("large.pgn", Buffer.alloc(0)).catch(() => undefined);
await tab.page.evaluate(() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(130 * 1024 * 1024)], "huge.pgn"));
  window.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
});
await tab.noticed("opens files of at most 128 MB");
seen("refuses a file that it cannot hold, with a sentence");

const axe = readFileSync(new URL("../../web/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const violations = async () => {
  await tab.page.evaluate(axe);
  const { violations } = await tab.page.evaluate(() => globalThis.axe.run(document, { iframes: false }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
};
for (const scheme of ["light", "dark"]) {
  await tab.page.emulateMedia({ colorScheme: scheme });
  await tab.page.waitForTimeout(200);
  assert.deepEqual(await violations(), [], scheme);
}
await picture(tab, "dark");
await tab.page.keyboard.press("F1");
await tab.page.waitForSelector("dialog.chooser[open]");
assert.deepEqual(await violations(), [], "the palette");
await picture(tab, "palette");
await tab.page.keyboard.press("Escape");
for (const title of ["Settings", "About this page", "Open an example", "Convert to"]) {
  await tab.command(title);
  await tab.page.waitForSelector("dialog[open]");
  await tab.page.waitForTimeout(200);
  assert.deepEqual(await violations(), [], title);
  await tab.page.keyboard.press("Escape");
  await tab.page.waitForSelector("dialog[open]", { state: "detached" });
}
seen("has no violation that axe-core finds, light and dark");

await tab.page.setViewportSize({ width: 390, height: 780 });
await tab.page.click(".parts >> text=Findings");
assert.ok(await tab.page.isVisible(".of-findings") && !(await tab.page.isVisible(".of-text")));
await picture(tab, "narrow-findings");
await tab.page.click(".parts >> text=Board");
await picture(tab, "narrow-board");
await tab.page.click(".parts >> text=Text");
await picture(tab, "narrow");
const wide = await tab.page.evaluate(() => document.documentElement.scrollWidth);
assert.ok(wide <= 390, `${wide} pixels`);
assert.deepEqual(await violations(), [], "narrow");
seen("fits a telephone");
await tab.close();

writeFileSync(join(work, "frame.html"), "");
const evil = createServer((_, response) => response.setHeader("content-type", "text/html").end(`<iframe src="http://127.0.0.1:${port()}/"></iframe>`));
const again = spawn(program, ["web", "--no-open", "--port", "0", "--dir", folder], { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => again.kill());
const second = await new Promise((done) => again.stdout.once("data", (bytes) => done(bytes.toString().trim())));
function port() {
  return new URL(second).port;
}
await new Promise((done) => evil.listen(0, "127.0.0.1", done));
const framing = await context.newPage();
await framing.goto(`http://localhost:${evil.address().port}/`);
await framing.waitForTimeout(500);
const framed = framing.frames().find((frame) => frame.url().includes(port()));
assert.ok(framed === undefined || (await framed.locator(".cm-content").count()) === 0, "the page works in a frame");
seen("does not work in a frame of another page");
again.kill();
evil.close();
await browser.close();
console.log("all as it should be");
process.exit(0);
