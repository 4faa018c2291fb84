// The curve of a game from what its text says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { areaOf, mainLine, pointsOf } from "../src/curve";
import { Game } from "../src/game";
import type { Evaluation, GameMessage, HalfMove } from "../src/messages";

const played = (id: number, parent: number, depth: number, evaluation: Evaluation | null): HalfMove =>
  ({ id, parent, depth, color: id % 2 === 0 ? "white" : "black", eval: evaluation }) as HalfMove;
const gameOf = (moves: HalfMove[]): Game => new Game({ moves } as GameMessage);

test("the curve has the evaluations of the main line alone", () => {
  const game = gameOf([
    played(0, -1, 0, { cp: 0 }),
    played(1, 0, 0, null),
    played(2, 0, 1, { cp: 900 }),
    played(3, 1, 0, { mate: -3 }),
  ]);
  const line = mainLine(game);
  assert.deepEqual(line, [0, 1, 3]);
  const points = pointsOf(game, line);
  assert.deepEqual(points.map(({ id, ply, share }) => [id, ply, share]), [[0, 1, 50], [3, 3, 0]]);
  assert.equal(areaOf(points, line.length), "M0 100V50.0L1 50.0L3 100.0L3 100.0V100Z");
});

test("a game without evaluations has no curve", () => {
  const game = gameOf([played(0, -1, 0, null)]);
  assert.equal(areaOf(pointsOf(game, mainLine(game)), 1), "");
});
