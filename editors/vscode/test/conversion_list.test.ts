// The conversions that a server offers, by notation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byNotation } from "../src/conversion_list";

test("a notation is named by its letters, and says for what it is offered, this game first", () => {
  const titles = [
    "Convert this game to Friendly Coordinate Notation (FCN)",
    "Convert this game to Forsyth-Edwards Notation (FEN), with losses: FEN records the board after `e2e5`, but not how (so), and 1 more",
    "Convert all games to Variable Game Notation (VGN) in a new file",
    "Convert the whole file to Friendly Coordinate Notation (FCN); games that would lose data are skipped",
    "Convert all games to Binary Compressed FEN (BCFEN) in a new file",
  ];
  const found = byNotation(titles.map((title) => ({ title })));
  assert.deepEqual(
    found.map(({ name, fullName, conversions }) => [name, fullName, ...conversions.map(({ scope }) => scope)]),
    [
      ["FCN", "Friendly Coordinate Notation", "This game", "The whole file"],
      ["FEN", "Forsyth-Edwards Notation", "This game"],
      ["VGN", "Variable Game Notation", "All games, in a new file"],
      ["BCFEN", "Binary Compressed FEN", "All games, in a new file"],
    ],
  );
  const remarks = found.map(({ conversions }) => conversions.map(({ remark }) => remark));
  assert.deepEqual(remarks[0], ["", "games that would lose data are skipped"]);
  assert.deepEqual(remarks[1], ["with losses: FEN records the board after `e2e5`, but not how (so), and 1 more"]);
});
