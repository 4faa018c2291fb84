// Run by board.sh: the board's page in a real browser, used by mouse and by keyboard.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { curve } from "./curve.mjs";
import { engine } from "./engine.mjs";
import { BoardPage } from "./page.mjs";
import { sight } from "./sight.mjs";
import { text } from "./text.mjs";
import { training } from "./training.mjs";
import { tree } from "./tree.mjs";

const [home, chromiumPath, project, pictures] = process.argv.slice(2);
const { chromium } = createRequire(join(home, "package.json"))("playwright-core");
const board = join(project, "editors/board");
const axe = readFileSync(createRequire(join(board, "package.json")).resolve("axe-core/axe.min.js"), "utf8");

const GAME = `[Event "Match <b>of</b> names"]
[Site "London"]
[Date "2024.05.01"]
[Round "3"]
[White "<img src=x onerror=alert(1)>"]
[Black "Müller, Jörg"]
[WhiteElo "2650"]
[BlackElo "2540"]
[BlackTitle "GM"]
[Result "1-0"]

{ A quiet beginning. } 1. e4 { [%eval 0.3] [%clk 1:30:00] } e5
{ [%eval 0.25] [%clk 1:29:40] [%cal Gg1f3,Rd2d4][%csl Yf7] }
2. Nf3 $1 { [%eval 0.4] [%clk 1:28:55] Develops with a threat. } Nc6 { [%clk 1:29:02] }
(2... d6 $6 { Philidor. } 3. d4 exd4 (3... Nd7 4. Bc4) 4. Nxd4 Nf6)
3. Bb5 a6 4. Bxc6 dxc6 { [%eval 0.1] } 5. Nxe5 $2 { Premature. } Qd4 6. Nf3 Qxe4+ 7. Kg3 Bg4 1-0
`;

const tests = {
  ...training({ axe, picture }),
  ...curve({ game: GAME, axe, picture }),
  ...tree({ game: GAME, axe, picture }),
  ...engine({ game: GAME, axe, picture }),

  async "steps by keys, wheel and clicks, and tells the editor each place"(open) {
    const on = await open(GAME);
    const { page, host } = on;
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await on.current(), "Nf3!");
    assert.equal(await on.square("f3"), "f3, white knight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    assert.equal(await on.current(), "d6?!");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    assert.equal(await on.current(), "Nd7");
    await page.keyboard.press("PageUp");
    assert.equal(await on.current(), "d4");
    await page.keyboard.press("PageUp");
    assert.equal(await on.current(), "Nf3!");
    await page.keyboard.press("Home");
    assert.equal(await on.current(), "");
    await page.keyboard.press("End");
    assert.equal(await on.current(), "Bg4");
    await page.locator(".move", { hasText: "Bxc6" }).click();
    assert.equal(await on.current(), "Bxc6");
    await page.mouse.move(...(await on.middle("d4")));
    await page.mouse.wheel(0, 120);
    assert.equal(await on.current(), "dxc6");
    await page.mouse.wheel(0, -120);
    assert.equal(await on.current(), "Bxc6");
    await on.until(
      "the last place told",
      () => host.asked.findLast(({ method }) => method === "reveal")?.params.move === 13,
    );
    await on.close();
  },

  async "follows the editor's cursor, and no echo moves it back"(open) {
    const on = await open(GAME, { echoes: true });
    on.host.goTo(5);
    await on.until("the board at the cursor", async () => (await on.current()) === "d4");
    // Thirty steps a second, of which the editor's cursor tells each a little later.
    const seen = [];
    for (let step = 0; step < 12; step++) {
      await on.page.keyboard.press(step < 6 ? "ArrowLeft" : "ArrowRight");
      await on.page.waitForTimeout(33);
      seen.push(await on.page.evaluate(() => document.querySelector(".move[aria-current]")?.textContent ?? ""));
    }
    await on.page.waitForTimeout(300);
    assert.deepEqual(seen, ["d6?!", "Nf3!", "e5", "e4", "", "", "e4", "e5", "Nf3!", "d6?!", "d4", "exd4"]);
    assert.equal(await on.current(), "exd4");
    // Where people go is followed at once, also to where the board has just been.
    await on.page.keyboard.press("ArrowRight");
    await on.until("the step", async () => on.host.cursor === 9);
    on.host.goTo(6);
    await on.until("the board at the cursor again", async () => (await on.current()) === "exd4");
    await on.close();
  },

  async "writes moves that are dragged, clicked and typed"(open) {
    const on = await open(GAME);
    const { page, host } = on;
    // What stands there already is not written again.
    await on.drag("e2", "e4");
    assert.equal(await on.current(), "e4");
    assert.equal(host.asked.filter(({ method }) => method === "play").length, 0);
    await on.drag("c7", "c5");
    await on.until("the variation", async () => (await on.current()) === "c5");
    assert.match(host.pgn, /\( 1\.\.\. c5 \)/);
    await on.rested();
    await page.mouse.click(...(await on.middle("g1")));
    await page.mouse.click(...(await on.middle("f3")));
    await on.until("the next half-move", async () => (await on.current()) === "Nf3");
    await page.keyboard.type("d6");
    await page.keyboard.press("Enter");
    await on.until("the typed half-move", async () => (await on.current()) === "d6");
    assert.match(host.pgn, /\( 1\.\.\. c5 2\. Nf3 d6 \)/);
    await page.keyboard.type("Ke4");
    await page.keyboard.press("Enter");
    await page.locator(".notice", { hasText: "Ke4 is not a legal move here." }).waitFor();
    assert.equal(await on.current(), "d6");
    await on.close();
  },

  async "shows the place in the list in the system's high contrast too"(open) {
    const on = await open(GAME, { forcedColors: "active" });
    await on.page.keyboard.press("ArrowRight");
    assert.equal(await on.current(), "e4");
    const colours = await on.page
      .locator(".move")
      .evaluateAll((moves) => moves.slice(0, 2).map((move) => getComputedStyle(move).backgroundColor));
    assert.notEqual(colours[0], colours[1]);
    await picture(on, "forced-colours");
    await on.close();
  },

  async "takes pieces by a finger, dragged and tapped"(open) {
    const on = await open(GAME, { hasTouch: true, viewport: { width: 420, height: 760 } });
    await on.touch("e2", "e4");
    assert.equal(await on.current(), "e4");
    await on.touch("c7", "c5");
    await on.until("the variation", async () => (await on.current()) === "c5");
    await on.touch("g1");
    await on.touch("f3");
    await on.until("the next half-move", async () => (await on.current()) === "Nf3");
    assert.match(on.host.pgn, /\( 1\.\.\. c5 2\. Nf3 \)/);
    await picture(on, "touch");
    await on.close();
  },

  async "puts a piece where the rules forbid it only where people allow that"(open) {
    const on = await open(GAME);
    const played = () => on.host.asked.filter(({ method }) => method === "play");
    const asked = () => played().map(({ params: { version, ...params } }) => params);
    const written = on.host.pgn;
    const refused = { game: 1, after: -1, move: "e2e6" };
    const why = on.page.locator(".notice", { hasText: "e2e6 is not a legal move here." });
    // The host says why: of what is dragged, clicked, and taken from square to square.
    await on.drag("e2", "e6");
    await why.waitFor();
    assert.deepEqual(asked(), [refused]);
    assert.equal(await on.square("e2"), "e2, white pawn");
    await on.drag("e2", "e4");
    await why.waitFor({ state: "hidden" });
    await on.page.keyboard.press("Home");
    await on.rested();
    await on.page.mouse.click(...(await on.middle("g1")));
    await on.page.mouse.click(...(await on.middle("e2")));
    await on.page.mouse.click(...(await on.middle("e6")));
    await why.waitFor();
    assert.deepEqual(asked(), [refused, refused]);
    await on.page.keyboard.press("q");
    for (const key of ["Enter", ...Array(4).fill("ArrowUp")]) {
      await on.page.keyboard.press(key);
      await on.rested();
    }
    await on.page.keyboard.press("Enter");
    await on.until("the third refusal", () => asked().length === 3);
    assert.equal(on.host.pgn, written);
    await on.page.keyboard.press("s");
    await on.page.getByLabel("Illegal moves too").check();
    await on.page.getByRole("button", { name: "Close" }).click();
    await on.drag("e2", "e6");
    await on.page.locator(".notice", { hasText: "e2e6 is not a legal move here." }).waitFor();
    assert.deepEqual(asked().at(-1), { ...refused, illegal: true });
    assert.equal(await on.square("e2"), "e2, white pawn");
    assert.equal(await on.page.locator("cg-board piece").count(), 32);
    await on.close();
  },

  async "asks what a pawn becomes"(open) {
    const on = await open('[FEN "8/4P2k/8/8/8/8/8/K7 w - - 0 1"]\n[SetUp "1"]\n\n*\n');
    await on.drag("e7", "e8");
    const box = on.page.getByRole("dialog", { name: "The pawn becomes" });
    await box.waitFor();
    await picture(on, "promotion");
    await on.page.keyboard.press("Escape");
    assert.equal(await on.square("e7"), "e7, white pawn");
    await on.drag("e7", "e8");
    await box.waitFor();
    await on.page.keyboard.press("ArrowRight");
    await on.page.keyboard.press("Enter");
    await on.until("the knight", async () => (await on.square("e8")) === "e8, white knight");
    assert.match(on.host.pgn, /1\. e8=N/);
    await on.close();
  },

  async "drops pieces of a pocket"(open) {
    const on = await open('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 *\n');
    const { page, host } = on;
    await page.keyboard.press("End");
    await on.rested();
    const pocket = page.getByRole("group", { name: "Pocket of White" });
    const { x, y, width, height } = await pocket.getByRole("button", { name: "1 pawn" }).boundingBox();
    await picture(on, "pocket");
    await page.mouse.move(x + width / 3, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(...(await on.middle("e4")), { steps: 4 });
    await page.mouse.up();
    await on.until("the pawn", () => /3\. P?@e4/.test(host.pgn));
    await on.until("the board", async () => (await on.square("e4")) === "e4, white pawn");
    await on.rested();
    await page.getByRole("group", { name: "Pocket of Black" }).getByRole("button", { name: "1 pawn" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("c5");
    await page.keyboard.press("Enter");
    await on.until("the other pawn", () => /P?@c5/.test(host.pgn.split("3.")[1] ?? ""));
    // A drop that is not possible is not written, and the board is as it was.
    await page.keyboard.type("N@a5");
    await page.keyboard.press("Enter");
    await page.locator(".notice", { hasText: "not a legal move" }).waitFor();
    await on.close();
  },

  async "stays on its game where it is pinned, and marks what is wrong"(open) {
    const on = await open(GAME);
    const { page, host } = on;
    assert.equal(await page.locator(".move-finding").first().innerText(), "×\n`Kg3` is not possible.");
    await page.locator(".move-finding").first().click();
    assert.equal(await on.current(), "Kg3");
    assert.equal(await page.locator(".caption.is-wrong").innerText(), "`Kg3` is not possible. The board stays as it was before.");
    assert.equal(await on.square("g1"), "g1", "the board stays at the last one that is known");
    await page.getByRole("button", { name: "Stay on this game" }).click();
    await on.until("the pin", () => host.asked.some(({ method }) => method === "pin"));
    const asked = host.asked.length;
    host.send({ method: "cursor", params: { game: 2, move: 0 } });
    await on.rested();
    assert.equal(host.asked.slice(asked).filter(({ method }) => method === "game").length, 0);
    await on.close();
  },

  async "draws arrows and circles, and a click wipes none"(open) {
    const on = await open(GAME);
    await on.page.keyboard.press("ArrowRight");
    await on.drag("g1", "f3", { button: "right" });
    await on.drag("d5", "d5", { button: "right", keys: ["Shift"] });
    await on.until("the shapes in the text", () => /\[%csl Rd5\] \[%cal Gg1f3\]/.test(on.host.pgn));
    await on.page.mouse.click(...(await on.middle("d4")));
    assert.match(on.host.pgn, /\[%csl Rd5\] \[%cal Gg1f3\]/);
    await on.drag("d5", "d5", { button: "right", keys: ["Shift"] });
    await on.until("the circle gone", () => !on.host.pgn.includes("Rd5"));
    // Who steps on while it is written is not brought back.
    const { receive } = on.host;
    on.host.receive = (message) => {
      const isSlow = message.method === "annotate" || message.method === "game";
      setTimeout(() => receive.call(on.host, message), isSlow ? 200 : 0);
    };
    await on.drag("a7", "a6", { button: "right" });
    await on.page.keyboard.press("ArrowRight");
    await on.until("the arrow in the text", () => /Ga7a6/.test(on.host.pgn));
    await on.page.waitForTimeout(400);
    assert.equal(await on.current(), "e5");
    on.host.receive = receive;
    await on.page.keyboard.press("ArrowLeft");
    assert.equal(await on.current(), "e4");
    // By the keyboard.
    await on.page.keyboard.press("q");
    await on.page.keyboard.press("v");
    // A board that is turned meanwhile keeps the square.
    await on.page.keyboard.press("r");
    await on.settled();
    await on.page.keyboard.press("ArrowDown");
    await on.page.keyboard.press("v");
    await on.until("the arrow", () => /\[%cal Gg1f3,Ga7a6,Ge2e3\]/.test(on.host.pgn));
    await on.close();
  },

  async "is used by the keyboard alone"(open) {
    const on = await open(GAME);
    const { page, host } = on;
    await page.keyboard.press("End");
    await page.locator(".caption", { hasText: /Bg4. is not possible/ }).waitFor();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("n");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await on.until("the glyph", () => /1\. e4 \$1/.test(host.pgn));
    await page.keyboard.press(";");
    await page.keyboard.type("Best by test.");
    await page.keyboard.press("Enter");
    await on.until("the comment", () => /\{ Best by test\. \}/.test(host.pgn));
    await page.keyboard.press("Escape");
    // From square to square.
    await page.keyboard.press("q");
    const focused = (name) => page.locator(`[aria-label="${name}"]:focus`).waitFor({ state: "attached" });
    await focused("e2");
    for (const key of ["ArrowLeft", "ArrowLeft", ...Array(5).fill("ArrowUp")]) {
      await page.keyboard.press(key);
    }
    await focused("c7, black pawn");
    await page.keyboard.press("Enter");
    await on.rested();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await on.until("the variation", () => /\( 1\.\.\. c5 \)/.test(host.pgn));
    await page.locator("[role=status]", { hasText: /black/ }).waitFor({ state: "attached" });
    await on.close();
  },

  async "gives the keys back to the moves after a comment, a typed move and a press on the board"(open) {
    const on = await open(GAME);
    const { page, host } = on;
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press(";");
    await page.keyboard.type("bishop.");
    await page.keyboard.press("Enter");
    // The glyphs, and no letter of the comment.
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await on.until("comment and glyph", () => /1\. e4 \$3 \{ .*bishop\. \}/.test(host.pgn));
    await page.locator(".move-list").focus();
    await page.keyboard.type("c5");
    await page.keyboard.press("Enter");
    await on.until("the typed half-move", async () => (await on.current()) === "c5");
    await page.keyboard.press(";");
    await page.keyboard.type("Sicilian.");
    await page.keyboard.press("Enter");
    await on.until("its comment", () => /1\.\.\. c5 \{ Sicilian\. \}/.test(host.pgn));
    await on.until("its comment on the page", async () => (await page.locator(".move-list").innerText()).includes("Sicilian."));
    await on.rested();
    // Who presses a square while a comment is being written has written it.
    await page.keyboard.press(";");
    await page.keyboard.type(" Sharp.");
    await page.mouse.click(...(await on.middle("d4")));
    await page.keyboard.press("ArrowLeft");
    assert.equal(await on.current(), "e4!!");
    await on.until("all of the comment", () => /1\.\.\. c5 \{ Sicilian\. Sharp\. \}/.test(host.pgn));
    await on.close();
  },

  async "does with a half-move what its menu offers, by the right button and by a key"(open) {
    const on = await open(GAME);
    const { page, host } = on;
    const menu = page.getByRole("menu");
    const offered = () => menu.getByRole("menuitem").allInnerTexts();
    await page.locator(".move", { hasText: /^Nd7$/ }).click({ button: "right" });
    await menu.waitFor();
    assert.equal(await on.current(), "Nd7");
    const all = ["Promote the variation", "Make it the main line", "Comment", "Glyph", "Delete from 3… Nd7 on"];
    assert.deepEqual(await offered(), [...all, "Delete the variation", "Copy the line to here"]);
    await picture(on, "menu");
    await menu.getByRole("menuitem", { name: "Promote the variation" }).click();
    await on.until("the promotion", () => /3\. d4 Nd7 \( 3\.\.\. exd4/.test(host.pgn));
    await on.rested();
    assert.equal(await on.current(), "Nd7", "wherever the text's cursor has gone");
    // By a key, of where the board is; the keys are the moves' again.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+F10");
    await menu.waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.locator(".notice", { hasText: "The line is copied." }).waitFor();
    const line = "1. e4 e5 2. Nf3 d6 3. d4 Nd7 4. Bc4";
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), line);
    await page.keyboard.press("Shift+F10");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Hanham.");
    await page.keyboard.press("Enter");
    await on.until("the comment", () => /4\. Bc4 \{ Hanham\. \}/.test(host.pgn));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+F10");
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    await page.keyboard.press("Shift+F10");
    await menu.getByRole("menuitem", { name: "Delete from 3… Nd7 on" }).click();
    await on.until("the end of the line", () => !host.pgn.includes("Nd7"));
    await on.until("the board before it", async () => (await on.current()) === "d4");
    // Of a text that nothing is written into the line is copied.
    host.send({ method: "settings", params: { readOnly: true } });
    await on.rested();
    await page.keyboard.press("Shift+F10");
    assert.deepEqual(await offered(), ["Copy the line to here"]);
    await on.close();
  },

  async "plays all that is typed without a pause, behind one another"(open) {
    const on = await open("1. d4 d5 *\n", { echoes: true });
    const { page, host } = on;
    await page.keyboard.press("End");
    const { receive } = host;
    host.receive = (message) => setTimeout(() => receive.call(host, message), message.method === "play" ? 60 : 5);
    const field = page.locator(".typed");
    for (const move of ["c4", "e6", "Nc3", "Nf6", "Bg5", "Be7"]) {
      await field.fill(move);
      await field.press("Enter");
    }
    await on.until("all moves", () => /1\. d4 d5 2\. c4 e6 3\. Nc3 Nf6 4\. Bg5 Be7 \*/.test(host.pgn));
    // What comes behind one that cannot be played is refused aloud.
    for (const move of ["Qh8", "e3"]) {
      await field.fill(move);
      await field.press("Enter");
    }
    await page.locator(".notice", { hasText: "e3 was not played" }).waitFor();
    assert.doesNotMatch(host.pgn, /e3/);
    await on.close();
  },

  async "stays at a half-move while its comment is being written"(open) {
    const on = await open(GAME);
    const { page, host } = on;
    await page.keyboard.press("ArrowRight");
    await on.until("the board at e4", async () => (await on.current()) === "e4");
    await page.keyboard.press(";");
    await page.keyboard.type("a draft");
    host.goTo(2);
    await on.settled();
    assert.equal(await on.current(), "e4");
    // Somebody writes above it, too.
    host.change(host.pgn.replace("A quiet", "A very quiet"));
    host.send({ method: "changed", params: {} });
    await page.locator(".move-list", { hasText: "A very quiet beginning." }).waitFor();
    await page.keyboard.type(" goes on");
    await page.keyboard.press("Enter");
    await on.until("the comment", () => /1\. e4 \{ a draft goes on \}/.test(host.pgn));
    await on.until("the board where the cursor is", async () => (await on.current()).startsWith("Nf3"));
    assert.match(host.pgn, /2\. Nf3 \$1 \{ \[%eval 0\.4\] \[%clk 1:28:55\] Develops with a threat\. \}/);
    // Without a draft the field says what the text says.
    await page.locator(".comment-field").focus();
    host.change(host.pgn.replace("Develops with a threat.", "Develops."));
    host.send({ method: "changed", params: {} });
    await on.until("the new comment", async () => (await page.locator(".comment-field").inputValue()) === "Develops.");
    await on.close();
  },

  async "is turned, copied, and keeps to what the page's policy allows"(open) {
    const on = await open(GAME);
    await on.page.keyboard.press("r");
    await on.settled();
    const [[, a1], [, a8]] = [await on.middle("a1"), await on.middle("a8")];
    assert.ok(a1 < a8, "Black is below");
    await on.page.getByRole("button", { name: "Copy the board as SVG" }).click();
    await on.page.locator(".notice", { hasText: "copied as SVG" }).waitFor();
    const svg = await on.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(svg.match(/<image /g)?.length, 32);
    await on.page.getByRole("button", { name: "Copy the board as a picture" }).click();
    await on.page.locator(".notice", { hasText: "copied as a picture" }).waitFor();
    assert.equal(await on.page.locator("h1").innerText(), "<img src=x onerror=alert(1)> – Müller, Jörg 1-0");
    await on.close();
  },

  async "lights no clock where the game is over"(open) {
    const on = await open('[Result "1-0"]\n\n1. e4 { [%clk 0:05:00] } e5 { [%clk 0:04:00] } 2. Nf3 $255 (2. d4) 1-0\n');
    const lit = () => on.page.locator(".player.thinks .player-clock").allInnerTexts();
    await on.page.keyboard.press("ArrowRight");
    await on.page.keyboard.press("ArrowRight");
    await on.until("White's clock", async () => (await lit()).join() === "5:00");
    await on.page.keyboard.press("ArrowRight");
    await on.until("the end", async () => (await on.current()) === "Nf3$255");
    assert.deepEqual(await lit(), []);
    assert.equal(await on.page.locator(".player.moves").getAttribute("data-color"), "black", "who resigned was to move");
    await on.page.keyboard.press("ArrowDown");
    await on.until("the clock that runs on in a variation", async () => (await lit()).join() === "4:00");
    await on.close();
  },

  ...text({ game: GAME }),
  ...sight({ game: GAME, axe, picture }),

  async "is quick with ten thousand half-moves"(open) {
    const round = "Nf3 Nf6 Ng1 Ng8".split(" ");
    const moves = Array.from({ length: 10_000 }, (_, at) => `${at % 2 === 0 ? `${at / 2 + 1}. ` : ""}${round[at % 4]}`);
    const on = await open(`[White "A"]\n[Black "B"]\n\n${moves.join(" ")} *\n`);
    const took = async (key) => {
      await on.settled();
      return on.page.evaluate(async (key) => {
        const begun = performance.now();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return performance.now() - begun;
      }, key);
    };
    const end = await took("End");
    const steps = [];
    for (let step = 0; step < 15; step++) {
      steps.push(await took("ArrowLeft"));
    }
    const median = steps.sort((a, b) => a - b)[7];
    console.log(`  10,000 half-moves: to the end in ${end.toFixed(0)} ms, a step in ${median.toFixed(1)} ms`);
    assert.ok(end < 500 && median < 60, `${end} ${median}`);
    await on.close();
  },
};

async function picture(on, name) {
  if (pictures) {
    await on.settled();
    await on.page.screenshot({ path: `${pictures}/board-${name}.png` });
  }
}

const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: [
    ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
    ...["--disable-background-networking", "--disable-component-update"],
  ],
});
let failed = 0;
const only = process.env["ONLY"];
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) {
    continue;
  }
  const begun = Date.now();
  const opened = [];
  try {
    await test(async (pgn, look) => {
      opened.push(await BoardPage.open(browser, join(board, "dist"), pgn, look));
      return opened.at(-1);
    });
    console.log(`ok: ${name} (${Date.now() - begun} ms)`);
  } catch (error) {
    failed += 1;
    console.log(
      `FAILED: ${name}: ${error.stack ?? error}\n${opened.flatMap(({ complaints }) => complaints).join("\n")}`,
    );
    if (pictures) {
      await opened
        .at(-1)
        ?.page.screenshot({ path: `${pictures}/board-failed-${failed}.png` })
        .catch(() => {});
    }
  }
}
await browser.close();
if (failed === 0) {
  console.log("all as it should be");
}
process.exit(failed === 0 ? 0 : 1);
