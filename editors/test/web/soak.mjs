// Run by web-soak.sh: edits, undos, files and reloads at random; after each step the text is that of a model, and nothing
// is complained of.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { launched, until } from "../browsing.mjs";
import { Tab } from "./page.mjs";

const [home, chromiumPath, program, folder, steps, seed] = process.argv.slice(2);
const GAME = '[Event "?"]\n[White "Ada"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 (2... d6 {Philidor}) 3. Bb5 a6 *\n\n';
const PIECES = ["\n", " ", "{", "}", "(", ")", "1. e4 ", "Nf3 ", "$1 ", "\u265e", "\u{1f600}", '[White "x"]\n', "O-O ", "*\n\n", "\\", '"', "; a\n", "Qxf7# ", GAME];

let state = Number(seed) >>> 0;
/** Numbers from 0 to `below`, the same for a seed. */
function random(below) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

const server = spawn(program, ["web", "--no-open", "--port", "0", "--dir", folder], { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => server.kill());
const address = await new Promise((done) => server.stdout.once("data", (bytes) => done(bytes.toString().trim())));
const browser = await launched(home, chromiumPath);
const context = await browser.newContext();
const tab = await Tab.opened(context, address);
const { page } = tab;

/** The files by name: the text, and those before and after it that can be had back. */
const files = new Map();
let front = (await tab.front()).replace("• ", "");
files.set(front, { text: await tab.text(), undone: [], done: [] });

function changed(text) {
  const file = files.get(front);
  file.done.push(file.text);
  file.undone = [];
  file.text = text;
}

const acts = {
  async edit() {
    const { text } = files.get(front);
    const points = [...text];
    const from = points.slice(0, random(points.length + 1)).join("").length;
    const to = Math.min(text.length, from + (random(3) === 0 ? random(40) : 0));
    const insert = random(5) === 0 ? "" : PIECES[random(PIECES.length)];
    if (/[\ud800-\udbff]$/.test(text.slice(0, to))) {
      return "";
    }
    await page.evaluate(
      ({ from, to, insert }) => {
        const { view } = document.querySelector(".cm-content").cmTile;
        // A step of its own to undo.
        view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.paste" });
      },
      { from, to, insert },
    );
    if (text.slice(from, to) !== insert) {
      changed(text.slice(0, from) + insert + text.slice(to));
    }
    return `${from}-${to} ${JSON.stringify(insert.slice(0, 20))}`;
  },
  async undo() {
    const file = files.get(front);
    await page.keyboard.press("Control+z");
    if (file.done.length > 0) {
      file.undone.push(file.text);
      file.text = file.done.pop();
    }
  },
  async redo() {
    const file = files.get(front);
    await page.keyboard.press("Control+y");
    if (file.undone.length > 0) {
      file.done.push(file.text);
      file.text = file.undone.pop();
    }
  },
  async open() {
    if (files.size >= 6) {
      return;
    }
    const name = `file-${random(1_000_000)}.pgn`;
    const text = GAME.repeat(random(30));
    await tab.drop(name, text);
    front = name;
    files.set(name, { text, undone: [], done: [] });
  },
  async next() {
    await tab.command("Next file");
    await page.waitForTimeout(80);
    front = (await tab.front()).replace("• ", "");
  },
  async close() {
    if (files.size < 2) {
      return;
    }
    const isChanged = (await tab.front()).startsWith("• ");
    files.delete(front);
    await tab.command("Close the file");
    if (isChanged) {
      await page.click("dialog footer >> text=Close without saving");
    }
    await until("another file", async () => files.has((await tab.front()).replace("• ", "")));
    front = (await tab.front()).replace("• ", "");
  },
  async reload() {
    await page.waitForTimeout(700);
    await page.reload();
    await page.waitForSelector(".tabs [aria-selected=true]");
    await page.waitForSelector(".cm-content");
    front = (await tab.front()).replace("• ", "");
    // What was done before cannot be undone any more.
    files.forEach((file) => Object.assign(file, { undone: [], done: [] }));
  },
  async worker() {
    await tab.command("Start the checker again");
  },
};
const weights = { edit: 60, undo: 12, redo: 8, open: 4, next: 8, close: 3, reload: 2, worker: 1 };
const drawn = Object.entries(weights).flatMap(([name, weight]) => Array(weight).fill(name));

const log = [];
try {
  for (let step = 0; step < Number(steps); step++) {
    const name = drawn[random(drawn.length)];
    log.push(`${step} ${front} ${name}`);
    const what = await acts[name]();
    log.push(`  ${what ?? ""} -> ${front}`);
    assert.equal(await tab.text(), files.get(front)?.text, `after step ${step}, ${name}`);
    if (step % 50 === 49) {
      // The server has the same text: it finds as many games where all of it is judged anew.
      await page.waitForTimeout(1_200);
      const listed = await page.textContent(".of-games h2");
      await tab.command("Start the checker again");
      await page.waitForTimeout(1_200);
      assert.equal(await page.textContent(".of-games h2"), listed, `the server has another text after step ${step}`);
      console.log(`${step + 1} steps; ${files.size} files; ${listed}`);
    }
  }
  for (const name of files.keys()) {
    await page.locator(".tabs [role=tab]", { hasText: name }).click();
    await until(name, async () => (await tab.front()).endsWith(name));
    assert.equal(await tab.text(), files.get(name).text, name);
  }
  await tab.close();
  console.log("all as it should be");
} catch (error) {
  console.log(log.slice(-24).join("\n"));
  throw error;
} finally {
  await browser.close();
}
process.exit(0);
