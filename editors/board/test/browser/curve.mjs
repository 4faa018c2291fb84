// The curve of a game: shown where the text has evaluations, and a click goes there.

import assert from "node:assert/strict";

export function curve({ game, axe, picture }) {
  const label = (on) => on.page.locator(".curve").getAttribute("aria-label");

  return {
    async "draws the curve of the evaluations, and goes to a half-move by a click"(open) {
      for (const colorScheme of ["light", "dark"]) {
        const on = await open(game, { colorScheme });
        const { page } = on;
        await page.locator(".curve").waitFor();
        assert.equal(await label(on), "Evaluations of the game: 4 half-moves");
        const box = await page.locator(".curve").boundingBox();
        // The game has fourteen half-moves; the third is Nf3.
        await page.mouse.click(box.x + (3 / 14) * box.width, box.y + box.height / 2);
        await on.until("the half-move", async () => (await on.current()).startsWith("Nf3"));
        assert.equal(await label(on), "Evaluations of the game: 4 half-moves; here +0.4");
        await page.evaluate(axe);
        await picture(on, `curve-${colorScheme}`);
        const found = await page.evaluate(() => axe.run("html").then(({ violations }) => violations.map(({ id }) => id)));
        assert.deepEqual(found, [], colorScheme);
        for (const [width, height] of [[320, 760], [1000, 640]]) {
          await page.setViewportSize({ width, height });
          await on.settled();
          const list = await page.locator(".move-list").boundingBox();
          assert.ok(list.height >= 80, `${width}×${height}: ${list.height} pixels of the list`);
        }
        await on.close();
      }
      const none = await open("1. e4 e5 *\n");
      await none.rested();
      await none.page.locator(".curve").waitFor({ state: "hidden" });
      await none.close();
    },
  };
}
