// What is not changed is saved byte for byte, and the status line says how the rest is.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../browsing.mjs";

const GAME = '[Event "?"]\n[Site "K\u00f6ln"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Ada"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 e5 *\n';
const UTF_16 = Buffer.from(`\ufeff${GAME}`, "utf16le");

const FILES = {
  "doubled.pgn": [Buffer.from(GAME.replaceAll("\n", "\r\r\n")), "mixed"],
  "ends.pgn": [Buffer.from(GAME.replace('"]\n', '"]\r\n').replace("\n\n", "\r\n")), "mixed"],
  "apple.pgn": [Buffer.from(GAME.replaceAll("\n", "\r")), "UTF-8 · CR"],
  "mark.pgn": [Buffer.from(`\ufeff${GAME.replaceAll("\n", "\r\n")}`), "UTF-8 with a mark · CRLF"],
  "latin.pgn": [Buffer.from(GAME, "latin1"), "ISO 8859-1 · LF"],
  "holes.pgn": [Buffer.concat([Buffer.from(GAME, "latin1"), Buffer.from([0x81, 0x8d, 0x93, 0xff])]), "ISO 8859-1 · LF"],
  "wide.pgn": [UTF_16, "UTF-16"],
  "zeros.pgn": [Buffer.from(GAME.replace("Bob", "Bob\0").replace("e5", "e5\0 {\0}")), "UTF-8 · LF"],
};

/** Opens files of all kinds, saves them as they are, after a reload too, and then changed. */
export async function exact(tab, work) {
  const saved = async () => {
    const [download] = await Promise.all([tab.page.waitForEvent("download"), tab.page.keyboard.press("Control+s")]);
    await download.saveAs(join(work, "exact.pgn"));
    return readFileSync(join(work, "exact.pgn"));
  };
  const state = (part) => until(`the state ${part}`, async () => (await tab.page.textContent(".status .state")).includes(part));
  for (const [name, [bytes, shown]] of Object.entries(FILES)) {
    await tab.drop(`exact-${name}`, bytes);
    await state(shown);
    assert.ok((await saved()).equals(bytes), `${name} is not saved as it is`);
    if (shown === "mixed") {
      await tab.page.waitForTimeout(400);
      await tab.page.reload();
      await tab.page.waitForSelector(".cm-content");
      await until(`${name} again`, async () => (await tab.front()).endsWith(name));
      assert.ok((await saved()).equals(bytes), `${name} is not saved as it is after a reload`);
      await tab.type("{a}");
      await state("LF");
      assert.ok(!/\bmixed/.test(await tab.page.textContent(".status .state")));
      await tab.page.keyboard.press("Control+z");
      await state("mixed");
      assert.ok((await saved()).equals(bytes), `${name} is not saved as it is once a change is taken back`);
    }
  }
  const zeros = FILES["zeros.pgn"][0];
  await tab.drop("exact-changed.pgn", zeros);
  await tab.type("{a}");
  assert.ok((await saved()).equals(Buffer.concat([zeros, Buffer.from("{a}")])), "zero bytes are lost with a change");
  await tab.page.waitForTimeout(1_200);
  await tab.page.reload();
  await tab.page.waitForSelector(".cm-content");
  await until("zero bytes again", async () => (await tab.text()) === `${zeros}{a}`);
  await tab.drop("program.pgn", Buffer.concat([Buffer.from("\x7fELF\0\0 1. e4"), Buffer.alloc(90)]), "exact-changed.pgn");
  await tab.noticed("program.pgn is not text: it has a zero byte at 4");
  await tab.drop("exact-polish.pgn", FILES["latin.pgn"][0]);
  await tab.type("{\u0141\u00f3d\u017a}");
  await state("UTF-8 · LF");
  await tab.page.keyboard.press("Control+z");
  await state("ISO 8859-1 · LF");
  await tab.type("{\u0141\u00f3d\u017a}");
  assert.ok((await saved()).includes(Buffer.from("K\u00f6ln")), "a text with other letters is not in UTF-8");
  await tab.noticed("It has letters that ISO 8859-1 lacks");
  for (let letter = 0; letter < 6; letter++) {
    await tab.page.keyboard.press("Backspace");
  }
  await state("UTF-8 · LF");
  assert.equal((await saved()).toString(), GAME);
}
