// Guessing moves on the board, by mouse, by letters and by keys alone.

import assert from "node:assert/strict";

const GAME = `[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 (4. Bxc6 $5 { The exchange. } 4... dxc6) 4... Nf6
{ White can castle now. [%cal Re1g1] [%eval 0.5] } 5. O-O $1 { Castled. } Be7 6. Re1 b5 7. Bb3 d6 1-0
`;

export function training({ axe, picture }) {
  const begun = async (open, look = {}) => {
    const on = await open(GAME, look);
    await on.page.keyboard.press("m");
    const dialog = on.page.getByRole("dialog", { name: "Guess the move" });
    await dialog.waitFor();
    return { on, page: on.page, host: on.host, dialog };
  };
  const at = (on, move) => on.until(`the board at ${move}`, async () => (await on.current()) === move);
  const said = async (on, text) => {
    await on.page.locator(".training-said", { hasText: text }).waitFor();
    return on.page.locator(".training-said").innerText();
  };
  const counts = (on) => on.page.locator(".training-counts").innerText();
  const violations = async (on, what) => {
    const found = await on.page.evaluate(() => axe.run("html").then(({ violations }) => violations));
    const told = found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    assert.deepEqual(told, [], what);
  };

  return {
    async "asks whose moves are guessed also where that is wanted before the game is there"(open) {
      const prepare = (host) => {
        const { receive } = host;
        host.receive = (message) => {
          host.receive = receive;
          host.send({ method: "changed", params: {} });
          receive.call(host, message);
          host.send({ method: "train", params: {} });
        };
      };
      const on = await open(GAME, { prepare });
      await on.page.getByRole("dialog", { name: "Guess the move" }).waitFor();
      await on.page.keyboard.press("Enter");
      await at(on, "a6");
      await on.close();
    },

    async "guesses moves: none is given away, and nothing is written"(open) {
      const { on, page, host, dialog } = await begun(open);
      assert.match(await dialog.innerText(), /the opening’s end \(Ruy Lopez, 3\. Bb5\)/);
      assert.match(await dialog.innerText(), /4 moves to guess/);
      await page.keyboard.press("Enter");
      await at(on, "a6");
      const page1 = await page.locator("main").innerText();
      assert.doesNotMatch(page1, /Ba4|Bxc6|1-0|castle/);
      assert.match(page1, /What does White play\?/);
      // What stands in the notes, something else, and what was played.
      await on.drag("b5", "c6");
      assert.equal(await said(on, "notes"), "≈4. Bxc6!? stands in the notes: The exchange.");
      assert.equal(await on.square("b5"), "b5, white bishop");
      await on.drag("d2", "d4");
      assert.equal(await said(on, "d4"), "✗d4 is not what was played.");
      assert.equal(await on.square("d2"), "d2, white pawn");
      await page.locator("[role=status]", { hasText: "d4: not what was played" }).waitFor({ state: "attached" });
      await page.keyboard.type("Ba4");
      await page.keyboard.press("Enter");
      assert.equal(await said(on, "Also"), "✓4. Ba4. Also in the notes: 4. Bxc6!?.");
      await at(on, "Nf6");
      const told = page.locator("[role=status]", { hasText: /right: 4, white: bishop a4\..*knight f6 was played/ });
      await told.waitFor({ state: "attached" });
      assert.equal(await counts(on), "At once 0 · Later 1 · With hints 0 · Shown 0");
      // Beside a narrow window's board all of it is in sight, and the board is as large as before.
      await page.setViewportSize({ width: 546, height: 808 });
      await on.settled();
      const [board, panel] = [await page.locator(".board-frame").boundingBox(), await page.locator(".training").boundingBox()];
      assert.ok(board.x + board.width <= panel.x && panel.x + panel.width <= 546, JSON.stringify([board, panel]));
      const inner = await page.locator(".game-part").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.ok(inner <= 0, `${inner} pixels of it have to be scrolled to`);
      await page.setViewportSize({ width: 1000, height: 640 });
      await picture(on, "guess");
      // What is said of the reply, and drawn, would give the answer.
      assert.equal(await page.locator(".caption").innerText(), "");
      assert.equal(await page.locator(".cg-shapes g[cgHash]").count(), 0);
      // Neither the editor's cursor nor a look back changes what is asked.
      host.goTo(0);
      await page.keyboard.press("Home");
      await page.keyboard.press("End");
      await page.keyboard.press("ArrowRight");
      await at(on, "Nf6");
      await page.keyboard.type("Ke5");
      await page.keyboard.press("Enter");
      await page.locator(".notice", { hasText: "Ke5 is not possible here." }).waitFor();
      assert.equal(await counts(on), "At once 0 · Later 1 · With hints 0 · Shown 0");
      await page.keyboard.press("Escape");
      await page.keyboard.press("i");
      await said(on, "A king moves.");
      await page.keyboard.press("i");
      await said(on, "It stands on e1.");
      await page.locator(".cg-shapes g[cgHash]").waitFor({ state: "attached" });
      // The king goes to its rook, as one castles too.
      await on.drag("e1", "h1");
      assert.equal(await said(on, "O-O"), "✓5. O-O!: Castled.");
      await at(on, "Be7");
      // From square to square.
      await on.rested();
      await page.keyboard.press("q");
      for (const key of ["ArrowRight", "ArrowDown", "Enter", "ArrowLeft"]) {
        await page.keyboard.press(key);
        await on.rested();
      }
      await page.keyboard.press("Enter");
      await said(on, "6. Re1");
      await at(on, "b5");
      await page.evaluate(axe);
      await violations(on, "guessing");
      for (const text of ["A bishop moves.", "It stands on a4.", "7. Bb3 was played."]) {
        await page.keyboard.press("i");
        await said(on, text);
      }
      await said(on, "You found 1 of 4 at the first guess.");
      assert.equal(await counts(on), "At once 1 · Later 1 · With hints 1 · Shown 1");
      assert.deepEqual(await page.locator(".training-summary li").allInnerTexts(), [
        "4. Ba4 guessed Bxc6, d4",
        "5. O-O! two hints",
        "7. Bb3 shown",
      ]);
      await page.locator("[role=status]", { hasText: "The training is over." }).waitFor({ state: "attached" });
      assert.match(await page.locator("h1").innerText(), /1-0/);
      await picture(on, "guessed");
      await violations(on, "the summary");
      const before = host.asked.length;
      await page.locator(".training-missed", { hasText: "Ba4" }).click();
      await at(on, "Ba4");
      await on.until("the cursor there", () => host.asked.slice(before).some(({ method }) => method === "reveal"));
      const written = host.asked.filter(({ method }) => /play|annotate|undo/.test(method));
      assert.deepEqual(written, []);
      assert.ok(!host.asked.slice(0, before).some(({ method }) => method === "reveal"));
      await page.getByRole("button", { name: "Close" }).click();
      await page.locator(".training").waitFor({ state: "hidden" });
      await on.close();
    },

    async "guesses moves by a finger"(open) {
      const { on, page } = await begun(open, { hasTouch: true });
      await page.keyboard.press("Enter");
      await at(on, "a6");
      await on.touch("d2", "d4");
      assert.equal(await said(on, "d4"), "✗d4 is not what was played.");
      await on.touch("b5");
      await on.touch("a4");
      await at(on, "Nf6");
      assert.equal(await counts(on), "At once 0 · Later 1 · With hints 0 · Shown 0");
      await on.touch("e1", "g1");
      await at(on, "Be7");
      await on.close();
    },

    async "guesses both sides' moves from a variation, and from where the text has changed"(open) {
      const { on, page, host, dialog } = await begun(open, { colorScheme: "dark" });
      await page.evaluate(axe);
      await violations(on, "the question");
      await page.keyboard.press("Escape");
      host.goTo(7);
      await at(on, "Bxc6!?");
      await page.keyboard.press("m");
      await dialog.getByLabel("Guess").selectOption("both");
      assert.match(await dialog.innerText(), /this place \(4\. Bxc6\)/);
      assert.match(await dialog.innerText(), /1 move to guess/);
      await picture(on, "guess-dialog");
      await dialog.getByLabel("From").selectOption("the beginning");
      assert.match(await dialog.innerText(), /14 moves to guess/);
      await page.getByRole("button", { name: "Start" }).click();
      await at(on, "");
      await page.locator(".training-turn", { hasText: "What does White play?" }).waitFor();
      for (const move of ["e2e4", "e5", "Nf3"]) {
        await page.keyboard.type(move);
        await page.keyboard.press("Enter");
        await said(on, move.slice(-2));
      }
      // What follows is another move now, and what was played is not touched.
      host.nodes.find(({ node }) => node.data.san === "Nc6").node.data.san = "d6";
      host.number();
      host.send({ method: "changed", params: {} });
      await on.until("the game again", () => host.asked.filter(({ method }) => method === "game").length > 1);
      await on.rested();
      await page.keyboard.type("d6");
      await page.keyboard.press("Enter");
      await said(on, "2… d6");
      await page.getByRole("button", { name: "End the training" }).click();
      await said(on, "You found 4 of 4 at the first guess.");
      await page.getByRole("button", { name: "Again…" }).click();
      await dialog.waitFor();
      await page.keyboard.press("Enter");
      await page.locator(".training-turn", { hasText: "play?" }).waitFor();
      // Without what was shown there is nothing to go on with.
      host.game.moves.children[0].data.san = "d4";
      host.number();
      host.send({ method: "changed", params: {} });
      await page.locator(".notice", { hasText: "the training is over" }).waitFor();
      await page.locator(".move", { hasText: "d4" }).first().waitFor();
      await on.close();
    },

    async "asks what was better than the blunders, where the text says it"(open) {
      const on = await open(
        "1. e4 {[%eval 0.3]} e5 {[%eval 0.25]} 2. Bc4 {[%eval 0.2]} Nc6 {[%eval 0.2]} 3. Bxf7+ {[%eval -3.5]} (3. Nf3) (3. d3) 3... Kxf7 {[%eval -3.4]} 4. Qh5+ {[%eval -7]} *",
      );
      const { page } = on;
      await page.keyboard.press("m");
      await page.getByLabel("Which").selectOption("blunders");
      await page.locator(".training-much", { hasText: "1 move to guess" }).waitFor();
      await picture(on, "blunders-asked");
      await page.getByRole("button", { name: "Start" }).click();
      await page.locator(".training-turn", { hasText: "2… Nc6 was played. What was better for White than what was played?" }).waitFor();
      await on.drag("c4", "f7");
      await page.locator(".training-said", { hasText: "3. Bxf7+ was played: it is the blunder." }).waitFor();
      await on.drag("g1", "f3");
      await page.locator(".training-said", { hasText: "3. Nf3. The game went on with 3. Bxf7+. Also in the notes: 3. d3." }).waitFor();
      await picture(on, "blunders");
      await page.locator(".training-said", { hasText: "You found 0 of 1 at the first guess." }).waitFor();
      assert.ok(!on.host.asked.some(({ method }) => method === "play"));
      await on.close();
      const without = await open("1. e4 {[%eval 0.3]} e5 {[%eval 5]} 2. Nf3 *");
      await without.page.keyboard.press("m");
      await without.page.getByRole("button", { name: "Start" }).waitFor();
      assert.equal(await without.page.getByLabel("Which").count(), 0, "the text has nothing better");
      await without.close();
    },
  };
}
