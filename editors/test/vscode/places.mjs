// Where an editor leads to from a place in a game, and what it writes there. Run by main.mjs.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "places.pgn";
const tags = (white, black) => `[Event "Match"]
[Site "?"]
[Date "2024.05.01"]
[Round "1"]
[White "${white}"]
[Black "${black}"]
[Result "*"]
`;
const GAMES = `${tags("Steinitz, William", "Réti, Richard")}
1. e4 e5 2. Nf3 Nc6 $14 (2... d6 3. d4 (3. Bc4 Be7) 3... exd4 4. Nxd4)
3. Bb5 {[%csl Gd4] [%clk 0:05:00]} 3... a6 4. Ba4 Nf6 *

${tags("Réti, Richard", "Steinitz, William")}
1. e4 e5 2. Nf3   Nc6 3. Bb5 Nf6 *

${tags("Morphy, Paul", "Anderssen, Adolf")}
1. e4 e5
`;

export async function places(workbench, address, { games }) {
  const { page } = workbench;
  const path = join(games, FILE);
  writeFileSync(path, GAMES);
  mkdirSync(join(games, ".vscode"), { recursive: true });
  const settings = { "editor.formatOnType": true, "editor.linkedEditing": true };
  writeFileSync(join(games, ".vscode", "settings.json"), JSON.stringify(settings));
  await workbench.open(address, games, FILE);
  const offset = (context, within = context) => GAMES.indexOf(context) + context.indexOf(within);
  const lineAndColumn = (at) => {
    const lines = GAMES.slice(0, at).split("\n");
    return [lines.length, lines.at(-1).length + 1];
  };
  const goTo = (context, within, more = 0) => workbench.goTo(...lineAndColumn(offset(context, within) + more));
  const status = page.locator("#status\\.editor\\.selection");
  const isAt = async (context, within) => {
    const [line, column] = lineAndColumn(offset(context, within));
    return (await status.innerText()).includes(`Ln ${line}, Col ${column}`);
  };
  const soon = async (condition) => {
    for (let wait = 0; wait < 40; wait++) {
      if (await condition()) {
        return true;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    return false;
  };
  const leads = async (command, from, to) => {
    await workbench.until(`${command} from ${from.join(" at ")}`, async () => {
      await goTo(...from);
      await workbench.command(command);
      return soon(() => isAt(...to));
    });
    console.log(`${command}: from ${from.at(-1)} to ${to.at(-1)}`);
  };
  await page.locator(".colorpicker-color-decoration").first().waitFor();
  console.log("coloured: a square's colour stands before it");

  await leads("Go to Definition", ["4. Ba4", "Ba4"], ["3. Bb5 {", "Bb5"]);
  await leads("Go to Type Definition", ["4. Ba4", "Ba4"], ["3... a6", "a6"]);
  await leads("Go to Implementations", ["2. Nf3 Nc6 $14", "Nc6"], ["2... d6", "d6"]);

  await goTo("3. Bb5 {", "Bb5");
  await workbench.until("both places of the position", async () => {
    await workbench.command("Peek References");
    const rows = page.locator(".reference-zone-widget .ref-tree .monaco-list-row");
    return soon(async () => (await rows.count()) >= 2);
  });
  await workbench.picture("references");
  console.log("references: the same position in two games");
  await page.keyboard.press("Escape");

  await goTo("4. Ba4", "Ba4");
  const highlights = page.locator(".wordHighlightStrong, .wordHighlight, .wordHighlightText");
  await workbench.until("the bishop's moves", async () => (await highlights.count()) >= 2);
  console.log(`highlighted: ${await highlights.count()} places of the bishop`);

  await goTo("3. d4 (", "d4");
  for (const selected of [2, 5]) {
    await page.keyboard.press("Shift+Alt+ArrowRight");
    await workbench.until(`${selected} characters`, async () => (await status.innerText()).includes(`(${selected} `));
  }
  await workbench.picture("selection");
  console.log("selected: a half-move, then its pair");

  await goTo("0:05:00", "0:05:00", 3);
  const form = page.locator(".parameter-hints-widget.visible");
  await workbench.until("the form of a clock", async () => {
    await workbench.command("Trigger Parameter Hints");
    return form.waitFor({ state: "visible", timeout: 3_000 }).then(() => true, () => false);
  });
  await workbench.picture("signature");
  console.log(`form: ${(await form.innerText()).replace(/\s+/g, " ")}`);
  await page.keyboard.press("Escape");

  await workbench.command("Explorer: Focus on Outline View");
  const outline = page.locator(".outline-pane .monaco-list-row");
  await workbench.until("the outline", async () => (await outline.count()) >= 3);
  await workbench.picture("outline");
  console.log(`outline: ${(await outline.allInnerTexts()).join(" | ").replace(/\s+/g, " ")}`);
  await workbench.command("View: Toggle Primary Side Bar Visibility");

  const input = page.locator(".quick-input-widget .quick-input-box input").first();
  const symbols = page.locator(".quick-input-list .monaco-list-row", { hasText: "Anderssen, Adolf" });
  await workbench.until("a player of the workspace", async () => {
    await page.keyboard.press("Control+T");
    await input.fill("#Anderssen", { timeout: 3_000 }).catch(() => {});
    return symbols.first().waitFor({ state: "visible", timeout: 3_000 }).then(() => true, () => false);
  });
  await workbench.picture("symbols");
  await page.keyboard.press("Escape");
  console.log("symbols: a player of the workspace");

  // What is written: each is taken back.
  const [line] = lineAndColumn(offset("Nf3   Nc6"));
  await workbench.goTo(line, 1);
  await page.keyboard.press("Shift+End");
  await workbench.command("Format Selection");
  const tidy = GAMES.replace("Nf3   Nc6", "Nf3 Nc6");
  await workbench.save(path, tidy);
  console.log("laid out: the lines that were selected");

  const [tagLine, tagColumn] = lineAndColumn(offset('Result "*', "*"));
  const linked = page.locator(".linked-editing-decoration");
  const terminated = page.locator(".view-line", { hasText: /Nf6\s1-0$/ });
  // Where the editor has asked once more before the first key, it forgets the link with that key.
  await workbench.until("a result in two places", async () => {
    await workbench.goTo(tagLine, tagColumn);
    await workbench.until("the link", async () => (await linked.count()) === 2);
    await page.keyboard.press("Delete");
    await page.keyboard.type("1-0");
    const isLinked = await soon(() => terminated.first().isVisible());
    while (!isLinked && (await page.locator(".view-line", { hasText: /Result\s"\*"/ }).count()) < 3) {
      await page.keyboard.press("Control+Z");
    }
    return isLinked;
  });
  await workbench.save(path, tidy.replace('Result "*', 'Result "1-0').replace("Nf6 *\n", "Nf6 1-0\n"));
  console.log("linked: the tag Result and the terminator");

  const numbered = page.locator(".view-line", { hasText: /^2\.\s?$/ });
  // The editor drops what a busy server answers too late.
  await workbench.until("the next number", async () => {
    await workbench.goTo(GAMES.split("\n").length - 1, 9);
    await page.keyboard.press("Enter");
    const isNumbered = await soon(() => numbered.first().isVisible());
    if (!isNumbered) {
      await page.keyboard.press("Control+Z");
    }
    return isNumbered;
  });
  console.log("typed: the next number");
  await page.keyboard.press("Control+Z");
  rmSync(join(games, ".vscode"), { recursive: true });
  rmSync(path);
}
