// Boards, material, words, glyphs, clocks, evaluations.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GLYPHS, toggled } from "../src/annotations";
import { evaluationText, whiteShare } from "../src/evaluation";
import { material, readFen } from "../src/fen";
import { variantName } from "../src/heading";
import { checksText, clockText } from "../src/players";
import { nagText, sanInWords, squareInWords } from "../src/speech";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

test("a FEN is read with its pockets, in both spellings", () => {
  const start = readFen(START);
  assert.equal(start.squares.size, 32);
  assert.deepEqual(start.squares.get("e1"), { letter: "k", color: "white" });
  assert.equal(start.pockets, null);
  for (const fen of ["4k3/8/8/8/8/8/8/1Q~2K3/QNp b - - 0 1", "4k3/8/8/8/8/8/8/1Q~2K3[QNp] b - - 0 1"]) {
    const { squares, turn, pockets, men } = readFen(fen);
    assert.equal(turn, "black");
    assert.deepEqual(squares.get("b1"), { letter: "q", color: "white" });
    assert.equal(squares.size, 3);
    assert.deepEqual(
      [...(pockets?.white ?? [])],
      [
        ["q", 1],
        ["n", 1],
      ],
    );
    assert.deepEqual([...(pockets?.black ?? [])], [["p", 1]]);
    assert.equal(men, "4k3/8/8/8/8/8/8/1Q~2K3");
  }
  assert.equal(readFen("").squares.size, 0, "whatever the text");
});

test("checks given are read of a three-check board, in both spellings", () => {
  for (const [fields, checks] of [
    ["KQkq - 2+3 0 1", { white: 1, black: 0 }],
    ["KQkq - 0 1 +1+0", { white: 1, black: 0 }],
    ["- - 0+1 4 9", { white: 3, black: 2 }],
    ["KQkq - 0 1", null],
  ] as const) {
    assert.deepEqual(readFen(`4k3/8/8/8/8/8/8/4K3 w ${fields}`).checks, checks, fields);
  }
  assert.deepEqual([0, 1, 3].map(checksText), ["0 checks of 3", "1 check of 3", "3 checks of 3"]);
  assert.deepEqual(["threeCheck", "kingOfTheHill", "new"].map(variantName), ["Three-check", "King of the Hill", "new"]);
});

test("what is taken is counted against the first board, and a promoted pawn is not taken", () => {
  const now = readFen("rnb1kbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1");
  assert.deepEqual(material(readFen(START), now, "black"), { taken: ["q"], ahead: -8 });
  assert.deepEqual(material(readFen(START), now, "white"), { taken: ["p"], ahead: 8 });
  const queens = readFen("rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/QRNBQKBN w - - 0 1");
  assert.deepEqual(material(readFen(START), queens, "white").taken, ["r"]);
});

test("half-moves and squares are said in words", () => {
  for (const [san, words] of [
    ["e4", "e4"],
    ["Nbxd7+", "knight b takes d7, check"],
    ["exd8=Q#", "e takes d8, becomes a queen, checkmate"],
    ["O-O-O", "castles long"],
    ["N@f3", "knight dropped on f3"],
    ["Z7", "Z7"],
  ] as const) {
    assert.equal(sanInWords(san), words);
  }
  assert.equal(
    sanInWords("Qxg6+", "White has given the third check"),
    "queen takes g6, White has given the third check",
    "what ends a variant's game is no mate",
  );
  assert.deepEqual([{ code: 255, glyph: "" }, { code: 1, glyph: "!" }].map(nagText), ["$255", "!"]);
  assert.equal(squareInWords("e4", { letter: "n", color: "black" }), "e4, black knight");
});

test("a glyph replaces the one of its group, and goes where it was there", () => {
  assert.deepEqual(toggled([1, 14], 2), [14, 2]);
  assert.deepEqual(toggled([14, 2], 2), [14]);
  assert.deepEqual(toggled([2], 146), [2, 146]);
  assert.equal(new Set(GLYPHS.map(({ code }) => code)).size, GLYPHS.length);
});

test("clocks and evaluations are written as players write them", () => {
  assert.deepEqual([5400, 65, 9.4, 59.5, 0].map(clockText), ["1:30:00", "1:05", "0:09.4", "0:59", "0:00"]);
  assert.deepEqual([{ cp: 25 }, { cp: -1234 }, { mate: -3 }, { mate: -Infinity }, { cp: 0 }].map(evaluationText), [
    "+0.3",
    "-12",
    "-#3",
    "-#",
    "0.0",
  ]);
  assert.equal(whiteShare({ cp: 0 }), 50);
  assert.ok(whiteShare({ cp: 100 }) > 55 && whiteShare({ mate: -1 }) === 0);
});
