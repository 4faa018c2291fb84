// Games as rows of a list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gameRow, surname } from "../src/game_row";

test("a row has the surnames, the result, the opening's code and the year", () => {
  const tags = '[Event "London"]\n[Date "1851.06.21"]\n[White "Anderssen, Adolf"]';
  const row = gameRow("Anderssen, Adolf - Kieseritzky, Lionel", "London, round 3, 1-0, C33 King's Gambit Accepted", tags);
  assert.deepEqual(row, { players: "Anderssen – Kieseritzky", columns: ["1-0", "C33", "1851"] });
  const drawn = gameRow("A - B", "Tal, 1-0, Memorial, 1/2-1/2", '[Date "????.??.??"]');
  assert.deepEqual(drawn, { players: "A – B", columns: ["½-½"] });
  assert.deepEqual(gameRow("Game 7", "A00", ""), { players: "Game 7", columns: ["A00"] });
});

test("a surname is found however a name is written", () => {
  for (const [name, expected] of [
    ["Carlsen, Magnus", "Carlsen"],
    ["Carlsen,M", "Carlsen"],
    ["Magnus Carlsen", "Carlsen"],
    ["Carlsen M.", "Carlsen"],
    ["Loek van Wely", "van Wely"],
    ["van Wely, Loek", "van Wely"],
    ["Maxime Vachier-Lagrave", "Vachier-Lagrave"],
    ["Stockfish 16 NNUE", "Stockfish 16 NNUE"],
    ["DrNykterstein", "DrNykterstein"],
    ["?", "?"],
  ] as const) {
    assert.equal(surname(name), expected);
  }
});
