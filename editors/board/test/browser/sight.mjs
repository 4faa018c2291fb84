// The board in every size and colour: nothing out of sight, nothing that cannot be told apart.

import assert from "node:assert/strict";

export function sight({ game, axe, picture }) {
  return {
    async "keeps the board in sight from a side bar to a projector, whatever is said of a move"(open) {
      const said = "All that follows is about the bad bishop. ".repeat(80);
      const on = await open(`[White "${"A long name ".repeat(9)}"]\n\n{ ${said} } 1. e4 { ${said} } e5 { ${said} } *\n`);
      const { page } = on;
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press(";");
      for (const [width, height] of [
        ...[[220, 560], [300, 240], [600, 240], [320, 760], [320, 480], [560, 700], [640, 360], [500, 300], [580, 280], [470, 310], [640, 350], [675, 350], [735, 600], [1000, 640], [1280, 300]],
        ...[[1920, 1080], [3840, 2160]],
      ]) {
        await page.setViewportSize({ width, height });
        await on.settled();
        const seen = await page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.scrollingElement;
          const { bottom, width } = document.querySelector(".board-frame").getBoundingClientRect();
          const parts = [...document.querySelectorAll("button, .player > *")].filter((part) => part.checkVisibility());
          const right = Math.max(...parts.map((part) => part.getBoundingClientRect().right));
          const size = (of) => parseFloat(getComputedStyle(document.querySelector(of)).fontSize) / width;
          const sizes = [size(".player-name"), size(".player-clock"), size(".move-list"), size(".badge") / 0.9];
          const tools = [...document.querySelectorAll(".bar button, .typed")].filter((part) => part.checkVisibility());
          const steps = [...document.querySelectorAll(".steps button, .typed")];
          const stepsEnd = Math.max(...steps.map((part) => part.getBoundingClientRect().bottom));
          const toolsEnd = Math.max(...tools.map((part) => part.getBoundingClientRect().bottom));
          return { stepsEnd, toolsEnd, tools: tools.length, scrollWidth, scrollHeight, bottom, width, right, size: Math.min(...sizes) };
        });
        const isWithin = Math.max(seen.scrollWidth, seen.right) <= width;
        // Where there is next to no room, the tools behind the steps come by scrolling.
        const isTiny = width < 400 && height < 360;
        const isUsable = (isTiny ? seen.stepsEnd : seen.toolsEnd) <= height && seen.tools >= 10;
        const isIn = isWithin && isUsable && seen.scrollHeight <= height && seen.bottom <= height;
        // What is read from afar is as large beside the board as it is on a desk.
        const least = width >= 320 && height >= 480 ? 200 : 140;
        assert.ok(isIn && seen.size > 0.02 && seen.width >= least, `${width}×${height}: ${JSON.stringify(seen)}`);
        await picture(on, `${width}x${height}`);
      }
      await on.close();
    },

    async "gives the list half of the height, and as much as people want by its handle"(open) {
      const on = await open(game, { viewport: { width: 546, height: 808 } });
      const { page } = on;
      const box = (of) => page.locator(of).boundingBox();
      for (const [width, height] of [[546, 808], [720, 808], [1000, 640], [1440, 900]]) {
        await page.setViewportSize({ width, height });
        await on.settled();
        assert.ok((await box(".move-list")).height >= height / 2, `${width}×${height}`);
        // A refusal covers neither squares nor what is being written.
        await on.drag("e2", "e6");
        await page.locator(".notice:not(:empty)").waitFor();
        const { y: top, height: high } = await box(".notice");
        const frame = await box(".board-frame");
        const field = await box(".comment-field");
        assert.ok(top >= frame.y + frame.height, `${width}×${height}: on the board`);
        assert.ok(top + high <= field.y || field.x > frame.x + frame.width, `${width}×${height}: on the comment`);
      }
      for (const [width, height, x, y, key] of [[720, 808, -90, 0, "ArrowRight"], [420, 760, 0, -90, "ArrowDown"]]) {
        await page.setViewportSize({ width, height });
        await on.settled();
        const before = (await box(".board-frame")).width;
        const handle = await box(".handle");
        const [middleX, middleY] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
        await page.mouse.move(middleX, middleY);
        await page.mouse.down();
        await page.mouse.move(middleX + x, middleY + y, { steps: 3 });
        await page.mouse.up();
        await on.settled();
        const dragged = (await box(".board-frame")).width;
        assert.ok(dragged < before - 40, `${before} → ${dragged}`);
        await page.keyboard.press(key);
        await on.settled();
        assert.ok((await box(".board-frame")).width > dragged, "by a key");
        await page.locator(".handle").dblclick();
        await on.settled();
        assert.equal((await box(".board-frame")).width, before, "as it was");
      }
      await on.close();
    },

    async "has no violation that axe-core finds, dark and light, wide and narrow"(open) {
      const on = await open(game, { colorScheme: "light" });
      const { page } = on;
      for (let step = 0; step < 3; step++) {
        await page.keyboard.press("ArrowRight");
      }
      await on.rested();
      await page.evaluate(axe);
      const violations = async (where, what) => {
        const found = await page.evaluate((where) => axe.run(where).then(({ violations }) => violations), where);
        assert.deepEqual(
          found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
          [],
          what,
        );
      };
      await picture(on, "light");
      await violations("html", "light");
      await page.keyboard.press("s");
      await picture(on, "settings");
      await violations("dialog", "settings");
      await page.keyboard.press("Escape");
      for (const [board, pieces] of [
        ["green", "figurines"],
        ["contrast", "letters"],
        ["blue", "cburnett"],
      ]) {
        on.host.send({ method: "settings", params: { board, pieces } });
        await on.rested();
        await picture(on, `${board}-${pieces}`);
      }
      await page.setViewportSize({ width: 560, height: 700 });
      await picture(on, "beside");
      await page.emulateMedia({ colorScheme: "dark" });
      await page.setViewportSize({ width: 320, height: 760 });
      on.host.send({ method: "settings", params: { board: "brown" } });
      await on.rested();
      await picture(on, "narrow-dark");
      await violations("html", "dark and narrow");
      await page.setViewportSize({ width: 600, height: 240 });
      await violations("html", "dark and low");
      await page.setViewportSize({ width: 1000, height: 640 });
      await picture(on, "dark");
      await on.close();
    },
  };
}
