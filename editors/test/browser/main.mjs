// Run by browser.sh: the board in a real browser, as the built server serves it: with a real editor behind it, and of a
// file that no editor has open.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { BoardPage } from "../../board/test/browser/page.mjs";
import { launched, until } from "../browsing.mjs";
import { Emacs } from "./emacs.mjs";
import { Neovim } from "./neovim.mjs";

const [home, chromiumPath, server, project, work, neovim, emacs, pictures] = process.argv.slice(2);
const PATIENCE = 20_000; // milliseconds

const GAMES = `[Event "Board"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 exd4 (3... Nd7 4. Bc4 c6) 4. Nxd4 Nf6) 3. Bb5 a6
4. Ba4 Nf6 1-0

[Event "Other"]
[White "Cem"]
[Black "Dee"]
[Result "*"]

1. d4 d5 2. c4 *

[GameFormat "VGN"]
[MoveFormat "UCI"]
[Event "Third"]
[White "Eve"]
[Black "Fay"]
[Result "*"]

1. e2e4 *
`;

/** A text as one line, so that it does not matter where it is wrapped. */
function joined(text) {
  return text.replace(/\s+/g, " ").trim();
}

/** Opens an address as the user's browser does. */
async function browse(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 640 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const board = new BoardPage(page, context);
  page.on("console", (message) => message.type() === "error" && board.complaints.push(message.text()));
  page.on("pageerror", (error) => board.complaints.push(error.stack));
  page.on("response", (answer) => answer.ok() || board.complaints.push(`${answer.status()} ${answer.url()}`));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && origin !== new URL(address).origin) {
      board.complaints.push(`asked for ${request.url()}`);
    }
  });
  await page.goto(address);
  await page.locator(".move").first().waitFor();
  return board;
}

async function picture(board, name) {
  if (pictures) {
    await board.settled();
    await board.page.screenshot({ path: `${pictures}/browser-${name}.png` });
  }
}

/** The editor's cursor leads the board, the board leads the cursor, and what is played is written and taken back. */
async function drive(browser, editor) {
  const file = join(editor.folder, "games.pgn");
  writeFileSync(file, GAMES);
  await until(`${editor.name} to start`, async () => {
    await editor.open("games.pgn").catch(() => {});
    return joined(await editor.text()) === joined(GAMES);
  });
  await until("its server", () => editor.isReady());
  await editor.openBoard();
  await until("the address", () => {
    try {
      return editor.opened !== "";
    } catch {
      return false;
    }
  });
  assert.match(editor.opened, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{64}\/$/);
  const board = await browse(browser, editor.opened);
  const shows = (san) => until(`${san} on the board`, async () => (await board.current()) === san);
  const isAt = (text) => until(`the cursor at ${text}`, async () => (await editor.atCursor()).startsWith(text));
  const reads = (what, test) => until(what, async () => test(joined(await editor.text())));

  // The cursor leads: into a variation of a variation, out of it, to another game.
  for (const text of ["Bc4 c6", "exd4 (", "Ba4", "c4 *", "Nd7"]) {
    await editor.goTo(text);
    await shows(text.split(" ")[0]);
  }
  console.log(`${editor.name}: the board follows the cursor`);
  await picture(board, editor.name.toLowerCase());

  // The board leads: by keys, and by a click in its list.
  await board.page.keyboard.press("ArrowRight");
  await isAt("Bc4 c6");
  await board.page.keyboard.press("ArrowRight");
  await isAt("c6)");
  await board.page.keyboard.press("PageUp");
  await isAt("d4 exd4");
  await board.page.locator(".move", { hasText: "Ba4" }).click();
  await isAt("Ba4");
  for (let step = 0; step < 20; step++) {
    await board.page.keyboard.press(step < 10 ? "ArrowLeft" : "ArrowRight");
    await board.page.waitForTimeout(33);
  }
  await shows("Nf6");
  await isAt("Nf6 1-0");
  console.log(`${editor.name}: the cursor follows the board`);

  // A piece is dragged, a move is typed: each is in the text, and one undo takes it out. The board has just left the
  // place to which the cursor goes.
  await editor.goTo("Ba4");
  await shows("Ba4");
  const before = joined(await editor.text());
  await board.drag("b7", "b5");
  await reads("the variation", (text) => text.includes("4. Ba4 Nf6 (4... b5) 1-0"));
  await shows("b5");
  await isAt("b5)");
  await editor.undo();
  await reads("the text as it was", (text) => text === before);
  await until("the list as it was", async () => (await board.page.locator(".move", { hasText: /^b5$/ }).count()) === 0);
  await editor.goTo("c6)");
  await shows("c6");
  await board.rested();
  await board.page.keyboard.type("O-O");
  await board.page.keyboard.press("Enter");
  await reads("the next half-move", (text) => text.includes("4. Bc4 c6 5. O-O)"));
  await shows("O-O");
  await editor.undo();
  await reads("the text as it was again", (text) => text === before);

  // What the board has written it takes back itself, by as many edits; what is typed since it leaves to the editor.
  await editor.goTo("c6)");
  await shows("c6");
  await board.rested();
  for (const move of ["O-O", "Be7"]) {
    await board.page.keyboard.type(move);
    await board.page.keyboard.press("Enter");
    await shows(move);
    await board.page.locator(".move-list").focus();
  }
  await reads("both half-moves", (text) => text.includes("4. Bc4 c6 5. O-O Be7)"));
  await board.page.keyboard.press("Control+z");
  await reads("the first of them", (text) => text.includes("4. Bc4 c6 5. O-O)"));
  await board.page.keyboard.press("Control+z");
  await reads("the text as it was, by the board", (text) => text === before);
  await until("the board back", async () => (await board.current()) === "c6");
  await board.page.keyboard.press("Control+z");
  await board.page.locator(".notice", { hasText: "undo in the editor" }).waitFor();
  // For the editor that is one step to undo, as any other.
  await editor.undo();
  await reads("what was taken back", (text) => text.includes("4. Bc4 c6 5. O-O)"));
  for (const [what, text] of [["both", "5. O-O Be7)"], ["the first", "5. O-O)"], ["none", "4. Bc4 c6)"]]) {
    await editor.undo();
    await reads(`${what} of them in the editor`, (now) => now.includes(text));
  }
  assert.equal(joined(await editor.text()), before);

  // Illegal moves: where people allow them, in notations that can record them.
  await board.page.locator(".move-list").focus();
  await board.page.keyboard.press("s");
  await board.page.getByLabel("Illegal moves too").check();
  await board.page.getByRole("button", { name: "Close" }).click();
  await editor.goTo("c4 *");
  await shows("c4");
  await board.drag("e7", "e4");
  await board.page.locator(".notice", { hasText: "SAN cannot record what the rules forbid" }).waitFor();
  await editor.goTo("e2e4");
  await shows("e4");
  await board.drag("e7", "e4");
  await reads("the illegal half-move", (text) => text.includes("1. e2e4 1.5 e7e4 *"));
  await board.page.locator(".move.is-illegal", { hasText: "e7e4" }).waitFor();
  await board.page.locator(".badge.is-wrong:not([hidden])").waitFor();
  await picture(board, `${editor.name.toLowerCase()}-illegal`);
  await editor.undo();
  await reads("the text without it", (text) => text === before);

  // What is typed in the editor is on the board, and what a name says is text.
  await editor.goTo("Ann");
  await editor.insert("<b>");
  const player = board.page.locator("body", { hasText: "<b>Ann" });
  await until("the player's new name", async () => (await player.count()) === 1);
  assert.equal(readFileSync(file, "utf8"), GAMES, "only the editor writes the file");
  await editor.undo();
  await reads("the name as it was", (text) => text === before);

  // Two boards stay on their games, while others are written above them and are taken out.
  const second = await browse(browser, editor.opened);
  const pinned = [[board, "c4 *", "Cem – Dee", 2], [second, "e2e4", "Eve – Fay", 3]];
  for (const [one, place, players] of pinned) {
    await editor.goTo(place);
    await one.page.locator("h1", { hasText: players }).waitFor();
    await one.page.getByRole("button", { name: "Stay on this game" }).click();
  }
  const stay = async (more) => {
    for (const [one, place, players, number] of pinned) {
      await one.page.locator(".game-count", { hasText: `Game ${number + more} of ${3 + more}` }).waitFor();
      assert.match(await one.page.locator("h1").innerText(), new RegExp(`^${players}`));
      assert.equal(await one.current(), place.slice(0, 2) === "c4" ? "c4" : "e4", "and at its place");
    }
  };
  await editor.goTo("[Event \"Board");
  await editor.insert("1. c4 * ");
  await stay(1);
  await editor.undo();
  await stay(0);
  // One that is deleted stays in sight, and is there again when that is undone.
  await editor.goTo("[Event \"Third");
  await editor.cutToEnd();
  const gone = second.page.locator(".standing", { hasText: "not in the text any more" });
  await gone.waitFor();
  assert.match(await second.page.locator("h1").innerText(), /^Eve – Fay/);
  await editor.undo();
  await second.page.locator(".game-count", { hasText: "Game 3 of 3" }).waitFor();
  await gone.waitFor({ state: "hidden" });
  await second.close();
  await board.page.getByRole("button", { name: "Stay on this game" }).click();
  console.log(`${editor.name}: boards stay on their games`);
  console.log(`${editor.name}: what is played is written, and taken back by one undo`);
  await board.close();
}

/** The board of Emacs' own, in a window beside the text. */
async function besideText(emacs) {
  const shows = (...parts) =>
    until(`${parts} on the board of Emacs`, async () => {
      const board = await emacs.ownBoard();
      return parts.every((part) => board.includes(part));
    });
  const isAt = (text) => until(`point at ${text}`, async () => (await emacs.textAtPoint()).startsWith(text));
  await emacs.keys("C-c C-w");
  await emacs.goTo("Nd7");
  await shows("3... Nd7  White to move", "instead: 3... exd4", "7  ♟  ♟  ♟  ♞     ♟  ♟  ♟");
  await emacs.keys("C-x o l");
  await shows("4. Bc4  Black to move", "next: 4... c6");
  await isAt("Bc4");
  for (const [key, text] of [["h", "Nd7"], ["k", "exd4"], ["o", "Nc6"], ["G", "Nf6 1-0"], ["g g", "[Event \"Board"]]) {
    await emacs.keys(key);
    await isAt(text);
  }
  await emacs.keys("J");
  await shows("next: 1. d4");
  await emacs.keys("G");
  await shows("2. c4");
  await emacs.keys("f");
  await shows("   h  g  f  e  d  c  b  a");
  console.log("Emacs: the board beside the text is in step with it");
}

/** `vgn-lsp board` of a file, and the address that it prints. */
async function served(file, ...options) {
  const program = spawn(server, ["board", file, "--no-open", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((done, fail) => {
    createInterface({ input: program.stdout }).on("line", (line) => line.startsWith("http") && done(line.trim()));
    program.on("exit", () => fail(new Error("vgn-lsp board has ended")));
  });
  return { program, address };
}

/** What the list of keys names. */
async function keysListed(board) {
  await board.page.keyboard.press("?");
  const keys = await board.page.locator("dialog.help dt").allInnerTexts();
  await board.page.getByRole("button", { name: "Close" }).click();
  return keys;
}

/** A file that no editor has open is shown, and what is written to it. */
async function show(browser, folder) {
  const file = join(folder, "shown.pgn");
  writeFileSync(file, GAMES);
  const { program, address } = await served(file);
  try {
    const board = await browse(browser, address);
    for (const [key, san] of [["ArrowRight", "e4"], ["End", "Nf6"], ["ArrowLeft", "Ba4"], ["Home", ""]]) {
      await board.page.keyboard.press(key);
      assert.equal(await board.current(), san, key);
    }
    await board.page.keyboard.press("End");
    await board.drag("b1", "c3");
    assert.equal(await board.current(), "Nf6");
    assert.equal(readFileSync(file, "utf8"), GAMES, "the board of a file only shows");
    // It says so, and has nothing that would do nothing; what is left works.
    await board.page.locator(".standing", { hasText: "only shows the file" }).waitFor();
    for (const label of ["Type a move", "Comment on this move", "Show this place in the text"]) {
      assert.equal(await board.page.getByLabel(label, { exact: true }).isVisible(), false, label);
    }
    const keys = await keysListed(board);
    assert.deepEqual(keys.filter((key) => ["n", ";", "t", "Ctrl+Z", "Right button", "e4 Nf3 …"].includes(key)), []);
    assert.ok(keys.includes("m") && keys.includes("q"), keys.join(" "));
    for (const key of ["n", ";", "t", "Control+z"]) {
      await board.page.keyboard.press(key);
      assert.equal(await board.page.locator(".notice").innerText(), "", key);
    }
    await board.page.keyboard.press("m");
    await board.page.locator("dialog[open]", { hasText: /guess/i }).waitFor();
    await board.page.keyboard.press("Escape");
    writeFileSync(file, GAMES.replace("Nf6 1-0", "Nf6 5. O-O 1-0"));
    await board.page.locator(".move", { hasText: "O-O" }).waitFor({ timeout: PATIENCE });
    await picture(board, "file");
    // A game of which not even the first board is known shows none.
    writeFileSync(file, '[Variant "sittuyin"]\n[FEN "8/6k1/4pppp/pppp4/4PPPP/PPPP4/2K5/8[FRfr] w - - 0 1"]\n\n1. N@f3 N@c6 *\n');
    await board.page.locator(".caption.is-wrong", { hasText: "The board of this game is not known" }).waitFor();
    assert.equal(await board.page.locator('[data-square][aria-label*=","]').count(), 0, "a man on the board");
    await picture(board, "unknown");
    // Where nobody answers any more, the board says so as long as that is so.
    writeFileSync(file, GAMES);
    await board.page.locator(".move", { hasText: "e4" }).first().waitFor();
    await board.page.keyboard.press("End");
    await board.current();
    program.removeAllListeners("exit");
    program.kill();
    const lost = board.page.locator(".standing", { hasText: "does not answer any more" });
    await lost.waitFor();
    await board.page.keyboard.press("ArrowLeft");
    await board.page.keyboard.type("d4");
    await board.page.keyboard.press("Enter");
    await board.page.waitForTimeout(6_500);
    await lost.waitFor();
    await picture(board, "lost");
    board.complaints.length = 0;
    await board.close();
  } finally {
    program.kill();
  }
  console.log("vgn-lsp board: shows a file, and what is written to it");
}

/** With `--write` what is done on the board is in the file, and taken back. */
async function write(browser, folder) {
  const file = join(folder, "written.pgn");
  const old = Buffer.from(GAMES.replace("Ann", "M\u00fcller").replaceAll("\n", "\r\n"), "latin1");
  writeFileSync(file, old);
  const { program, address } = await served(file, "--write");
  const reads = (what, test) => until(what, async () => test(readFileSync(file, "latin1").replaceAll("\r\n", " ")));
  try {
    const board = await browse(browser, address);
    assert.equal(await board.page.locator(".standing").innerText(), "");
    await board.page.keyboard.press("End");
    await board.drag("b1", "c3");
    await reads("the half-move in the file", (text) => text.includes("4. Ba4 Nf6 5. Nc3 1-0"));
    await until("the half-move on the board", async () => (await board.current()) === "Nc3");
    await board.page.keyboard.press(";");
    await board.page.keyboard.type("solid");
    await board.page.keyboard.press("Enter");
    await reads("the comment in the file", (text) => text.includes("5. Nc3 {solid} 1-0"));
    await picture(board, "written");
    await board.page.locator(".move-list").focus();
    await board.page.keyboard.press("Control+z");
    await reads("the comment taken back", (text) => text.includes("5. Nc3 1-0"));
    // The file's encoding has no such letter: the file stays as it is.
    await board.page.keyboard.press(";");
    await board.page.keyboard.type("\u2654");
    await board.page.keyboard.press("Enter");
    await board.page.locator(".notice", { hasText: "cannot be written in ISO 8859-1" }).waitFor();
    // Somebody else writes at the same time.
    const theirs = readFileSync(file, "latin1").replace("c4 *", "c4 e6 *");
    writeFileSync(file, theirs, "latin1");
    await board.page.locator(".move-list").focus();
    await board.page.keyboard.type("h6");
    await board.page.keyboard.press("Enter");
    await board.page.locator(".notice", { hasText: "changed" }).waitFor();
    assert.equal(readFileSync(file, "latin1"), theirs, "nothing was written over it");
    board.complaints.length = 0;
    await board.close();
  } finally {
    program.removeAllListeners("exit");
    program.kill();
  }
  console.log("vgn-lsp board --write: writes into the file, and nothing over what others write");
}

const browser = await launched(home, chromiumPath);
// Where the time is over, no editor outlives the test.
process.on("SIGTERM", () => process.exit(1));
let failed = false;
async function attempt(name, test) {
  try {
    await test();
  } catch (error) {
    failed = true;
    console.log(`FAILED: ${name}: ${error.stack ?? error}`);
    for (const context of browser.contexts()) {
      for (const page of context.pages()) {
        console.log(await page.locator("body").innerText().catch(() => ""));
      }
      await context.close().catch(() => {});
    }
  }
}

await attempt("vgn-lsp board", () => show(browser, work));
await attempt("vgn-lsp board --write", () => write(browser, work));
for (const [Editor, program] of [[Neovim, neovim], [Emacs, emacs]]) {
  const folder = join(work, Editor.name);
  mkdirSync(folder, { mode: 0o700 });
  const editor = new Editor(program, { project, folder, server });
  process.on("exit", () => editor.process.kill());
  await attempt(editor.name, () => drive(browser, editor));
  if (editor instanceof Emacs) {
    await attempt("the board of Emacs", () => besideText(editor));
  }
  await editor.end();
}
await browser.close();
if (!failed) {
  console.log("all as it should be");
}
process.exit(failed ? 1 : 0);
