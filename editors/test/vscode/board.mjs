// The board beside the text: run by main.mjs, in the same window.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "board.pgn";
const GAME = `[Event "London"]
[Date "1851.06.21"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

1. e4 e5 2. f4 $5 exf4 (2... d5 $6 {Falkbeer.} 3. exd5 (3. Nf3 dxe4 4. Nxe5) 3... exf4)
3. Bc4 {[%eval -0.4] The bishop's gambit. [%cal Gc4f7,Rd8h4][%csl Yf7]} Qh4+ 4. Kf1 b5 $2 {[%eval 0.9]}
5. Bxb5 Nf6 6. Nf3 Qh6
7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 1-0

[Event "Another"]
[White "A"]
[Black "B"]
[Result "*"]

1. d4 d5 *

[Event "Endgame"]
[SetUp "1"]
[FEN "8/4P2k/8/8/8/8/8/K7 w - - 0 1"]

*
`;
/** What is written by hand on the board. */
const WRITTEN = GAME.replace("1. d4 d5 *", "1. d4 d5 2. c4 {[%cal Gc4d5]} (2. Nf3) *").replace(
  'w - - 0 1"]\n\n*',
  'w - - 0 1"]\n\n1. e8=N *',
);

export async function board(workbench, address, games) {
  const { page } = workbench;
  writeFileSync(join(games, FILE), GAME);
  await workbench.open(address, games, FILE);
  // A board behind another one is there still.
  const frame = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("#active-frame");
  const current = async () => (await frame.locator(".move[aria-current]").allTextContents()).join("").trim();
  const at = (move) =>
    workbench.until(`the board at ${move || "the beginning"}`, async () => (await current()) === move);
  /** The status bar tells the cursor once the text has the focus. */
  const cursorAt = async (context, text) => {
    const { line, column } = placeIn(GAME, context, text);
    await workbench.command("View: Focus First Editor Group");
    await workbench.until(`the cursor at ${text}`, async () => {
      const shown = await page.locator("#status\\.editor\\.selection").innerText();
      return shown.includes(`Ln ${line}, Col ${column}`);
    });
  };
  const goTo = async (context, text) => {
    const { line, column } = placeIn(GAME, context, text);
    await workbench.command("View: Focus First Editor Group");
    await workbench.goTo(line, column);
  };

  await workbench.goTo(placeIn(GAME, "1. e4", "e4").line, placeIn(GAME, "1. e4", "e4").column);
  await workbench.command("VGN: Open Board Beside");
  await frame.locator(".move-pair").first().waitFor();
  await at("e4");

  // The cursor in nested variations, and in another game.
  await goTo("4. Nxe5", "Nxe5");
  await at("Nxe5");
  await goTo("3... exf4", "exf4");
  await at("exf4");
  await goTo("1. d4 d5", "d5");
  await at("d5");
  await goTo("Qh4+", "Qh4+");
  await at("Qh4+");

  // The board's own steps.
  await frame.locator(".move-list").focus();
  await page.keyboard.press("ArrowLeft");
  await at("Bc4");
  await cursorAt("3. Bc4", "Bc4");
  await frame.locator(".move-list").focus();
  const seen = [];
  const begun = Date.now();
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press(step % 10 < 5 ? "ArrowLeft" : "ArrowRight");
    await page.waitForTimeout(25);
    seen.push(await current());
  }
  const rate = (30_000 / (Date.now() - begun)).toFixed(0);
  await at("Bc4");
  await cursorAt("3. Bc4", "Bc4");
  const expected = ["exf4", "f4!?", "e5", "e4", "", "e4", "e5", "f4!?", "exf4", "Bc4"];
  const wrong = seen.filter((move, step) => move !== expected[step % 10]);
  console.log(`board: ${rate} steps a second with reading, ${wrong.length} of 30 elsewhere than stepped to`);
  if (wrong.length > 0) {
    throw new Error(`the board went elsewhere: ${seen.join(" ")}`);
  }
  await workbench.picture("board");
  await pictureInLight(workbench, frame, games);
  // As fast as the keys come.
  await frame.locator(".move-list").focus();
  const started = Date.now();
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press(step % 10 < 5 ? "ArrowLeft" : "ArrowRight");
  }
  const pace = (40_000 / (Date.now() - started)).toFixed(0);
  await at("Bc4");
  await cursorAt("3. Bc4", "Bc4");
  console.log(`board: ${pace} steps a second, and both at the same place at the end`);

  await guess(workbench, frame, { at, goTo, path: join(games, FILE) });
  await press(workbench, frame, { at, goTo, path: join(games, FILE) });
  await write(workbench, frame, { at, goTo, path: join(games, FILE) });
  await list(workbench);
  await keep(workbench, frame, goTo);
  await empty(workbench, address, games);
  await long(workbench, address, games);
}

/** The same picture in a light theme, if pictures are kept. */
async function pictureInLight(workbench, frame, games) {
  if (!workbench.pictures) {
    return;
  }
  const folder = join(games, ".vscode");
  const background = () => frame.locator("#board-app").evaluate((board) => getComputedStyle(board).backgroundColor);
  const dark = await background();
  mkdirSync(folder);
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ "workbench.colorTheme": "Default Light Modern" }));
  await workbench.until("a light board", async () => (await background()) !== dark);
  // The server's colours come a little after the theme's own.
  await workbench.page.waitForTimeout(1_000);
  await workbench.picture("board-light");
  rmSync(folder, { recursive: true });
  await workbench.until("the dark board", async () => (await background()) === dark);
}

/** A file without a game: the board begins one, in which a move can be played. */
async function empty(workbench, address, games) {
  const { page } = workbench;
  const path = join(games, "empty.pgn");
  writeFileSync(path, "");
  await workbench.open(address, games, "empty.pgn", ".monaco-editor .view-line");
  await workbench.command("VGN: Open Board Beside");
  const frame = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("#active-frame");
  await workbench.until("a board without a game", async () => frame.locator(".empty:not([hidden])").isVisible());
  await workbench.picture("board-empty");
  await frame.getByRole("button", { name: "New Game" }).click();
  await frame.locator(".move-result", { hasText: "unfinished" }).waitFor();
  await page.keyboard.press("Escape");
  await frame.locator(".typed").fill("e4");
  await frame.locator(".typed").press("Enter");
  await frame.locator(".move", { hasText: "e4" }).waitFor();
  await page.locator(".monaco-editor .view-line", { hasText: /^1\.\se4\s\*$/ }).waitFor();
  await workbench.picture("board-begun");
  console.log("board: a file without a game gets one by a button of the board, and a move in it");
}

/** A game of thousands of half-moves, through which a key that is held steps thirty times a second. */
async function long(workbench, address, games) {
  const { page } = workbench;
  const plies = Number(process.env.BOARD_PLIES ?? 10_000);
  const cycle = [["Nf3", "Nf6"], ["Ng1", "Ng8"]];
  const pairs = Array.from({ length: plies / 2 }, (_, at) => `${at + 1}. ${cycle[at % 2].join(" ")}`);
  writeFileSync(join(games, "long.pgn"), `[Event "Long"]\n\n${pairs.join("\n")} *\n`);
  await workbench.open(address, games, "long.pgn");
  await workbench.goTo(3, 4);
  await workbench.command("VGN: Open Board Beside");
  const frame = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("#active-frame");
  const begun = Date.now();
  await frame.locator(".move[aria-current]").first().waitFor({ timeout: 20_000 + plies });
  console.log(`board: a game of ${plies} half-moves after ${Date.now() - begun} ms`);
  const move = async () => Number(await frame.locator(".move[aria-current]").getAttribute("data-move"));
  const cursorAt = async (ply) => {
    await workbench.command("View: Focus First Editor Group");
    const place = `Ln ${3 + Math.floor(ply / 2)}, Col`;
    await workbench.until(`the cursor at ${place}`, async () =>
      (await page.locator("#status\\.editor\\.selection").innerText()).includes(place),
    );
  };
  await frame.locator(".move-list").focus();
  await page.keyboard.press("End");
  await workbench.until("the end", async () => (await move()) === plies - 1);
  const steps = 90;
  const started = Date.now();
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press(step < 60 ? "ArrowLeft" : "ArrowRight");
    await new Promise((done) => setTimeout(done, started + (step + 1) * (1000 / 30) - Date.now()));
  }
  const rate = (1000 * steps) / (Date.now() - started);
  const told = Date.now();
  await workbench.until("the last step on the board", async () => (await move()) === plies - 31);
  const late = Date.now() - told;
  await cursorAt(plies - 31);
  console.log(`board: ${rate.toFixed(0)} steps a second at its end, the last seen after ${late} ms, and the cursor there`);
  // People lead.
  await workbench.goTo(3 + plies / 4, 4);
  await workbench.until("the middle", async () => Math.abs((await move()) - plies / 2) < 2);
  await workbench.picture("board-long");
}

/** A board that stays on its game, and comes again with the window. */
async function keep(workbench, frame, goTo) {
  const { page } = workbench;
  await goTo("3. Bc4", "Bc4");
  await workbench.command("VGN: Open Another Board on This Game");
  await page.locator("iframe.webview.ready").nth(1).waitFor({ state: "attached" });
  await workbench.until("one board in sight", async () => {
    return (await page.locator("iframe.webview.ready >> visible=true").count()) === 1;
  });
  const title = frame.locator("h1", { hasText: "Anderssen" });
  await title.waitFor();
  await goTo("1. d4 d5", "d5");
  await page.waitForTimeout(500);
  if (!(await title.isVisible())) {
    throw new Error("the second board has left its game");
  }
  // Games above it come and go, also where another one was chosen on the board.
  const count = (text) => frame.locator(".game-count", { hasText: text }).waitFor();
  await workbench.command("View: Focus First Editor Group");
  await workbench.goTo(1, 1);
  await page.keyboard.type("1. c4 *\n");
  await count("Game 2 of 4");
  await title.waitFor();
  await frame.getByRole("button", { name: "The next game" }).click();
  const other = frame.locator("h1", { hasText: "A – B" });
  await other.waitFor();
  await count("Game 3 of 4");
  await workbench.command("View: Focus First Editor Group");
  await workbench.until("the text as it was", async () => {
    await page.keyboard.press("Control+Z");
    return (await frame.locator(".game-count").innerText()) === "Game 2 of 3";
  });
  await other.waitFor();
  await frame.getByRole("button", { name: "The game before" }).click();
  await title.waitFor();
  // Without the file that was to be opened: with it the window would show that alone.
  const address = new URL(page.url());
  address.searchParams.delete("payload");
  await page.goto(address.href, { waitUntil: "domcontentloaded" });
  await page
    .frameLocator("iframe.webview.ready >> visible=true")
    .frameLocator("#active-frame")
    .locator("h1", { hasText: /Anderssen|A – B/ })
    .waitFor();
  console.log("board: a second one stays on its game, and a board is there again after a reload");
}

/** Moves guessed by keys and letters, with the focus that the command gives; the text stays as it is. */
async function guess(workbench, frame, { at, goTo, path }) {
  const { page } = workbench;
  await goTo("3. Bc4", "Bc4");
  await at("Bc4");
  // The other half-moves of the bishop are marked in the text as long as nothing is to be guessed.
  const marked = page.locator(".monaco-editor .wordHighlight, .monaco-editor .wordHighlightStrong");
  await workbench.until("the bishop's half-moves marked", async () => (await marked.count()) > 1);
  await workbench.command("VGN: Guess the Move");
  await frame.getByRole("button", { name: "Start" }).waitFor();
  await frame.locator(".training-dialog", { hasText: "this place (3. Bc4)" }).waitFor();
  await page.keyboard.press("Enter");
  await at("Qh4+");
  const hidden = ["Bxb5", "Kf1", "5.", "1-0"];
  await workbench.until("the text hidden", async () => {
    const unseen = await unseenText(page);
    return hidden.every((text) => unseen.includes(text)) && !unseen.includes("Qh4+") && !unseen.includes("1. d4");
  });
  await workbench.until("nothing marked", async () => (await marked.count()) === 0);
  const status = page.locator('.statusbar-item[id$="vgn.cursor"]');
  await status.filter({ hasText: "3. Bc4" }).waitFor();
  await page.keyboard.type("Kf1");
  await page.keyboard.press("Enter");
  await frame.locator(".training-said", { hasText: "4. Kf1" }).waitFor();
  await at("b5");
  await workbench.until("the text up to there", async () => !(await unseenText(page)).includes("Kf1"));
  if ((await frame.locator("main").innerText()).includes("Bxb5") || !(await unseenText(page)).includes("Bxb5")) {
    throw new Error("the board gives away what is to be guessed");
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("i");
  await frame.locator(".training-said", { hasText: "A bishop moves." }).waitFor();
  await workbench.picture("guess");
  await workbench.command("View: Focus First Editor Group");
  await workbench.command("Fold All");
  const behind = () =>
    page.evaluate(() => {
      const runs = [...document.querySelectorAll(".monaco-editor .view-line span")];
      return runs.map((run) => getComputedStyle(run, "::after").content).join();
    });
  await workbench.until("what the other games' folds hold", async () => (await behind()).includes("A - B"));
  if (/Anderssen|1-0/.test(await behind())) {
    throw new Error(`a fold tells of the game that is to be guessed: ${await behind()}`);
  }
  await workbench.command("Unfold All");
  await frame.getByRole("button", { name: "End the training" }).click();
  await frame.locator(".training-said", { hasText: "You found 1 of 1 at the first guess." }).waitFor();
  await frame.getByRole("button", { name: "Close" }).click();
  await workbench.until("the text in sight", async () => (await unseenText(page)) === "");
  if (readFileSync(path, "utf8") !== GAME || (await page.locator(".tab.dirty", { hasText: FILE }).count()) > 0) {
    throw new Error("guessing has changed the text");
  }
  console.log("board: a move guessed, another hinted at, and nothing written");
}

/** What of the text cannot be seen. */
function unseenText(page) {
  return page.locator(".monaco-editor .view-line span > span").evaluateAll((runs) =>
    runs
      .filter((run) => getComputedStyle(run).opacity === "0")
      .map((run) => run.textContent.replaceAll("\u00a0", " "))
      .join(""),
  );
}

/** Where a square's middle is. */
async function middle(frame, square) {
  const { x, y, width, height } = await frame.locator(`[data-square="${square}"]`).boundingBox();
  return [x + width / 2, y + height / 2];
}

async function drag(page, frame, from, to, button = "left") {
  // The board knows by then what can be played.
  await page.waitForTimeout(400);
  for (const [square, act] of [
    [from, () => page.mouse.down({ button })],
    [to, () => page.mouse.up({ button })],
  ]) {
    await page.mouse.move(...(await middle(frame, square)), { steps: 3 });
    await page.waitForTimeout(60);
    await act();
  }
}

/** Squares pressed while the keyboard is in the text, by mouse and by finger: what is typed then is the board's. */
async function press(workbench, frame, { at, goTo, path }) {
  const { page } = workbench;
  const typed = async (comment, text) => {
    await page.keyboard.press(";");
    await page.keyboard.type(comment);
    await page.keyboard.press("Enter");
    // No letter of the comment any more: it asks for glyphs.
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await workbench.command("View: Focus First Editor Group");
    await workbench.save(path, text);
    // The glyph, the comment, and the half-move.
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press("Control+Z");
    }
    await workbench.save(path, GAME);
  };
  const written = (move, comment) => GAME.replace("1. d4 d5 *", `1. d4 d5 ${move} $3 {${comment}} *`);
  await goTo("1. d4 d5", "d5");
  await at("d5");
  await drag(page, frame, "c2", "c4");
  await at("c4");
  await typed("next", written("2. c4", "next"));
  await goTo("1. d4 d5", "d5");
  await at("d5");
  await page.waitForTimeout(400);
  const fingers = await page.context().newCDPSession(page);
  const touch = async (square) => {
    const [x, y] = await middle(frame, square);
    await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForTimeout(60);
  };
  await fingers.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await touch("g1");
  await touch("f3");
  await fingers.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await fingers.detach();
  await at("Nf3");
  await typed("now", written("2. Nf3", "now"));
  console.log("board: what is typed after a press on its squares is its own, and the text's nowhere");
}

/** Moves, a promotion and an arrow by mouse; the text, and all undone. */
async function write(workbench, frame, { at, goTo, path }) {
  const { page } = workbench;
  await goTo("1. d4 d5", "d5");
  await at("d5");
  await drag(page, frame, "c2", "c4");
  await at("c4");
  await drag(page, frame, "c4", "d5", "right");
  await frame.locator(".cg-shapes g[cgHash]").first().waitFor({ state: "attached" });
  await page.keyboard.press("ArrowLeft");
  await at("d5");
  await page.keyboard.type("Nf3");
  await page.keyboard.press("Enter");
  await at("Nf3");
  await goTo('[Event "Endgame"]', "Endgame");
  await at("");
  await drag(page, frame, "e7", "e8");
  await frame.getByRole("button", { name: "knight" }).click();
  await at("e8=N");
  await workbench.picture("board-written");
  await workbench.command("View: Focus First Editor Group");
  await workbench.save(path, WRITTEN);
  console.log("board: moves, a variation, an arrow and a promotion written");
  // Each is one step.
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press("Control+Z");
  }
  await workbench.save(path, GAME);
  console.log("board: four steps undone");
}

/** The games view, and its filter. */
async function list(workbench) {
  const { page } = workbench;
  await workbench.command("Chess Games: Focus on Chess Games View");
  const rows = page.locator(".pane-body .monaco-list-row");
  await rows.filter({ hasText: /Anderssen – Kieseritzky.*1-0 · C33 · 1851/ }).first().waitFor();
  await workbench.picture("games");
  await workbench.command("VGN: Filter Games");
  const input = page.locator(".quick-input-widget .quick-input-box input").first();
  await input.fill("kieseritzky 1-0");
  await page.keyboard.press("Enter");
  const message = page.locator(".tree-explorer-viewlet-tree-view .message");
  await message.filter({ hasText: "1 of 3 games" }).waitFor();
  // No tag names the opening.
  await workbench.command("VGN: Filter Games");
  await input.fill("gambit accepted");
  await page.keyboard.press("Enter");
  await message.filter({ hasText: "“gambit accepted”: 1 of 3 games" }).waitFor();
  console.log("games: filtered");
}

/** Line and column of a text, both from 1. */
function placeIn(file, context, text) {
  const at = file.indexOf(context);
  const lines = file.slice(0, at + context.indexOf(text)).split("\n");
  return { line: lines.length, column: lines.at(-1).length + 1 };
}
