// A study and its board in the themes of VS Code, two dark and two light ones: run by main.mjs, in the same window.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const FILE = "study.pgn";
// Each on another page than the one before it.
const THEMES = ["Default Dark Modern", "Default Light Modern", "Default High Contrast", "Default High Contrast Light"];

export async function themes(workbench, address, { games, project }) {
  const { page } = workbench;
  copyFileSync(join(project, "editors/test/vscode/colours.pgn"), join(games, FILE));
  const require = createRequire(join(project, "editors/board/package.json"));
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  await workbench.open(address, games, FILE);
  // What an earlier part has left open below takes the board's room.
  const panel = page.locator(".part.panel");
  if (await panel.isVisible()) {
    await page.keyboard.press("Control+J");
    await panel.waitFor({ state: "hidden" });
  }
  const text = readFileSync(join(games, FILE), "utf8");
  const lines = text.slice(0, text.indexOf("Nxc6 {the Mieses")).split("\n");
  await workbench.goTo(lines.length, lines.at(-1).length + 1);
  await workbench.command("VGN: Open Board Beside");
  const frame = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("#active-frame");
  await frame.locator(".move[aria-current]", { hasText: "Nxc6" }).waitFor();
  await page.locator('.statusbar-item[id$="vgn.cursor"]', { hasText: "5. Nxc6" }).waitFor();
  const board = await (await frame.locator("body").elementHandle()).ownerFrame();
  await board.evaluate(axe);
  const background = () =>
    board.evaluate(() => getComputedStyle(document.querySelector("#board-app")).backgroundColor);
  const settings = join(games, ".vscode", "settings.json");
  mkdirSync(join(games, ".vscode"), { recursive: true });
  let last = "";
  for (const theme of THEMES) {
    writeFileSync(settings, JSON.stringify({ "workbench.colorTheme": theme }));
    await workbench.until(`the board in ${theme}`, async () => (await background()) !== last);
    last = await background();
    // The server's colours come a little after the theme's own: the main line is bold.
    const main = page.locator(".view-line", { hasText: /^4\.\sBc4/ }).locator("span > span", { hasText: /^c4/ });
    await workbench.until(`the colours of ${theme}`, () =>
      main.first().evaluate((run) => Number(getComputedStyle(run).fontWeight) >= 700),
    );
    await workbench.picture(`theme-${theme.toLowerCase().replaceAll(" ", "-")}`);
    const found = await board.evaluate(() => axe.run("#board-app").then(({ violations }) => violations));
    const told = found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message}`)}`);
    console.log(`${theme}: a board on ${last}${told.length > 0 ? ", which axe-core complains about" : ""}`);
    if (told.length > 0) {
      throw new Error(told.join("\n"));
    }
  }
  rmSync(join(games, ".vscode"), { recursive: true });
  rmSync(join(games, FILE));
}
