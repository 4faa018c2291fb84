// The board and a text that others change too, or that is long.

import assert from "node:assert/strict";

const ROUND = "Nf3 Nf6 Ng1 Ng8".split(" ");

function long(plies) {
  const moves = Array.from({ length: plies }, (_, at) => `${at % 2 === 0 ? `${at / 2 + 1}. ` : ""}${ROUND[at % 4]}`);
  return `[White "A"]\n[Black "B"]\n\n${moves.join(" ")} *\n`;
}

export function text({ game }) {
  return {
    async "writes nothing into a text that it does not know, and the next time into the new one"(open) {
      const on = await open(game);
      const { page, host } = on;
      await page.keyboard.press("ArrowRight");
      assert.equal(await on.current(), "e4");
      // A half-move is put in front: the numbers of all others are different.
      host.change(game.replace("1. e4", "1. e4 (1. d4 d5)").replace("Event", "Site"));
      const before = host.pgn;
      await page.keyboard.type("c5");
      await page.keyboard.press("Enter");
      await page.locator(".notice", { hasText: "The text has changed meanwhile: nothing was written." }).waitFor();
      assert.equal(host.pgn, before);
      await page.keyboard.press("Escape");
      await on.until("the new text", async () => (await page.locator(".move", { hasText: /^d4$/ }).count()) === 2);
      await page.keyboard.type("c5");
      await page.keyboard.press("Enter");
      await on.until("the variation", () => /\( 1\.\.\. c5 \)/.test(host.pgn));
      await on.close();
    },

    async "writes what is drawn quickly one after the other"(open) {
      const on = await open(game);
      await on.page.keyboard.press("ArrowRight");
      await on.rested();
      const squares = ["a3", "b3", "c3", "d3"];
      for (const square of squares) {
        await on.page.mouse.move(...(await on.middle(square)));
        await on.page.mouse.down({ button: "right" });
        await on.settled();
        await on.page.mouse.up({ button: "right" });
      }
      await on.until("all circles", () => /\[%csl Ga3,Gb3,Gc3,Gd3\]/.test(on.host.pgn));
      await on.close();
    },

    async "takes back what was written, one step after the other"(open) {
      const on = await open(game);
      const { page, host } = on;
      const before = host.pgn;
      await page.keyboard.press("ArrowRight");
      await on.drag("c7", "c5");
      await on.until("the variation", async () => (await on.current()) === "c5");
      await page.keyboard.press("q");
      await page.keyboard.press("x");
      await page.keyboard.press("Escape");
      await page.locator(".move-list").focus();
      await page.keyboard.press("Control+z");
      if (host.before.length > 1) {
        await page.keyboard.press("Control+z");
      }
      await on.until("the text as it was", () => host.pgn === before);
      await on.until("the board as it was", async () => (await on.current()) === "e4");
      await page.keyboard.press("Control+z");
      await page.locator(".notice", { hasText: "Nothing to take back." }).waitFor();
      await on.close();
    },

    async "asks again where the text changes while the game is told"(open) {
      const on = await open(game, { prepare: (host) => (host.outdated = { method: "game", times: 3 }) });
      assert.equal(await on.page.locator(".notice").innerText(), "");
      assert.equal(await on.page.locator(".empty").isVisible(), false, "nobody knows that there is no game");
      await on.page.keyboard.press("ArrowRight");
      assert.equal(await on.current(), "e4");
      await on.close();
    },

    async "is at the editor's cursor in a game that comes in parts"(open) {
      const on = await open(long(10_000), { prepare: (host) => (host.cursorOf = 8_999) });
      await on.until("the cursor's place", async () => (await on.current()) === "Ng8");
      assert.equal(await on.page.locator(".move[aria-current]").getAttribute("data-move"), "8999");
      await on.close();
    },

    async "goes to the end of a game of which the rest is on its way"(open) {
      const slow = (host) => {
        const { answer } = host;
        host.answer = (asked) => setTimeout(() => answer.call(host, asked), asked.params.from === undefined ? 0 : 300);
      };
      const on = await open(long(10_000), { prepare: slow });
      assert.equal(await on.page.locator(".move-list").getAttribute("aria-busy"), "true");
      await on.page.keyboard.press("End");
      const at = () => on.page.locator(".move[aria-current]").getAttribute("data-move");
      assert.equal(await at(), "3999", "as far as the game is there");
      await on.until("the end", async () => (await at()) === "9999");
      await on.close();
    },

    async "prints all half-moves, dark on light"(open) {
      const on = await open(long(2_000), { colorScheme: "dark" });
      const drawn = () => on.page.locator(".move").count();
      assert.ok((await drawn()) < 500);
      await on.page.pdf();
      await on.page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      assert.equal(await drawn(), 2_000);
      await on.page.emulateMedia({ media: "print" });
      const [text, page] = await on.page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.querySelector("#board-app"));
        return [color, backgroundColor].map((one) => Number(/\d+/.exec(one)[0]));
      });
      assert.ok(text < 60 && page > 200, `${text} on ${page}`);
      await on.page.emulateMedia({ media: "screen" });
      await on.page.evaluate(() => dispatchEvent(new Event("afterprint")));
      await on.until("the list as it was", async () => (await drawn()) < 500);
      await on.close();
    },

    async "draws of the list only what is near"(open) {
      const on = await open(long(10_000));
      const list = on.page.locator(".move-list");
      const drawn = () => on.page.locator(".move").count();
      const height = await list.evaluate((element) => element.scrollHeight);
      let most = 0;
      for (let part = 0; part <= 20; part++) {
        await list.evaluate((element, part) => element.scrollTo(0, (element.scrollHeight * part) / 20), part);
        await on.settled();
        await on.page.waitForTimeout(50);
        most = Math.max(most, await drawn());
      }
      assert.ok(most < 1_000, `${most} half-moves are drawn at once`);
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await on.until("the end", () => on.page.locator(".move[data-move='9999']").isVisible());
      await list.evaluate((element) => element.scrollTo(0, 0));
      await on.until("the beginning", () => on.page.locator(".move[data-move='0']").isVisible());
      const after = await list.evaluate((element) => element.scrollHeight);
      assert.ok(Math.abs(after - height) < 0.1 * height, `the list is as long as before: ${height}, ${after}`);
      await on.close();
    },
  };
}
