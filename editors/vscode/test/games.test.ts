import assert from "node:assert/strict";
import { test } from "node:test";
import { boardOf, gameSnippet } from "../src/game_text";
import { matches } from "../src/games_filter";

test("a filter keeps games that have all that is typed, whatever the accents", () => {
  const text = "Müller, Jörg - Carlsen, Magnus 1-0";
  assert.ok(matches("", text, 0));
  assert.ok(matches("carlsen muller 1-0", text, 0));
  assert.ok(!matches("carlsen 0-1", text, 0));
  assert.ok(!matches("carlsen errors", text, 0));
  assert.ok(matches("Carlsen errors", text, 2));
});

test("a FEN is known, also with parts missing or as a tag, and other text is not", () => {
  const full = "8/8/4k3/8/2R5/4P3/4K3/8 w - - 0 1";
  assert.equal(boardOf(full), full);
  assert.equal(boardOf("8/8/4k3/8/2R5/4P3/4K3/8"), full);
  assert.equal(boardOf(`[FEN "${full}"]`), full);
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

test("a new game has the seven tags, and its board where one is given", () => {
  const today = new Date(2024, 4, 1);
  assert.match(
    gameSnippet(undefined, false, today),
    /^\[Event "\$\{1:\?\}"\]\n[^]*\[Date "\$\{3:2024\.05\.01\}"\][^]*\n\n\$0 \*\n$/,
  );
  assert.match(gameSnippet("F", false, today), /\[SetUp "1"\]\n\[FEN "F"\]/);
  assert.match(gameSnippet("F", true, today), /^\[GameFormat "VGN:Variable Game Notation"\]\n[^]*\[SetUp "FEN:F"\]/);
});
