// Run by codemirror.sh: what a user of CodeMirror sees and types.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { launched, until } from "../browsing.mjs";

const [home, chromiumPath, server, script] = process.argv.slice(2);

const GAME = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

1. e4 {🨀} e5 2. Ke3 Nc6 *
`;

/** The server, with a function for each message that it sends. */
function served(receive) {
  const child = spawn(server, ["--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  let read = Buffer.alloc(0);
  child.stdout.on("data", (part) => {
    read = Buffer.concat([read, part]);
    for (;;) {
      const end = read.indexOf("\r\n\r\n");
      const length = end < 0 ? Infinity : Number(read.subarray("Content-Length: ".length, end));
      if (read.length < end + 4 + length) {
        return;
      }
      receive(read.toString("utf8", end + 4, end + 4 + length));
      read = read.subarray(end + 4 + length);
    }
  });
  const send = (body) => child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  return { child, send };
}

const browser = await launched(home, chromiumPath);
const page = await browser.newPage();
const complaints = [];
page.on("pageerror", (error) => complaints.push(error.stack));
const { child, send } = served((message) => page.evaluate((message) => window.receive(message), message));
await page.exposeFunction("send", send);
await page.setContent("<!doctype html><title>CodeMirror</title>");
await page.addScriptTag({ path: script });
await page.evaluate((game) => window.open("file:///tmp/game.pgn", game), GAME);
await page.evaluate(() => window.editor.ready());

const diagnostics = () => page.evaluate(() => window.editor.diagnostics());
const goTo = (before) => page.evaluate((before) => window.editor.goTo(before), before);
const text = () => page.evaluate(() => window.editor.text());
const press = async (keys) => {
  for (const key of keys) {
    await page.keyboard.press(key === "\n" ? "Enter" : key);
  }
};
/** Takes the first of the list. Until it has been seen for a moment, Enter ends the line. */
async function accept(label) {
  await until("the list to narrow", async () => (await offered())[0] === label);
  await new Promise((done) => setTimeout(done, 200));
  await press("\n");
}
async function offered() {
  let list;
  await until("completions", async () => (list = await page.evaluate(() => window.editor.completions())));
  return list;
}

await until("diagnostics", async () => (await diagnostics()).length === 1);
const [[where, what]] = await diagnostics();
assert.equal(where, "Ke3");
console.log(`${where}: ${what}`);

// The bracket is closed by the editor.
await goTo('[Result "*"]');
await press("\n[E");
assert.ok((await text()).includes("\n[E]\n"), await text());
const names = await offered();
console.log(`after [E: ${names.join(" ")}`);
assert.ok(names.includes("ECO"), names);
await press("CO");
await accept("ECO");
await until("the name", async () => (await text()).includes('\n[ECO ""]\n'));

await goTo("2. Ke3");
for (let letter = 0; letter < "Ke3".length; letter += 1) {
  await page.keyboard.press("Backspace");
}
await press("Nf3 {[%c");
assert.ok((await text()).includes("{[%c]}"), await text());
const commands = await offered();
console.log(`after [%c: ${commands.join(" ")}`);
assert.ok(commands.includes("[%clk]"), commands);
await press("lk");
await accept("[%clk]");
await until("the command", async () => /\{\[%clk [^\]]*\]\}/.test(await text()));
await until("no diagnostics", async () => (await diagnostics()).length === 0);
console.log((await text()).trim().split("\n").at(-1));

assert.deepEqual(complaints, []);
child.kill();
await browser.close();
console.log("all as it should be");
