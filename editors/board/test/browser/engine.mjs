// The engine beside the board: lines, bar and arrows, by mouse and by keyboard.

import assert from "node:assert/strict";

export function engine({ game, axe, picture }) {
  const look = { settings: { engine: true, engineLines: 3 } };
  const lines = async (on) => (await on.page.locator(".engine-lines li:visible").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  const asked = (host) => host.asked.filter(({ method }) => method === "engine").map(({ params }) => params);
  const arrows = (on) => on.page.locator("cg-container svg.cg-shapes line").evaluateAll((all) => all.map((one) => one.getAttribute("stroke")));
  const violations = async (on, what) => {
    await on.page.evaluate(axe);
    const found = await on.page.evaluate(() => axe.run("html").then(({ violations }) => violations));
    assert.deepEqual(found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), [], what);
  };

  return {
    async "an engine thinks where the board is, and only while it is wanted"(open) {
      const on = await open(game, { ...look, colorScheme: "light" });
      const { page, host } = on;
      await page.keyboard.press("ArrowRight");
      await on.rested();
      assert.deepEqual(asked(host), [], "nobody has asked for it");
      await page.keyboard.press("l");
      await page.locator(".engine-status", { hasText: "depth 1 · Fake <b>1</b>" }).waitFor();
      assert.deepEqual(asked(host), [{ on: true, game: 1, move: 0, lines: 3, of: "position" }]);
      assert.equal((await lines(on)).length, 3);
      assert.match((await lines(on))[0], /^\+0\.3 1\.\.\. \S+ 2\. \S+ \S+ 3\. \S+ ?$/);
      assert.equal(await page.locator(".evaluation").getAttribute("aria-label"), "Evaluation +0.3, by the engine, depth 1");
      assert.equal((await arrows(on)).length, 3);
      host.think(22);
      await page.locator(".engine-status", { hasText: "depth 22 · Fake <b>1</b> · 10.6M positions" }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Engine", exact: true }).getAttribute("aria-pressed"), "true");
      await picture(on, "engine-light");
      await violations(on, "light");
      // What is asked follows the board, once it rests; typing that leaves the position alone asks nothing.
      for (let step = 0; step < 4; step++) {
        await page.keyboard.press("ArrowRight");
      }
      await on.until("the search there", () => asked(host).at(-1).move > 3);
      await on.rested();
      assert.ok(asked(host).length <= 4, `${asked(host).length}`);
      const count = asked(host).length;
      host.change(host.pgn.replace("A quiet beginning.", "A loud beginning."));
      host.send({ method: "changed", params: { version: host.version } });
      await on.until("the text", async () => (await page.content()).includes("A loud beginning."));
      await on.rested();
      assert.equal(asked(host).length, count);
      await page.keyboard.press("l");
      await page.locator(".engine").waitFor({ state: "hidden" });
      assert.deepEqual(asked(host).at(-1), { on: false });
      await on.settled();
      assert.equal((await arrows(on)).length, 0);
      await on.close();
    },

    async "writes the engine's lines into the text, by keys and by the mouse"(open) {
      const on = await open(game, { ...look, colorScheme: "dark" });
      const { page, host } = on;
      await page.keyboard.press("l");
      await page.locator(".engine-move:visible").first().waitFor();
      await page.keyboard.press("2");
      await on.until("the line", () => host.asked.some(({ method }) => method === "playLine"));
      const line = host.asked.find(({ method }) => method === "playLine").params;
      assert.deepEqual([line.after, line.moves.length, line.version], [-1, 4, 1]);
      await on.until("the board in the variation", async () => (await on.current()) !== "");
      assert.match(host.pgn, /\( 1\. \S+ \S+ 2\. \S+ \S+ \)/);
      await page.keyboard.press("Control+z");
      await on.until("the text as before", () => !/\( 1\. /.test(host.pgn));
      // Up to a half-move, by the mouse.
      await page.keyboard.press("Home");
      await page.locator(".engine-move:visible").nth(1).waitFor();
      await page.locator(".engine-lines li").first().locator(".engine-move").nth(1).click();
      await on.until("two half-moves", () => /\( 1\. \S+ \S+ \)/.test(host.pgn));
      // Arrow keys in the lines.
      await page.keyboard.press("Home");
      await page.locator(".engine-move:visible").first().waitFor();
      await page.locator(".engine-move[tabindex='0']").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      const focused = await page.evaluate(() => document.activeElement.closest("li") === document.querySelectorAll(".engine-lines li")[1]);
      assert.ok(focused);
      // The lines stay while somebody is in them.
      const before = await lines(on);
      host.think(30);
      await page.locator(".engine-status", { hasText: "depth 30" }).waitFor();
      assert.deepEqual(await lines(on), before);
      await picture(on, "engine-dark");
      await violations(on, "dark");
      await page.locator(".engine-count").selectOption("5");
      await on.until("five lines", async () => (await lines(on)).length === 5);
      await page.locator(".engine-count").selectOption("1");
      await on.until("one line", async () => (await lines(on)).length === 1);
      await page.locator(".move-list").focus();
      await page.keyboard.press("y");
      await on.until("the best move", () => /\( 1\. \S+ \)|\( 1\. \S+ \S+ \)/.test(host.pgn) && host.asked.some(({ method }) => method === "play" || method === "reveal"));
      for (const [width, height] of [[320, 760], [546, 808], [1000, 640]]) {
        await page.setViewportSize({ width, height });
        await on.settled();
        const inner = await page.locator(".engine").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        assert.ok(inner <= 0, `${width}×${height}: ${inner} pixels of it are out of sight`);
        const list = await page.locator(".move-list").boundingBox();
        assert.ok(list.height >= 80, `${width}×${height}: ${list.height} pixels of the list`);
        await picture(on, `engine-${width}`);
        await violations(on, `${width} wide`);
      }
      await on.close();
    },

    async "shows threats, and says why there is none or no engine"(open) {
      const on = await open('[Result "*"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *\n', look);
      const { page, host } = on;
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("w");
      await page.locator(".engine-status", { hasText: "Threat · depth 1 · Fake" }).waitFor();
      assert.equal(asked(host).at(-1).of, "threat");
      assert.ok((await arrows(on)).length > 0);
      await page.keyboard.press("1");
      await page.locator(".notice", { hasText: "A threat is no line of this position" }).waitFor();
      await picture(on, "engine-threat");
      await page.keyboard.press("w");
      await on.until("the position", () => asked(host).at(-1).of === "position");
      await page.keyboard.press("End");
      await on.until("the end", async () => (await on.current()) === "Qxf7+");
      await page.keyboard.press("w");
      await page.locator(".engine-said", { hasText: "the king is in check, which is the threat" }).waitFor();
      await page.keyboard.press("w");
      await on.until("the position again", () => asked(host).at(-1).of === "position");
      host.think(3, { ended: true, error: "The engine Fake ended by itself." });
      await page.locator(".engine-said", { hasText: "The engine Fake ended by itself." }).waitFor();
      // The host starts and stops it too.
      host.send({ method: "engine", params: { on: false } });
      await page.locator(".engine").waitFor({ state: "hidden" });
      host.send({ method: "engine", params: { on: true } });
      await page.locator(".engine-status", { hasText: "depth 1" }).waitFor();
      await on.close();
      const without = await open(game);
      assert.equal(await without.page.getByRole("button", { name: "Engine", exact: true }).count(), 0);
      await without.page.keyboard.press("l");
      await without.page.locator(".notice", { hasText: "No engine can be started here." }).waitFor();
      await without.close();
    },

    async "reads evaluations out only when it is asked to, and not more often than one can hear"(open) {
      const on = await open(game, look);
      const { page, host } = on;
      await page.keyboard.press("l");
      await page.locator(".engine-move:visible").first().waitFor();
      await on.rested();
      const heard = () => page.locator(".heard[role=status]").first().innerText();
      await page.evaluate(() => {
        window.read = [];
        const region = document.querySelector(".heard[role=status]");
        new MutationObserver(() => window.read.push([performance.now(), region.textContent])).observe(region, { childList: true, characterData: true, subtree: true });
      });
      assert.doesNotMatch(await heard(), /ahead/);
      await page.keyboard.press("v");
      await on.until("the evaluation", async () => /^White is 0\.3 ahead, depth 1: /.test(await heard()));
      for (let depth = 2; depth < 12; depth++) {
        host.think(depth);
      }
      await on.until("the next one", async () => /depth 11: /.test(await heard()));
      const read = (await page.evaluate(() => window.read)).filter(([, text]) => /ahead/.test(text));
      assert.deepEqual(read.map(([, text]) => /depth \d+/.exec(text)[0]), ["depth 1", "depth 11"]);
      assert.ok(read[1][0] - read[0][0] > 3_900, `${read[1][0] - read[0][0]} ms`);
      await page.keyboard.press("v");
      assert.match(await heard(), /not read out any more/);
      await on.close();
    },

    async "stops while moves are guessed"(open) {
      const on = await open(game, look);
      const { page, host } = on;
      await page.keyboard.press("l");
      await page.locator(".engine-move:visible").first().waitFor();
      await page.keyboard.press("m");
      await page.getByRole("button", { name: "Start" }).click();
      await page.locator(".engine").waitFor({ state: "hidden" });
      await on.until("the engine off", () => asked(host).at(-1).on === false);
      await on.settled();
      assert.equal((await arrows(on)).length, 0);
      await on.close();
    },
  };
}
