// A collection: ten thousand games in the games view, boards of games that are no SAN, the look of the board and its
// pictures. Run by main.mjs, in the same window.

import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const COUNT = 10_000;
const OPENINGS = [
  ["B90", "Sicilian Defense: Najdorf Variation", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"],
  ["C60", "Ruy Lopez", "1. e4 e5 2. Nf3 Nc6 3. Bb5"],
  ["E00", "Catalan Opening", "1. d4 Nf6 2. c4 e6 3. g3"],
  ["A04", "Zukertort Opening", "1. Nf3"],
];
const RESULTS = ["1-0", "0-1", "1/2-1/2"];
/** In each of so many a half-move is illegal: in more than there are diagnostics that an editor is sent. */
const EACH_WRONG = 3;

/** A game of the collection, by its number. */
function gameOf(number) {
  const [eco, opening, moves] = OPENINGS[number % OPENINGS.length];
  const black = number % 100 === 7 ? "Carlsén, Magnus" : `Player ${number % 89}`;
  const result = RESULTS[number % RESULTS.length];
  const tags = { Event: "Open", White: `Player ${number % 97}`, Black: black, Result: result, ECO: eco, Opening: opening };
  const played = number % EACH_WRONG === 1 ? moves.replace("1. ", "1. Ke4 ") : moves;
  return { tags, text: `${Object.entries(tags).map(([name, value]) => `[${name} "${value}"]\n`).join("")}\n${played} ${result}\n\n` };
}

export async function library(workbench, address, { games, server }) {
  await view(workbench, address, games);
  await notations(workbench, address, { games, server });
  await guess(workbench, address, games);
  await look(workbench, address, games);
}

/** The command alone asks whose moves are to be guessed, where no board is open yet. */
async function guess(workbench, address, games) {
  const { page } = workbench;
  await workbench.command("View: Close All Editors");
  await workbench.open(address, games, "mate.pgn");
  await workbench.goTo(6, 4);
  await workbench.command("VGN: Guess the Move");
  const frame = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("#active-frame");
  await frame.getByRole("button", { name: "Start" }).waitFor();
  await workbench.picture("guess-begins");
  await page.keyboard.press("Escape");
  await workbench.command("View: Close All Editors");
  console.log("board: opened to guess moves");
}

/** The list of many games, narrowed by what is typed. */
async function view(workbench, address, games) {
  const { page } = workbench;
  const all = Array.from({ length: COUNT }, (_, number) => gameOf(number));
  const file = "library.pgn";
  writeFileSync(join(games, file), all.map(({ text }) => text).join(""));
  await workbench.open(address, games, file);
  const rows = page.locator(".pane-body .monaco-list-row");
  const begun = Date.now();
  await workbench.command("Chess Games: Focus on Chess Games View");
  await rows.filter({ hasText: "Player 0 – Player 0" }).first().waitFor();
  console.log(`games: ${COUNT} after ${Date.now() - begun} ms`);
  const [wrong] = [all.filter((_, number) => number % EACH_WRONG === 1).length];
  const count = (keeps) => all.filter(({ tags }) => keeps(tags)).length;
  const message = page.locator(".tree-explorer-viewlet-tree-view .message");
  const times = [];
  for (const [typed, expected] of [
    ["carlsen", count(({ Black }) => Black.startsWith("Carls"))],
    ["0-1", count(({ Result }) => Result === "0-1")],
    ["najdorf", count(({ ECO }) => ECO === "B90")],
    ["A04 carlsen 1-0", count(({ ECO, Black, Result }) => ECO === "A04" && Black.startsWith("C") && Result === "1-0")],
    ["errors", wrong],
    ["illegal-move", wrong],
    ["nobody", 0],
  ]) {
    await workbench.command("VGN: Filter Games");
    const input = page.locator(".quick-input-widget .quick-input-box input").first();
    await input.fill(typed);
    const pressed = Date.now();
    await page.keyboard.press("Enter");
    await message.filter({ hasText: `“${typed}”: ${expected} of ${COUNT} games` }).waitFor();
    times.push(`${typed}: ${expected} in ${Date.now() - pressed} ms`);
    if (typed === "najdorf") {
      await workbench.picture("library");
    }
  }
  console.log(`games: filtered, ${times.join("; ")}`);
  await workbench.command("VGN: Show All Games");
  await rows.filter({ hasText: "Player 0 – Player 0" }).first().waitFor();
  rmSync(join(games, file));
}

const MATE = `[Event "Mate"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0
`;

/** Boards of games whose moves are boards, or bytes. */
async function notations(workbench, address, { games, server }) {
  const { page } = workbench;
  writeFileSync(join(games, "mate.pgn"), MATE);
  for (const notation of ["FEN", "SFEN", "BCFEN", "BCCF", "FCN"]) {
    const path = join(games, `mate-${notation.toLowerCase()}.vgn`);
    const command = ["convert", "--allow-loss", "--to", notation, "--output", path, join(games, "mate.pgn")];
    const { status, stderr } = spawnSync(server, command, { encoding: "utf8", timeout: 30_000 });
    if (status !== 0) {
      throw new Error(`no game in ${notation}: ${stderr}`);
    }
    await workbench.open(address, games, `mate-${notation.toLowerCase()}.vgn`, ".monaco-editor .view-line");
    await page.locator(".monaco-editor .view-line", { hasText: "Mate" }).first().waitFor();
    await workbench.goTo(1, 1);
    await workbench.command("VGN: Open Board Beside");
    const frame = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("#active-frame");
    await frame.locator(".move-list .move").first().waitFor();
    await frame.locator(".move-list").focus();
    await page.keyboard.press("End");
    await frame.locator('[data-square="f7"][aria-label="f7, white queen"]').waitFor({ state: "attached" });
    const moves = (await frame.locator(".move-list .move").allTextContents()).map((text) => text.trim()).join(" ");
    console.log(`board of ${notation}: ${moves}`);
    if (moves !== "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#") {
      throw new Error("these are other moves");
    }
    await workbench.picture(`board-${notation.toLowerCase()}`);
    rmSync(path);
  }
}

/** Pieces and squares to choose, which are settings then, and the board as a picture. */
async function look(workbench, address, games) {
  const { page } = workbench;
  await workbench.open(address, games, "mate.pgn");
  await workbench.goTo(6, 4);
  await workbench.command("VGN: Open Board Beside");
  const frame = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("#active-frame");
  await frame.locator(".move[aria-current]").first().waitFor();
  for (const [pieces, board] of [["letters", "contrast"], ["figurines", "blue"], ["cburnett", "brown"]]) {
    await frame.locator(".move-list").focus();
    await page.keyboard.press("s");
    const dialog = frame.getByRole("dialog", { name: "Settings" });
    await dialog.getByLabel("Pieces").selectOption(pieces);
    await dialog.getByLabel("Colours").selectOption(board);
    await dialog.getByRole("button", { name: "Close" }).click();
    const shown = frame.locator(`#board-app[data-pieces="${pieces}"][data-board="${board}"]`);
    await shown.waitFor({ state: "attached" });
  }
  await frame.getByRole("button", { name: "Copy the board as SVG" }).click();
  await frame.locator(".notice", { hasText: "copied as SVG" }).waitFor();
  const svg = await page.evaluate(() => navigator.clipboard.readText());
  if (svg.match(/<image /g)?.length !== 32) {
    throw new Error(`this is no board: ${svg.slice(0, 200)}`);
  }
  await frame.getByRole("button", { name: "Copy the board as a picture" }).click();
  await frame.locator(".notice", { hasText: "copied as a picture" }).waitFor();
  const kinds = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
  if (!kinds.includes("image/png")) {
    throw new Error(`the clipboard has no picture, but ${kinds.join(", ")}`);
  }
  console.log("board: three sets of pieces chosen, and the board copied as SVG and as a picture");
  rmSync(join(games, "mate.pgn"));
}
