// What is copied from pages and books becomes games, and what would be left out is shown before.

import assert from "node:assert/strict";
import { until } from "../browsing.mjs";

// As chess.com writes its list of moves: pieces are drawn, and no letter is in the text.
const knight = '<span class="icon-font-chess knight-white" data-figurine="N"></span>';
const node = (move) => `<div class="node"><span class="node-highlight-content">${move}</span></div>`;
const row = (number, white, black) => `<div class="main-line-row">${number}. ${node(white)}${node(black)}<div data-time="3">0.3s</div></div>`;
const PAGE = `<div>Games</div>${row(1, "e4", "e5")}${row(2, `${knight}\n f3`, `${knight} c6`)}<p>1-0</p><button>Share</button>`;
const BOOK = `CHAPTER III
27

The Spanish.

1 e4 e5 2 ♘f3 ♘c6 3 ♗b5 a6
4 ♗a4 is the main line; after 4 ♗xc6 dxc6 5 0–0 White is happy.
4 ♗a4 ♘f6 5 O–O ♗e7 6 ♖e1

8 | r . b q k . . r |
7 | . p p p b p p p |
    a b c d e f g h

28  THE GAME OF CHESS

6... b5 7 ♗b3 d6 ½–½
`;

/** As lichess writes an analysis. */
const ANALYSIS = "1\ne4\n+0.2\nc5\n+0.3\n2\nNf3\nd6\n3\nBc4?!\nInaccuracy. d4 was best.\n( 3. d4 cxd4 4. Nxd4 Nf6 )\n3...\nNf6\n4\nd3\ng6\n\u00bd-\u00bd\nDraw by mutual agreement";

async function paste(tab, kinds) {
  await tab.page.evaluate((kinds) => {
    const data = new DataTransfer();
    Object.entries(kinds).forEach(([kind, text]) => data.setData(kind, text));
    document.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, kinds);
}

/** Pastes pages into new files. */
export async function pastes(tab) {
  await tab.command("New file");
  await until("an empty file", async () => (await tab.text()) === "");
  await paste(tab, { "text/plain": "1.\ne4\ne5\n2.\nf3\nc6\n1-0", "text/html": PAGE });
  await tab.page.waitForSelector("dialog.page[open]");
  assert.match(await tab.page.textContent("dialog.page[open] .losses"), /Games.*0\.3s/);
  await tab.page.click("text=Insert the games");
  await until("the game of a page", async () => (await tab.text()) === "1. e4 e5 2. Nf3 Nc6 1-0\n");

  await tab.command("New file");
  await until("an empty file", async () => (await tab.text()) === "");
  await paste(tab, { "text/plain": ANALYSIS });
  await tab.page.click("text=Insert the games");
  const analysed = "1. e4 c5 2. Nf3 d6 3. Bc4?! (3. d4 cxd4 4. Nxd4 Nf6) Nf6 4. d3 g6 1/2-1/2\n";
  await until("the game of an analysis", async () => (await tab.text()) === analysed);

  await tab.command("New file");
  await until("an empty file", async () => (await tab.text()) === "");
  await paste(tab, { "text/plain": BOOK });
  await tab.page.waitForSelector("dialog.page[open]");
  const losses = await tab.page.$$eval("dialog.page[open] .losses li", (rows) => rows.map((row) => row.textContent));
  assert.deepEqual(losses.slice(0, 3), ["CHAPTER III", "27", "The Spanish."]);
  assert.ok(losses.includes("7 | . p p p b p p p |") && losses.includes("28 THE GAME OF CHESS"), losses);
  await tab.page.click("text=Insert the games");
  const game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1/2-1/2\n";
  await until("the game of a book", async () => (await tab.text()) === game);

  await paste(tab, { "text/plain": BOOK });
  await tab.page.waitForSelector("dialog.page[open]");
  await tab.page.click("text=Insert all of it");
  await until("all of the book", async () => (await tab.text()) === game + BOOK);
}
