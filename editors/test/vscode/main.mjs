// Run by vscode.sh: a person's way through a real annotated file, in a real VS Code.

import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { board } from "./board.mjs";
import { assertAllUsed } from "./capabilities.mjs";
import { CodeServer } from "./code-server.mjs";
import { engine } from "./engine.mjs";
import { encodings } from "./encodings.mjs";
import { features } from "./features.mjs";
import { finding } from "./finding.mjs";
import { install, runningFrom } from "./install.mjs";
import { library } from "./library.mjs";
import { ownServer } from "./own_server.mjs";
import { places } from "./places.mjs";
import { themes } from "./themes.mjs";
import { trust } from "./trust.mjs";
import { Workbench } from "./workbench.mjs";

const [home, chromiumPath, server, project, work, pictures] = process.argv.slice(2);
const { chromium } = createRequire(join(home, "package.json"))("playwright-core");

const FILE = "wcc_2023.pgn";

const games = join(work, "games");
mkdirSync(games);
const path = join(games, FILE);
const original = join(project, "tests/data/annotated", FILE);
copyFileSync(original, path);
chmodSync(path, 0o644);
const before = readFileSync(path, "utf8");

const codeServer = new CodeServer(home, join(work, "code-server"));
mkdirSync(join(work, "code-server"));
let browser;
let workbench;
try {
  assertAllUsed(server);
  const packages = join(project, "editors/vscode/dist");
  const extension = join(packages, `vgn-lsp-${process.platform}-${process.arch}.vsix`);
  codeServer.install(extension);
  // No setting names a server: it is the one in the package.
  const address = await codeServer.start({});
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
      ...["--disable-background-networking", "--disable-component-update"],
    ],
  });
  const page = await browser.newPage({ viewport: { width: 1120, height: 700 }, reducedMotion: "reduce" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: `http://${address}` });
  workbench = new Workbench(page, pictures);
  const parts = {
    colours: () => colours(workbench, address),
    walk: async () => {
      await workbench.open(address, games, FILE);
      await workbench.until("findings", async () => /Errors: \d/.test(await workbench.problems()));
      console.log(`the server in the package runs: ${runningFrom(join(work, "code-server", "extensions"))}`);
      await walk(workbench);
    },
    install: () => install(workbench, { home, work, server, plain: join(packages, "vgn-lsp.vsix"), file: original }),
    ownServer: () => ownServer(workbench, { home, work, server, extension, file: original }),
    binary: () => binary(workbench, address),
    encodings: () => encodings(workbench, address, { games, project }),
    board: () => board(workbench, address, games),
    engine: () => engine(workbench, address, games, codeServer),
    places: () => places(workbench, address, { games }),
    features: () => features(workbench, address, { games, server }),
    finding: () => finding(workbench, address, { games }),
    themes: () => themes(workbench, address, { games, project }),
    library: () => library(workbench, address, { games, server }),
    trust: () => trust(workbench, address, { home, work, server, extension }),
  };
  for (const [name, part] of Object.entries(parts)) {
    const begun = Date.now();
    if (!process.env.VSCODE_PARTS || process.env.VSCODE_PARTS.split(",").includes(name)) {
      await twice(name, part);
      console.log(`== ${name}: ${Math.round((Date.now() - begun) / 1000)} s`);
    }
  }
  console.log("all as it should be");
} catch (error) {
  console.log(`FAILED: ${error.stack ?? error}`);
  await workbench?.picture("failed").catch(() => {});
  for (const log of logs(codeServer.logs)) {
    console.error(`== ${log}\n${readFileSync(log, "utf8").slice(-4000)}`);
  }
  console.error(codeServer.log);
  process.exitCode = 1;
} finally {
  await browser?.close().catch(() => {});
  await codeServer.stop();
}
// Whatever still holds the process: all is done.
process.exit();

/** Goes a part of the way, and once more from its beginning where VS Code has let a command pass without doing it. */
async function twice(name, part) {
  const text = readFileSync(path);
  try {
    await part();
  } catch (error) {
    console.log(`== ${name} is gone once more, after: ${error.message}`);
    await workbench.picture(`${name}-failed`).catch(() => {});
    for (const file of readdirSync(games)) {
      rmSync(join(games, file), { recursive: true, force: true });
    }
    writeFileSync(path, text);
    codeServer.set({});
    await part();
  }
}

/** What the server paints, in two dark and two light themes; none of them underlines a piece. */
async function colours(workbench, address) {
  const { page } = workbench;
  const file = "colours.pgn";
  copyFileSync(join(project, "editors/test/vscode", file), join(games, file));
  await workbench.open(address, games, file);
  // Runs of one colour on a line, each with how it looks.
  const runs = (start) =>
    page.evaluate((start) => {
      const lines = [...document.querySelectorAll(".monaco-editor .view-line")];
      const line = lines.find((line) => line.textContent.replaceAll("\u00a0", " ").startsWith(start));
      return [...(line?.querySelectorAll("span > span") ?? [])].map((run) => {
        const { color, fontWeight, textDecorationLine } = getComputedStyle(run);
        return { text: run.textContent.trim(), color, bold: Number(fontWeight) >= 700, line: textDecorationLine };
      });
    }, start);
  const settings = join(games, ".vscode", "settings.json");
  mkdirSync(dirname(settings));
  let last = "";
  for (const theme of ["Default Dark Modern", "Monokai", "Default Light Modern", "Default High Contrast Light"]) {
    writeFileSync(settings, JSON.stringify({ "workbench.colorTheme": theme }));
    let seen;
    await workbench.until(`the colours of ${theme}`, async () => {
      seen = await runs("4. Bc4");
      const now = JSON.stringify(seen);
      // With the hint that says what $16 means.
      const painted = seen.some((run) => run.text === "B" && run.bold) && seen.some((run) => run.text === "±");
      const isNew = painted && now !== last;
      last = isNew ? now : last;
      return isNew;
    });
    await workbench.picture(`colours-${theme.toLowerCase().replaceAll(" ", "-")}`);
    const variation = seen.find((run) => run.text === "N");
    const illegal = (await runs("12. Nce4")).find((run) => run.text === "K");
    console.log(`${theme}: ${seen.map((run) => `${run.text}${run.bold ? " (bold)" : ""}`).join(" | ")}`);
    if (variation.bold || illegal?.color === variation.color || seen.some((run) => run.line !== "none")) {
      throw new Error(`${theme} does not tell the parts of a game: ${JSON.stringify([seen, illegal])}`);
    }
  }
  rmSync(dirname(settings), { recursive: true });
  // Its problem is none of the next file's.
  rmSync(join(games, file));
}

async function walk(workbench) {
  const { page } = workbench;
  const errors = workbench.squiggles("error");

  const move = place("1. e4 e5 2. Nf3", "Nf3");
  await workbench.goTo(move.line, move.column);
  const hover = await workbench.hover("Ng1-f3");
  console.log(`hover on Nf3:\n  ${hover.trim().replaceAll("\n", "\n  ")}`);
  await workbench.picture("hover");
  const overflow = await workbench.hoverOverflow();
  console.log(`hidden below the hover's edge: ${overflow} pixels`);
  if (overflow > 0) {
    throw new Error("the hover of a move has to be scrolled");
  }
  await page.keyboard.press("Escape");

  // A program wrote \$14 for $14.
  const glyph = place("10. Nc4!? \\$14", "\\");
  await workbench.goTo(glyph.line, glyph.column);
  await workbench.until("a squiggle", async () => (await errors.count()) > 0);
  console.log(`squiggles of errors in sight: ${await errors.count()}`);
  const problem = await workbench.hover("stray `\\` before `$14`");
  console.log(`hover on the squiggle:\n  ${problem.trim().replaceAll("\n", "\n  ")}`);
  await workbench.picture("squiggle");
  await page.keyboard.press("Escape");

  // A move of a variation.
  const inVariation = place("10. Nc4!? \\$14", "Nc4");
  await workbench.goTo(inVariation.line, inVariation.column);
  const deep = await workbench.hover("Nd2-c4");
  console.log(`hover on Nc4: ${deep.trim().split("\n")[2]}`);
  await workbench.picture("variation");
  await page.keyboard.press("Escape");

  // What stands at the cursor, and the half-move that the variation replaces.
  const status = page.locator('.statusbar-item[id$="vgn.cursor"]');
  await status.filter({ hasText: "10. Nc4" }).waitFor();
  const there = await status.innerText();
  await page.keyboard.press("F12");
  await workbench.until("another half-move", async () => (await status.innerText()) !== there);
  console.log(`from ${there.trim()} to ${(await status.innerText()).trim()}`);
  await workbench.picture("status");

  // One half-move on, and back again, by their keys.
  const replaced = await status.innerText();
  await page.keyboard.press("Alt+.");
  await workbench.until("the next half-move", async () => (await status.innerText()) !== replaced);
  console.log(`stepped to ${(await status.innerText()).trim()}`);
  await page.keyboard.press("Alt+,");
  await workbench.until("the half-move before", async () => (await status.innerText()) === replaced);

  // The list of moves for what is typed, each with its board, and the choice of one.
  const problems = await workbench.problems();
  await workbench.goTo(move.line, move.column);
  await page.keyboard.press("Control+D");
  await page.keyboard.type("N");
  const offered = await workbench.suggestions("Nf3");
  console.log(`completion of N: ${offered.join(" ")}`);
  if (offered.length !== 5 || offered.some((label) => !label.startsWith("N"))) {
    throw new Error("the list is not that of the five knights' moves");
  }
  await workbench.picture("completion");
  await page.keyboard.type("f");
  await workbench.until("one move", async () => (await workbench.suggestions("Nf3")).length === 1);
  await page.keyboard.press("Tab");
  await workbench.until("the problems of before", async () => (await workbench.problems()) === problems);
  await workbench.save(path, before);

  // An illegal move is typed, and taken back.
  await workbench.goTo(move.line, move.column);
  await page.keyboard.press("Control+D");
  await page.keyboard.type("Nf5");
  await workbench.until("a problem more or less", async () => (await workbench.problems()) !== problems);
  const illegal = await workbench.hover("f5");
  console.log(`typed 2. Nf5:\n  ${illegal.trim().replaceAll("\n", "\n  ")}`);
  await workbench.picture("illegal");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Z");
  await workbench.until("the problem to vanish", async () => (await workbench.problems()) === problems);
  console.log(`undone: ${problems}`);

  // Another level for a diagnostic, in the file that every editor reads.
  const configuration = join(games, "vgn.toml");
  writeFileSync(configuration, '[diagnostics]\nstray-text = "off"\n');
  await workbench.until("no problems", async () => /No Problems/.test(await workbench.problems()));
  rmSync(configuration);
  await workbench.until("the problems again", async () => (await workbench.problems()) === problems);
  console.log("vgn.toml: changes are seen");

  // A server that is not there, and one that comes back.
  const settings = join(games, ".vscode", "settings.json");
  codeServer.set({ "vgn.server.path": "/no/such/vgn-lsp" });
  const message = page.locator(".notifications-toasts", { hasText: "names /no/such/vgn-lsp" });
  await message.waitFor();
  await workbench.until("no problems without a server", async () => /No Problems/.test(await workbench.problems()));
  console.log(`without a server: ${(await message.innerText()).replaceAll("\n", " ")}`);
  if ((await page.locator(".notifications-toasts .notification-list-item").count()) !== 1) {
    throw new Error("more than one message says that the server is missing");
  }
  await workbench.picture("missing");
  // The window is remote: the setting counts on the machine where the server runs.
  await message.getByRole("button", { name: "Set the Path" }).click();
  await page.locator(".settings-editor .setting-item", { hasText: "Vgn" }).first().waitFor();
  const scope = await page.locator(".settings-tabs-widget [aria-checked=true], .settings-tabs-widget .checked").innerText();
  await workbench.picture("path");
  console.log(`the path is set in the settings of: ${scope}`);
  if (!scope.startsWith("Remote")) {
    throw new Error("the path is not set where it counts");
  }
  await page.locator(".tab.active .codicon-close").click();
  codeServer.set({});
  await workbench.until("the problems again", async () => (await workbench.problems()) === problems);
  await workbench.command("Notifications: Clear All Notifications");
  await workbench.command("VGN: Restart the Language Server");
  await workbench.until("the problems after a restart", async () => (await workbench.problems()) === problems);
  console.log(`restarted: ${problems}`);

  // The page of a finding, inside the editor.
  await workbench.goTo(glyph.line, glyph.column);
  await workbench.act("Explain `stray-text`");
  await page.locator(".tab.active", { hasText: "Preview stray-text.md" }).waitFor();
  // A web view is a frame in a frame: in it the Markdown is a page with headings.
  const shown = page.frameLocator("iframe.webview").frameLocator("iframe");
  await shown.locator("h1", { hasText: "stray-text" }).waitFor();
  await shown.locator("code", { hasText: "1. e4 e5" }).first().waitFor();
  console.log(`explained: ${await shown.locator("p").first().innerText()}`);
  await workbench.picture("explained");
  await page.locator(".tab.active .codicon-close").click();
  await page.locator(".tab.active", { hasText: FILE }).waitFor();

  // One fix, then all of its kind.
  await workbench.goTo(glyph.line, glyph.column);
  await workbench.act("Remove the backslash", "fix");
  await workbench.save(path, before.replace("10. Nc4!? \\$14", "10. Nc4!? $14"));
  console.log(`one fix: ${await workbench.problems()}`);
  const next = place("13. Nxd4 Bxe5 \\$19", "\\");
  await workbench.goTo(next.line, next.column - 1);
  await workbench.act("Fix all `stray-text` in this file");
  await workbench.save(path, before.replaceAll("\\$", "$"));
  await workbench.until("no problem", async () => /No Problems/.test(await workbench.problems()));
  console.log(`all fixed: ${await workbench.problems()}`);

  // What stands above a game, where that is switched on.
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ "vgn.lens.game": true }));
  const lens = page.locator(".codelens-decoration", { hasText: " moves · " });
  await workbench.goTo(1, 1);
  await lens.first().waitFor();
  console.log(`above the game: ${(await lens.first().innerText()).trim()}`);
  await workbench.picture("lens");
  rmSync(settings);
  await workbench.until("nothing above the game", async () => (await lens.count()) === 0);

  // The first game in another notation, the others as they were.
  const fixed = readFileSync(path, "utf8");
  const second = (text) => text.indexOf("\n\n[");
  const command = ["convert", "--to", "FCN", "--output", "-", path];
  const all = spawnSync(server, command, { encoding: "utf8", timeout: 30_000 }).stdout;
  await workbench.goTo(move.line, move.column);
  const box = page.locator(".quick-input-widget .quick-input-box input").first();
  await workbench.until("the list of notations", async () => {
    await workbench.act("Convert this game to…");
    return box.waitFor({ state: "visible", timeout: 5_000 }).then(() => true, () => false);
  });
  // As one types it: the notation that is called so, and this game.
  await box.fill("fcn");
  const first = page.locator(".quick-input-list .monaco-list-row.focused");
  await first.filter({ hasText: /^FCNFriendly Coordinate Notation/ }).waitFor();
  await workbench.picture("convert");
  await page.keyboard.press("Enter");
  await first.filter({ hasText: "This game" }).waitFor();
  await workbench.picture("convert-what");
  await page.keyboard.press("Enter");
  await workbench.save(path, all.slice(0, second(all)) + fixed.slice(second(fixed)));
  await workbench.goTo(1, 1);
  await workbench.picture("converted");
  // A VGN game in a file named .pgn earns one warning (rule A4).
  await workbench.until("one warning", async () => /^Warnings: 1$/.test(await workbench.problems()));
  console.log(`converted: ${/^1\. .{57}/m.exec(all)}`);
}

/** Games with binary sections, by the bytes on disk. */
async function binary(workbench, address) {
  const { page } = workbench;
  const file = "binary.vgn";
  const bytes = join(games, file);
  const made = spawnSync(server, ["convert", "--allow-loss", "--to", "BCCF", "--output", bytes, path], { timeout: 30_000 });
  if (made.status !== 0) {
    throw new Error(`no binary file could be made: ${made.stderr}`);
  }
  const before = readFileSync(bytes);
  const anyway = page.getByRole("button", { name: "Open Anyway" });
  // VS Code takes it for no text: its decoded view opens by itself.
  await workbench.open(address, games, file, ".monaco-editor .view-line");
  const moves = page.locator(".monaco-editor .view-line", { hasText: /^1\.\s+e4\s+e5\s+2\.\s+Nf3/ });
  await moves.first().waitFor();
  console.log(`decoded: ${(await moves.first().innerText()).replaceAll("\u00a0", " ").slice(0, 40)}`);
  await workbench.picture("opened-decoded");
  // Who then opens the file itself gets it, and the view beside it at a command.
  await workbench.openFromExplorer(file);
  await anyway.waitFor();
  await workbench.command("VGN: Show Decoded Games");
  await workbench.until("the view beside it", async () => (await page.locator(".editor-group-container").count()) === 2);
  await workbench.picture("placeholder");
  await anyway.click();
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: "Text Editor" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".editor-group-container.active .view-line", { hasText: "GameFormat" }).first().waitFor();

  const lines = before.toString("latin1").split(/\r\n|\r|\n/);
  const line = lines.findIndex((text) => text.startsWith("[MoveFormat"));
  const column = lines[line].indexOf("]") + 1;
  await workbench.goTo(line + 1, column + 1);
  const hover = await workbench.hover("half-moves");
  console.log(`hover on a section:\n  ${hover.trim().split("\n").slice(0, 4).join("\n  ")}`);
  await workbench.picture("section");
  await page.keyboard.press("Escape");

  // A change of the damaged text is warned of.
  await workbench.goTo(1, 1);
  await page.keyboard.type(" ");
  const warning = page.locator(".notifications-toasts", { hasText: "Saving binary.vgn would destroy" });
  await warning.waitFor();
  console.log(`changed: ${(await warning.innerText()).replaceAll("\n", " ").trim().slice(0, 90)}`);
  await page.locator(".notifications-toasts .notification-list-item").first().hover();
  await page.locator(".notifications-toasts .codicon-notifications-expand").first().click();
  await workbench.picture("decoded");
  await page.keyboard.press("Control+Z");
  if (!readFileSync(bytes).equals(before)) {
    throw new Error("the binary file has changed");
  }
}

/** Where the text stands in the file, line and column from 1; `context` tells it from other places. */
function place(context, text) {
  const at = before.indexOf(context);
  if (at < 0) {
    throw new Error(`the file has no ${context}`);
  }
  const lines = before.slice(0, at + context.indexOf(text)).split("\n");
  return { line: lines.length, column: lines.at(-1).length + 1 };
}

function logs(folder) {
  try {
    return readdirSync(folder, { recursive: true })
      .filter((name) => /exthost.*\.log$|VGN/.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
