// What the tree says of results.

import assert from "node:assert/strict";
import { test } from "node:test";
import { resultText, sharesOf, totalText } from "../src/tree_panel";

test("shares are whole percent, and together a hundred", () => {
  for (const [white, draws, black] of [[1, 1, 1], [5, 0, 1], [1, 199, 1], [0, 1, 1]] as const) {
    const shares = sharesOf({ white, draws, black }) ?? [];
    assert.equal(shares.reduce((sum, [, percent]) => sum + percent, 0), 100);
    assert.ok(shares.every(([, percent]) => percent >= 0));
  }
  assert.equal(sharesOf({ white: 0, draws: 0, black: 0 }), undefined);
  assert.equal(resultText({ white: 0, draws: 0, black: 0 }), "no results");
});

test("the sum says what is not counted yet", () => {
  const none = { fen: "", games: 1, white: 0, draws: 0, black: 0, moves: [], best: [] };
  assert.equal(totalText({ ...none, complete: true, leftOut: false }), "1 game");
  const opening = { eco: "B20", name: "Sicilian Defense" };
  const text = totalText({ ...none, games: 2, white: 2, opening, complete: false, leftOut: true });
  const results = "White wins 100\u00a0%, draws 0\u00a0%, Black wins 0\u00a0%";
  assert.equal(text, `2 games · ${results} · B20 Sicilian Defense · still reading files · not all files are counted`);
});
