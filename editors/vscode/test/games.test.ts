import assert from "node:assert/strict";
import { test } from "node:test";
import { boardOf, gameSnippet, withTurn } from "../src/game_text";
import { foundIn, matches } from "../src/games_filter";

test("a filter keeps games that have all that is typed, whatever the accents", () => {
  const text = "Müller, Jörg - Carlsen, Magnus 1-0";
  const clean = { errors: 0, warnings: 0, codes: new Set<string>() };
  assert.ok(matches("", text, clean));
  assert.ok(matches("carlsen muller 1-0", text, clean));
  assert.ok(!matches("carlsen 0-1", text, clean));
  assert.ok(!matches("carlsen errors", text, clean));
  assert.ok(matches("Carlsen errors", text, { ...clean, errors: 2 }));
});

test("a filter keeps games by what is found in them", () => {
  const codes = ["illegal-move", "missing-roster-tag", "stray-text"];
  const found = foundIn({ games: 3, judged: 3, codes, found: [[1, 1, 0, 0], [2, 0, 1, 1, 2]] });
  const keeps = (filter: string) => [1, 2, 3].map((number) => matches(filter, "A - B", found(number)));
  assert.deepEqual(keeps("errors"), [true, false, false]);
  assert.deepEqual(keeps("warnings"), [false, true, false]);
  assert.deepEqual(keeps("findings a"), [true, true, false]);
  assert.deepEqual(keeps("illegal-move"), [true, false, false]);
  assert.deepEqual(keeps("missing-roster-tag b"), [false, true, false]);
});

test("a FEN is known, also with parts missing or as a tag, and other text is not", () => {
  const full = "8/8/4k3/8/2R5/4P3/4K3/8 w - - 0 1";
  assert.deepEqual(boardOf(full), { fen: full, isSideSaid: true, faults: [] });
  assert.deepEqual(boardOf("8/8/4k3/8/2R5/4P3/4K3/8"), { fen: full, isSideSaid: false, faults: [] });
  assert.deepEqual(boardOf(`[FEN "${full}"]`), boardOf(full));
  assert.equal(withTurn(full, "b"), full.replace(" w ", " b "));
  for (const other of [
    "",
    "1. e4 e5",
    "8/8/4k3/8/2R5/4P3/4K3 w - - 0 1",
    "9/8/4k3/8/2R5/4P3/4K3/8 w",
    "8/8/4k3/8/2R5/4P3/4K3/8 w - - 0 1 ${1}",
  ]) {
    assert.equal(boardOf(other), undefined, other);
  }
});

test("what no board of chess has is told", () => {
  for (const [board, faults] of [
    ["8/8/8/8/8/8/8/8", ["White has no king", "Black has no king"]],
    ["k6k/8/8/8/8/8/8/K7", ["Black has 2 kings"]],
    ["k6P/8/8/8/8/8/8/K7", ["a pawn stands on the first or the eighth rank"]],
    ["k7/8/8/8/8/8/8/K6p", ["a pawn stands on the first or the eighth rank"]],
    ["k7/p7/8/8/8/8/P7/K7", []],
  ] as const) {
    assert.deepEqual(boardOf(`${board} w - - 0 1`)?.faults, faults, board);
  }
});

test("a new game has the seven tags, and its board where one is given", () => {
  const today = new Date(2024, 4, 1);
  assert.match(
    gameSnippet(undefined, false, today),
    /^\[Event "\$\{1:\?\}"\]\n[^]*\[Date "\$\{3:2024\.05\.01\}"\][^]*\n\n\$0\*\n$/,
  );
  assert.match(gameSnippet("F", false, today), /\[SetUp "1"\]\n\[FEN "F"\]/);
  assert.match(gameSnippet("F", true, today), /^\[GameFormat "VGN:Variable Game Notation"\]\n[^]*\[SetUp "FEN:F"\]/);
});
