// Compressed files and binary games in the page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../browsing.mjs";

const TEXT = '[White "Zed"]\n\n1. e4 e5 *\n';
/** TEXT by the program zstd. */
const ZSTANDARD = "KLUv/QRY0QAAW1doaXRlICJaZWQiXQoKMS4gZTQgZTUgKgp4C/SQ";
const python = (code, input) => execFileSync("python3", ["-c", `import sys, bz2, gzip, lzma\n${code}`], { input, maxBuffer: 2 ** 26 });
const packed = (module, text) => python(`sys.stdout.buffer.write(${module}.compress(sys.stdin.buffer.read()))`, text);

/** Opens compressed files of each kind. */
export async function unpacks(tab) {
  const parts = Buffer.concat([packed("gzip", TEXT.slice(0, 9)), packed("gzip", TEXT.slice(9))]);
  const files = { gz: parts, zst: Buffer.from(ZSTANDARD, "base64"), bz2: packed("bz2", TEXT), xz: packed("lzma", TEXT) };
  for (const [ending, bytes] of Object.entries(files)) {
    await tab.drop(`packed-${ending}.pgn.${ending}`, bytes, `packed-${ending}.pgn`);
    assert.equal(await tab.text(), TEXT, ending);
  }
  const noise = python("import random; random.seed(1); sys.stdout.write(''.join(f'1. e4 {{{random.random()}}} *\\n' for n in range(200000)))");
  await tab.drop("cut.pgn.bz2", packed("bz2", noise).subarray(0, 1_500_000), "cut.pgn");
  await tab.noticed("cut.pgn.bz2 is not whole: its bzip2 data is cut off at byte 1500000");
  assert.ok((await tab.text()).startsWith("1. e4 {0.13436424411240122} *\n"));
  await tab.drop("junk.pgn.xz", packed("lzma", TEXT).subarray(0, 20), "cut.pgn");
  await tab.noticed("junk.pgn.xz cannot be opened: its xz data is cut off at byte 20");
}

/** Opens binary games, shows them, converts them, and saves them as they were. */
export async function binaryGames(tab, program, work) {
  const source = join(work, "source.pgn");
  const game = '[Event "?"]\n[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n';
  execFileSync("sh", ["-c", 'cat > "$1"', "sh", source], { input: `${game}\n${game.replace("Ada", "Cy")}` });
  for (const notation of ["BITS12", "LEGALINDEX"]) {
    const file = join(work, `${notation}.vgn`);
    execFileSync(program, ["convert", "--to", notation, source, "-o", file]);
    await tab.drop(`${notation}.vgn`, readFileSync(file));
    assert.ok((await tab.text()).includes("2 games with binary move sections"), notation);
  }
  const target = join(work, "small.vgn");
  execFileSync(program, ["convert", "--to", "BCCF", source, "-o", target]);
  const bytes = readFileSync(target);
  await tab.drop("small.vgn", bytes);
  const text = await tab.text();
  assert.ok(text.includes("2 games with binary move sections") && text.includes("4. Qxf7#"), text);
  await until("what the file is", async () => (await tab.page.textContent(".status .state")).includes("binary, shown as text"));
  await tab.type("x");
  assert.equal(await tab.text(), text, "a view of bytes was changed");
  const [saved] = await Promise.all([tab.page.waitForEvent("download"), tab.page.keyboard.press("Control+s")]);
  await saved.saveAs(join(work, "again.vgn"));
  assert.ok(readFileSync(join(work, "again.vgn")).equals(bytes), "binary games are saved otherwise than they were");

  await tab.page.waitForTimeout(900);
  await tab.page.reload();
  await tab.page.waitForSelector(".cm-content");
  await until("the binary games after a reload", async () => (await tab.text()) === text);

  await convertAll(tab, "Friendly Coordinate Notation (FCN)");
  await until("the games as text", async () => (await tab.text()).includes("Pe2-e4"));
  assert.ok(!(await tab.text()).includes("binary move sections"), "the heading of the view is part of the games");
  await tab.page.waitForTimeout(300);
  await tab.command("Convert to");
  await pick(tab, "Binary Compressed Coordinate Format");
  await tab.page.waitForSelector("dialog.page[open]");
  await tab.page.click("text=Open as a new file");
  await until("binary games again", async () => (await tab.front()).includes(".bccf.vgn"));
  const [made] = await Promise.all([tab.page.waitForEvent("download"), tab.page.keyboard.press("Control+s")]);
  await made.saveAs(join(work, "made.vgn"));
  const decoded = (file) => execFileSync(program, ["convert", "--to", "SAN", file]).toString();
  assert.equal(decoded(join(work, "made.vgn")), decoded(target));
}

async function convertAll(tab, name) {
  await tab.command("Convert to");
  await pick(tab, name);
  await tab.page.waitForFunction(() => /game at the cursor/.test(document.querySelector("dialog.chooser[open]")?.textContent ?? ""));
  await pick(tab, "All");
  await tab.page.waitForSelector("dialog.page[open]");
  await tab.page.click("text=Open as a new file");
}

async function pick(tab, name) {
  await tab.page.waitForFunction((name) => document.querySelector("dialog.chooser[open]")?.textContent.includes(name), name);
  await tab.page.keyboard.type(name);
  await tab.page.keyboard.press("Enter");
}
