// The tree of the position: moves, bars and games, by mouse and by keyboard.

import assert from "node:assert/strict";

export function tree({ game, axe, picture }) {
  const moves = (on) => on.page.locator(".tree-move").allInnerTexts();
  const shown = (on, first) => on.until(`the tree with ${first}`, async () => (await moves(on))[0] === first);
  const violations = async (on, what) => {
    const found = await on.page.evaluate(() => axe.run("html").then(({ violations }) => violations));
    assert.deepEqual(found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), [], what);
  };

  return {
    async "shows what was played in a position, and plays a move by keys"(open) {
      const on = await open(game, { colorScheme: "light" });
      const { page, host } = on;
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowLeft");
      await on.rested();
      assert.ok(!host.asked.some(({ method }) => method === "explore"), "nobody has asked for it");
      host.reading = 1;
      await page.keyboard.press("x");
      await shown(on, "e4");
      assert.match(await page.locator(".tree-total").innerText(), /^212 games · White wins 43\u00a0%, draws 38\u00a0%, Black wins 19\u00a0%/);
      await on.until("all files", async () => !(await page.locator(".tree-total").innerText()).includes("still reading"));
      assert.deepEqual(await moves(on), ["e4", "d4", "Nf3", "b3"]);
      assert.equal(await page.locator(".tree-bar").first().getAttribute("aria-label"), "White wins 45\u00a0%, draws 30\u00a0%, Black wins 25\u00a0%");
      assert.equal(await page.locator(".tree-bar").last().getAttribute("aria-label"), "no results");
      assert.equal(await page.getByRole("button", { name: "Tree of the position" }).getAttribute("aria-pressed"), "true");
      await page.evaluate(axe);
      await picture(on, "tree-light");
      await violations(on, "light");
      // The first move has the keys.
      await page.locator(".tree-move:focus", { hasText: "e4" }).waitFor();
      await page.keyboard.press("Enter");
      await on.until("the move of the text", async () => (await on.current()) === "e4");
      await shown(on, "c5");
      assert.equal(host.asked.filter(({ method }) => method === "play").length, 0);
      await page.locator(".tree-move:focus", { hasText: "c5" }).waitFor();
      await page.keyboard.press("Enter");
      await on.until("the variation", async () => (await on.current()) === "c5");
      assert.match(host.pgn, /\( 1\.\.\. c5 \)/);
      await page.keyboard.press("ArrowLeft");
      await on.until("the half-move before", async () => (await on.current()) === "e4");
      await page.keyboard.press("ArrowDown");
      await page.locator(".tree-move:focus", { hasText: "e5" }).waitFor();
      await page.keyboard.press("x");
      await page.locator(".tree").waitFor({ state: "hidden" });
      await page.locator(".move-list:focus").waitFor();
      const asked = host.asked.length;
      await page.keyboard.press("ArrowRight");
      await on.rested();
      assert.ok(!host.asked.slice(asked).some(({ method }) => method === "explore"));
      await on.close();
    },

    async "plays a move of the tree and opens a game by a click, dark and in a narrow window"(open) {
      const on = await open(game, { colorScheme: "dark" });
      const { page, host } = on;
      await page.getByRole("button", { name: "Tree of the position" }).click();
      await shown(on, "e4");
      await page.evaluate(axe);
      await picture(on, "tree-dark");
      await violations(on, "dark");
      assert.deepEqual(await page.locator(".tree-game").allInnerTexts(), [
        "Carlsen, Magnus (2850) – Müller, Jörg1-0 · 2024 · a <b>file</b>.pgn",
        "? – Müller, Jörg",
      ]);
      await page.locator(".tree-game").first().click();
      await on.until("the game", () => host.asked.some(({ method, params }) => method === "openGame" && params.at === 0));
      await page.locator(".tree-bar").nth(1).click();
      await on.until("the move that is written", () => /\( 1\. d4 \)/.test(host.pgn));
      for (const [width, height] of [[320, 760], [546, 808], [1000, 640]]) {
        await page.setViewportSize({ width, height });
        await on.settled();
        // What is still told of another position is pale.
        await page.locator(".tree:not([aria-busy])").waitFor();
        const inner = await page.locator(".tree").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        assert.ok(inner <= 0, `${width}×${height}: ${inner} pixels of it are out of sight`);
        const list = await page.locator(".move-list").boundingBox();
        assert.ok(list.height >= 80, `${width}×${height}: ${list.height} pixels of the list`);
        await picture(on, `tree-${width}`);
        await violations(on, `${width} wide`);
      }
      await on.close();
    },

    async "has no tree of a variant, shows none while moves are guessed, and writes nothing where it must not"(open) {
      const variant = await open('[Variant "Atomic"]\n\n1. e4 *\n', {
        prepare: (host) => {
          const { game } = host.answers;
          host.answers.game = (params) => ({ ...game(params), variant: "atomic" });
        },
      });
      await variant.page.keyboard.press("x");
      await variant.page.locator(".tree-total", { hasText: "Only known positions of chess" }).waitFor();
      assert.ok(!variant.host.asked.some(({ method }) => method === "explore"));
      await variant.close();
      const on = await open(game, { settings: { readOnly: true } });
      await on.page.keyboard.press("x");
      await shown(on, "e4");
      await on.page.locator(".tree-move", { hasText: "d4" }).click();
      await on.page.locator(".notice", { hasText: "The text does not have this move" }).waitFor();
      await on.page.keyboard.press("m");
      await on.page.getByRole("button", { name: "Start" }).click();
      await on.page.locator(".training-turn", { hasText: "What does" }).waitFor();
      await on.page.locator(".tree").waitFor({ state: "hidden" });
      assert.ok(!on.host.asked.some(({ method }) => method === "play"));
      await on.close();
    },
  };
}
