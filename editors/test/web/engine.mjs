// Run by web.sh: the engine of the page, started, followed, stopped, without a network, and where it dies or lies.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launched, until } from "../browsing.mjs";
import { sharesEngine } from "./engine_board.mjs";
import { Tab } from "./page.mjs";

const [home, chromiumPath, program, folder, work, pictures] = process.argv.slice(2);
const GAME = '[White "Ada"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 f6 2. d4 g5 *\n';
const WON = '[White "Ada"]\n[Black "Bob"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"]\n[Result "*"]\n\n1. Qa5 Kd7 *\n';
const seen = (what) => console.log(`ok: ${what}`);

/** Serves a folder with the page. */
async function served(page) {
  const server = spawn(program, ["web", "--no-open", "--port", "0", "--dir", page], { stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => server.kill());
  const address = await new Promise((done) => server.stdout.once("data", (bytes) => done(bytes.toString().trim())));
  return { server, address };
}

const thought = (tab) => tab.page.textContent(".status .engine");
const depth = async (tab) => Number(/depth (\d+)/.exec(await thought(tab))?.[1] ?? 0);
const kept = (tab) =>
  tab.page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return caches_.flat().map(({ url }) => new URL(url).pathname).filter((path) => path.includes("engine"));
  });

const browser = await launched(home, chromiumPath);
const context = await browser.newContext();
const { server, address } = await served(folder);
const fetched = [];
context.on("request", (request) => request.url().includes("/engine/") && fetched.push(request.url()));
let tab = await Tab.opened(context, address);
await tab.drop("game.pgn", GAME);
await tab.page.click(".of-games .row");
await tab.command("next half-move");
await tab.command("next half-move");
await until("the place", async () => (await tab.status()).includes("move 1…"));
await tab.page.evaluate(() => navigator.serviceWorker.ready);
assert.deepEqual([fetched, await kept(tab), await thought(tab)], [[], [], ""]);
await tab.command("Stop the engine");
await tab.noticed("No engine runs");
seen("fetches no engine that nobody has started");

const begun = Date.now();
await tab.command("Start the engine");
await until("a depth of 10", async () => (await depth(tab)) >= 10);
assert.match(await thought(tab), /^\+[12]\.\d\d \S+ .*Stockfish/);
seen(`starts the engine: ${await thought(tab)} (${Date.now() - begun} ms)`);
if (pictures) {
  await tab.page.screenshot({ path: join(pictures, "web-engine.png") });
}
await tab.command("next half-move");
await until("the best answer", async () => /^\+[1-9]\S* \S/.test(await thought(tab)) && (await depth(tab)) >= 8);
await tab.command("next half-move");
await until("the mate", async () => /^#1 Qh5#/.test(await thought(tab)));
seen("follows the cursor");
const box = await tab.page.locator(".t-move").last().boundingBox();
await tab.page.mouse.move(box.x + 3, box.y + box.height / 2);
await until("the hover's line", async () => /Stockfish.*depth \d+: #1 Qh5#/.test((await tab.page.locator(".cm-tooltip").allTextContents()).join(" ")));
seen("says its evaluation in the hover of the half-move");
await tab.page.mouse.move(2, 2);
await until("no hover", async () => (await tab.page.locator(".cm-tooltip").count()) === 0);
const before = Date.now();
await tab.type("\n{a word}");
assert.ok((await tab.text()).endsWith("{a word}"));
seen(`takes what is typed while it thinks (${Date.now() - before} ms)`);

await tab.drop("won.pgn", WON);
await tab.page.click(".of-games .row");
await tab.command("next half-move");
await until("White's side", async () => /^(?:\+\d|#\d) (?!Qh5)/.test(await thought(tab)));
seen("goes on in another file, and speaks of White's side whoever is to move");
await tab.command("Stop the engine");
await tab.noticed("The engine is stopped");
await tab.page.waitForTimeout(400);
assert.equal(await thought(tab), "");
seen("stops");
await sharesEngine(tab, thought);
seen("is one engine, started, shown and stopped by the command and by the board");

await until("the engine's files in the store", async () => (await kept(tab)).length === 2);
server.kill();
await tab.page.reload();
await tab.page.waitForSelector(".cm-content");
await until("the text", async () => (await tab.text()).includes("Qa5"));
await tab.page.click(".of-games .row");
await tab.command("Start the engine");
await until("an evaluation without a network", async () => (await depth(tab)) >= 6);
seen("starts again without a network, once it was loaded");
tab.requests = [];
await tab.close();

/** A page whose engine is this script. */
async function withEngine(name, script) {
  const copy = join(work, name);
  cpSync(folder, copy, { recursive: true });
  rmSync(join(copy, "engine"), { recursive: true, force: true });
  if (script !== undefined) {
    mkdirSync(join(copy, "engine"));
    writeFileSync(join(copy, "engine/stockfish.js"), script);
  }
  return served(copy);
}

const GREETING = `
  const answers = { uci: "id name Fake 1\\nuciok", isready: "readyok" };
  onmessage = ({ data }) => (data.startsWith("go") ? go() : data in answers && postMessage(answers[data]));
`;
const FAULTS = [
  ["gone", undefined, "The engine Stockfish ended by itself (engine/stockfish.js cannot be loaded)."],
  ["dead", `${GREETING} function go() { throw new Error("out of memory"); }`, "The engine Fake 1 ended by itself"],
  ["liar", `${GREETING} function go() { postMessage("info depth 9 score cp 30 pv a1a8"); }`, "The engine Fake 1 gave the move `a1a8`, which is not legal."],
  ["mute", `${GREETING} function go() { postMessage("bestmove (none)"); }`, "The engine Fake 1 gave no move in a position that has one."],
  ["mad", 'for (let n = 0; n < 1500; n++) postMessage("garbage " + n);', "The engine Stockfish writes what is not UCI: is it a chess engine?"],
  ["long", 'postMessage("x".repeat(70000));', "The engine Stockfish writes a line without an end: is it a chess engine?"],
];
for (const [name, script, sentence] of FAULTS) {
  const { server, address } = await withEngine(name, script);
  tab = await Tab.opened(context, address);
  await tab.drop("game.pgn", GAME);
  await tab.command("Start the engine");
  await tab.noticed(sentence);
  assert.equal(await thought(tab), "");
  // Nothing else is disturbed, and it can be started again.
  await tab.type("\n\n1. e4 e4 *\n");
  await until("findings", async () => (await tab.findings()).includes("illegal-move"));
  await tab.page.evaluate(() => document.querySelectorAll(".notice").forEach((notice) => notice.remove()));
  await tab.page.click(".of-games .row");
  await tab.command("Start the engine");
  await tab.noticed(sentence);
  tab.complaints = tab.complaints.filter((one) => !/404|Failed to load/.test(one));
  await tab.close();
  server.kill();
  rmSync(join(work, name), { recursive: true });
}
seen("says in a sentence how an engine has failed, and goes on without it");
await browser.close();
console.log("the engine is as it should be");
process.exit(0);
