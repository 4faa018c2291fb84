// A game as a tree, and as rows of a move list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wholeGame, type SparseGame } from "../src/answer";
import { evaluationOf } from "../src/evaluation";
import { BEGINNING, Game } from "../src/game";
import { rowsOf } from "../src/rows";
import { Walk } from "../src/walk";

const PLACE = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

type Some = SparseGame["moves"][number];

/** Half-moves as `san parent`, with what else is said of them. */
function sparse(
  moves: [san: string, parent: number, more?: Partial<Some>][],
  more: Partial<SparseGame> = {},
): SparseGame {
  const made = moves.map(([text, parent, said], id): Some => {
    const ply = parent === -1 ? 0 : undefined;
    return {
      id,
      parent,
      range: PLACE,
      number: 1,
      color: ply === 0 ? "white" : "black",
      text,
      fen: "8/8/8/8/8/8/8/8 w - - 0 1",
      ...said,
    };
  });
  // Sides and numbers follow from the lines.
  const plies: number[] = [];
  for (const move of made) {
    const ply = move.parent < 0 ? 0 : (plies[move.parent] ?? 0) + 1;
    plies.push(ply);
    move.color = ply % 2 === 0 ? "white" : "black";
    move.number = Math.floor(ply / 2) + 1;
  }
  return { range: PLACE, tags: [], orientation: "white", moves: made, total: made.length, ...more };
}

async function game(...from: Parameters<typeof sparse>): Promise<Game> {
  const message = await wholeGame(() => Promise.resolve(sparse(...from)));
  assert.ok(message !== null);
  return new Game(message);
}

// 1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3
const LINES: Parameters<typeof sparse>[0] = [
  ["e4", -1],
  ["e5", 0],
  ["c5", 0, { depth: 1 }],
  ["Nf3", 2, { depth: 1 }],
  ["c3", 2, { depth: 2 }],
  ["d5", 4, { depth: 2 }],
  ["d6", 3, { depth: 1 }],
  ["Nf3", 1],
];

test("an evaluation is that of a half-move, or of one not far before it on its own line", async () => {
  const evaluated = LINES.map(([san, parent, more], id): (typeof LINES)[number] => {
    return [san, parent, id === 0 || id === 2 ? { ...more, eval: { cp: id } } : (more ?? {})];
  });
  const tree = await game(evaluated);
  const found = (at: number) => {
    const { evaluation, back } = evaluationOf(tree, at) ?? { evaluation: undefined, back: 0 };
    return evaluation === undefined ? "none" : `${JSON.stringify(evaluation)} ${back} before`;
  };
  assert.deepEqual([BEGINNING, 0, 1, 7].map(found), ["none", '{"cp":0} 0 before', '{"cp":0} 1 before', '{"cp":0} 2 before']);
  assert.deepEqual([2, 3, 6].map(found), ['{"cp":2} 0 before', '{"cp":2} 1 before', '{"cp":2} 2 before']);
  assert.deepEqual([4, 5].map(found), ["none", "none"], "another line");
});

test("steps go along a line, and beside it into variations", async () => {
  const tree = await game(LINES);
  assert.equal(tree.next(BEGINNING), 0);
  assert.equal(tree.next(0), 1);
  assert.equal(tree.next(2), 3);
  assert.equal(tree.next(3), 6);
  assert.equal(tree.last(BEGINNING), 7);
  assert.equal(tree.last(4), 5);
  assert.equal(tree.beside(1, 1), 2);
  assert.equal(tree.beside(2, 1), 1);
  assert.equal(tree.beside(0, 1), undefined);
  assert.equal(tree.branch(5), 2);
  assert.equal(tree.branch(6), 0);
  assert.equal(tree.branch(7), BEGINNING);
  assert.deepEqual(
    tree.path(5).map(({ san }) => san),
    ["e4", "c5", "c3", "d5"],
  );
});

test("going back and forth stays in the variation that was walked last", async () => {
  const walk = new Walk();
  walk.load((await game(LINES)).message, undefined);
  for (const id of [5, 4, 2, 0]) {
    assert.ok(walk.go(id));
  }
  const steps: number[] = [];
  for (let next = walk.next; next !== undefined; next = walk.next) {
    walk.go(next);
    steps.push(next);
  }
  assert.deepEqual(steps, [2, 4, 5]);
  // A jump to the main line is the line from then on.
  walk.go(7);
  walk.go(1);
  walk.go(0);
  assert.equal(walk.next, 1);
  assert.ok(!walk.go(99), "no such half-move");
});

test("a place is found again in a game that has changed", async () => {
  const before = await game(LINES);
  const after = await game([
    ["e4", -1],
    ["c5", 0],
    ["e5", 0, { depth: 1 }],
    ["Nf3", 2, { depth: 1 }],
  ]);
  assert.equal(after.find(before.path(7)), 3);
  assert.equal(after.find(before.path(6)), 1);
  assert.equal(after.find([]), BEGINNING);
});

test("a place beside another of the same letters is kept where the game says more", async () => {
  const lines: typeof LINES = [
    ["e4", -1],
    ["e5", 0],
    ["c5", 0, { depth: 1 }],
    ["c5", 0, { depth: 1 }],
  ];
  const walk = new Walk();
  walk.load((await game(lines)).message, 3);
  const told = lines.map(([san, parent, more]): (typeof lines)[number] => [san, parent, { ...more, comments: ["x"] }]);
  walk.load((await game(told)).message, undefined);
  assert.equal(walk.at, 3);
});

test("a NAG without a glyph has an empty one", async () => {
  const tree = await game([["Bb3", -1, { nags: [{ code: 255 }, { code: 1, glyph: "!" }] }]]);
  assert.deepEqual(tree.move(0)?.nags, [
    { code: 255, glyph: "" },
    { code: 1, glyph: "!" },
  ]);
});

test("nobody plays on where the board has ended the game, or the result stands", async () => {
  const mated = await game(
    [
      ["e4", -1],
      ["e5", 0],
      ["f6", 0, { depth: 1, ending: "checkmate" }],
    ],
    { result: "1-0" },
  );
  assert.deepEqual(
    [BEGINNING, 0, 1, 2].map((id) => [mated.ending(id), mated.isOver(id)]),
    [
      [null, false],
      [null, false],
      [null, true],
      ["checkmate", true],
    ],
  );
  const unfinished = await game([["e4", -1]], { result: "*" });
  assert.ok(!unfinished.isOver(0));
});

test("where a half-move cannot be played, the last board that is known is shown", async () => {
  const tree = await game([
    ["e4", -1, { fen: "a w" }],
    ["Ke4", 0, { fen: null as unknown as string }],
    ["d5", 1, { fen: null as unknown as string }],
  ]);
  assert.deepEqual(tree.board(0), { fen: "a w", known: true });
  assert.deepEqual(tree.board(2), { fen: "a w", known: false });
});

test("rows are pairs of the main line, and what interrupts them", async () => {
  const tree = await game(
    LINES.map(([san, parent, more], id) =>
      id === 0 ? [san, parent, { comments: ["Best."] }] : [san, parent, more ?? {}],
    ),
    { result: "1-0", ending: "checkmate" },
  );
  const { rows, rowOf } = rowsOf(tree);
  assert.deepEqual(rows, [
    { kind: "pair", number: 1, white: 0, black: undefined },
    { kind: "comment", text: "Best." },
    { kind: "pair", number: 1, white: undefined, black: 1 },
    { kind: "line", depth: 1, parts: [2, 3], opens: true, closes: false },
    { kind: "line", depth: 2, parts: [4, 5], opens: true, closes: true },
    { kind: "line", depth: 1, parts: [6], opens: false, closes: true },
    { kind: "pair", number: 2, white: 7, black: undefined },
    { kind: "result", text: "1-0 · checkmate" },
  ]);
  assert.deepEqual([...rowOf], [0, 2, 3, 3, 4, 4, 5, 6]);
});

test("each half-move has its row, whatever the game", async () => {
  // A generator without chance: each half-move goes on from one of the last few.
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 60; round++) {
    const moves: Parameters<typeof sparse>[0] = [];
    for (let id = 0; id < 1 + next(200); id++) {
      const findings = next(9) === 0 ? [{ severity: "error" as const, code: "x", message: "Wrong." }] : [];
      moves.push([
        `m${id}`,
        id === 0 ? -1 : Math.max(-1, id - 1 - next(4)),
        { findings, comments: next(5) === 0 ? ["c"] : [] },
      ]);
    }
    const tree = await game(moves);
    const { rows, rowOf } = rowsOf(tree);
    const listed = rows.flatMap((row) =>
      row.kind === "pair"
        ? [row.white, row.black]
        : row.kind === "line"
          ? row.parts.filter((part) => typeof part === "number")
          : [],
    );
    const shown = listed.filter((id) => id !== undefined).sort((a, b) => a - b);
    assert.deepEqual(
      shown,
      moves.map((_, id) => id),
    );
    assert.ok([...rowOf].every((row) => row >= 0));
  }
});

test("a long game comes in parts, and is begun again where the text changes meanwhile", async () => {
  const all = sparse(
    Array.from({ length: 25 }, (_, id): [string, number] => [`m${id}`, id - 1]),
    { version: 1 },
  );
  let version = 1;
  const asked: number[] = [];
  const whole = await wholeGame((from) => {
    asked.push(from);
    if (asked.length === 2) {
      version = 2;
    }
    return Promise.resolve({ ...all, version, moves: all.moves.slice(from, from + 10) });
  });
  assert.deepEqual(asked, [0, 10, 0, 10, 20]);
  assert.equal(whole?.moves.length, 25);
  assert.deepEqual(whole?.moves[3]?.comments, []);
});

test("of a game that is there only what has changed is told", async () => {
  const at = (line: number, character: number) => ({
    range: { start: { line, character }, end: { line, character: character + 2 } },
  });
  // "e4 e5 (c5 Nf3)" on one line, "Nf3" on the next one.
  const known = await wholeGame(() =>
    Promise.resolve(
      sparse([
        ["e4", -1, at(3, 0)],
        ["e5", 0, at(3, 3)],
        ["c5", 0, { depth: 1, ...at(3, 7) }],
        ["Nf3", 2, { depth: 1, ...at(3, 10) }],
        ["Nf3", 1, at(4, 0)],
      ]),
    ),
  );
  assert.ok(known !== null);
  // Two lines above, and a variation of two half-moves behind e5.
  const others = sparse([["d5", 0, { depth: 1, ...at(5, 7) }], ["exd5", 2, { depth: 1, ...at(5, 10) }]]).moves;
  const kept = { first: 2, firstLines: 2, last: 3, lastLines: 2, line: 3, characters: 9 };
  const moves = others.map((move, place) => ({ ...move, id: 2 + place }));
  const now = await wholeGame(() => Promise.resolve({ ...sparse([]), moves, kept, total: 7 }), undefined, known);
  assert.deepEqual(
    now?.moves.map(({ id, parent, text, range: { start } }) => [id, parent, text, start.line, start.character]),
    [
      [0, -1, "e4", 5, 0],
      [1, 0, "e5", 5, 3],
      [2, 0, "d5", 5, 7],
      [3, 2, "exd5", 5, 10],
      [4, 0, "c5", 5, 16],
      [5, 4, "Nf3", 5, 19],
      [6, 1, "Nf3", 6, 0],
    ],
  );
  assert.equal(known.moves[2]?.id, 2, "what is known stays as it was");
});
