// Games that are found in other files: behind a lens, and by a condition. Run by main.mjs.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const game = (event, white, black, moves) => `[Event "${event}"]
[Site "?"]
[Date "1925.??.??"]
[Round "?"]
[White "${white}"]
[Black "${black}"]
[Result "1/2-1/2"]

${moves} 1/2-1/2

`;
// Shorter games are not looked for.
const SPANISH =
  "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";
const QUEEN_PAWN = "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4";
const FILES = {
  "found.pgn": game("Baden-Baden", "Réti, Richard", "Alekhine, Alexander", SPANISH),
  "also.pgn": [
    game("Moscow", "Lasker, Emanuel", "Torre, Carlos", QUEEN_PAWN),
    game("Baden-Baden", "Réti, Richard", "Alekhine, Alexander", SPANISH),
  ].join(""),
};

export async function finding(workbench, address, { games }) {
  const { page } = workbench;
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(games, name), text);
  }
  mkdirSync(join(games, ".vscode"), { recursive: true });
  writeFileSync(join(games, ".vscode", "settings.json"), JSON.stringify({ "vgn.lens.duplicates": true }));
  await workbench.open(address, games, "found.pgn");

  const peeked = page.locator(".reference-zone-widget .peekview-title", { hasText: "also.pgn" });
  const lens = page.locator(".codelens-decoration a", { hasText: "1 duplicate" }).first();
  await workbench.until("the other place of the game", async () => {
    await lens.click({ timeout: 3_000 }).catch(() => {});
    return peeked.first().waitFor({ state: "visible", timeout: 3_000 }).then(() => true, () => false);
  });
  await workbench.picture("duplicates");
  console.log("lens: the other place of a game is listed");
  await page.keyboard.press("Escape");

  const input = page.locator(".quick-input-widget .quick-input-box input").first();
  const search = async (condition) => {
    await workbench.command("VGN: Find Games…");
    await input.waitFor({ state: "visible" });
    await input.fill(condition);
    await page.keyboard.press("Enter");
  };
  await search("player torre and result draw");
  await workbench.pick("Lasker, Emanuel – Torre, Carlos", "found-games");
  const tab = (name) => page.locator(".tab.active", { hasText: name });
  await tab("also.pgn").waitFor();
  console.log("found: a game is opened where it stands");
  await search("player torre and result draw");
  await workbench.pick("Show all in one document");
  await page.locator(".tab.active").filter({ hasNotText: "also.pgn" }).waitFor();
  await page.locator(".view-line", { hasText: "Torre, Carlos" }).first().waitFor();
  await workbench.picture("found-document");
  console.log(`found: a document of its own, ${(await page.locator(".tab.active").innerText()).trim()}`);

  rmSync(join(games, ".vscode"), { recursive: true });
  Object.keys(FILES).forEach((name) => rmSync(join(games, name)));
}
