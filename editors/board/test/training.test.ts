// Guessing the moves of a game: what is shown, what is a right guess, what is counted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Chess } from "chessops/chess";
import { chessgroundDests } from "chessops/compat";
import { makeFen, parseFen } from "chessops/fen";
import { makeSan, parseSan } from "chessops/san";
import type { Move } from "chessops/types";
import { makeSquare } from "chessops/util";
import { readFen } from "../src/fen";
import { BEGINNING, Game } from "../src/game";
import { isMeant, meantBy, meantInLetters } from "../src/meant";
import type { GameMessage, HalfMove, Legal } from "../src/messages";
import { countAfter, lineThrough, Training } from "../src/training";
import { placesOf } from "../src/training_dialog";

const PLACE = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Half-moves as `san parent`, replayed; `--` is a null move, and what cannot be played has no board. */
function game(lines: [san: string, parent: number, more?: Partial<HalfMove>][], more: Partial<GameMessage> = {}): Game {
  const boards: (Chess | undefined)[] = [];
  const moves = lines.map(([san, parent, said], id): HalfMove => {
    const before = parent < 0 ? chess(more.start ?? START) : boards[parent];
    const after = before?.clone();
    const move = after === undefined || san === "--" ? undefined : parseSan(after, san);
    if (after !== undefined && san === "--") {
      after.turn = after.turn === "white" ? "black" : "white";
    } else if (move !== undefined) {
      after?.play(move);
    }
    const isPlayed = san === "--" || move !== undefined;
    boards.push(isPlayed ? after : undefined);
    const squares = before === undefined || move === undefined ? [] : squaresOf(before, move);
    return {
      ...{ id, parent, depth: 0, range: PLACE, number: before?.fullmoves ?? 1, color: before?.turn ?? "white" },
      ...{ san, text: san, fen: isPlayed && after !== undefined ? makeFen(after.toSetup()) : null, squares },
      ...{ check: false, ending: null, illegal: null, nags: [], before: [], comments: [], shapes: [], clock: null, spent: null, eval: null },
      ...{ findings: [], ...said },
    };
  });
  const message: GameMessage = {
    ...{ version: 1, state: null, game: 1, games: 1, range: PLACE, tags: [], variant: null, start: START, orientation: "white" },
    ...{ result: "1-0", opening: null, ending: "checkmate", binary: false, comments: [], shapes: [], findings: [] },
    ...{ moves, ...more },
  };
  return new Game(message);
}

function chess(fen: string): Chess {
  return Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
}

/** The king's own squares where it castles, as the server tells them. */
function squaresOf(board: Chess, move: Move): string[] {
  if (!("from" in move)) {
    return [makeSquare(move.to)];
  }
  const san = makeSan(board, move);
  const rank = board.turn === "white" ? 1 : 8;
  const to = san.startsWith("O-O-O") ? `c${rank}` : san.startsWith("O-O") ? `g${rank}` : makeSquare(move.to);
  return [makeSquare(move.from), to];
}

function legalOf(fen: string): Legal {
  return { dests: Object.fromEntries(chessgroundDests(chess(fen))) };
}

// 1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 (3. Bc4 $5 {Italian.}) a6 {Well.} 4. Ba4
const LINES: Parameters<typeof game>[0] = [
  ["e4", -1],
  ["e5", 0],
  ["Nf3", 1],
  ["Nc6", 2],
  ["d6", 2],
  ["d4", 4],
  ["Bb5", 3],
  ["Bc4", 3, { nags: [{ code: 5, glyph: "!?" }], comments: ["Italian."] }],
  ["a6", 6, { comments: ["Well."], shapes: [{ color: "green", from: "b5" }], nags: [{ code: 6, glyph: "?!" }] }],
  ["Ba4", 8],
];

function guess(training: Training, text: string): string {
  const fen = training.message.moves.at(-1)?.fen ?? training.message.start ?? START;
  const [meant] = meantBy(text, readFen(fen), legalOf(fen));
  assert.ok(meant !== undefined, text);
  return training.guess(meant, readFen(fen)).verdict;
}

test("what is shown ends before what is to be guessed, and says nothing of it", () => {
  const whole = game(LINES, { opening: { eco: "C70", name: "Ruy Lopez", move: 6 } });
  const training = new Training(whole, "white", 3);
  assert.deepEqual(training.message.moves.map(({ san }) => san), ["e4", "e5", "Nf3", "Nc6"]);
  const { result, ending, opening } = training.message;
  assert.deepEqual([result, ending, opening], [null, null, null]);
  assert.equal(guess(training, "d3"), "wrong");
  assert.equal(guess(training, "Bc4"), "near");
  assert.equal(guess(training, "Bb5"), "right");
  assert.equal(training.message.opening?.eco, "C70");
  assert.equal(training.expected, undefined, "it is Black's turn");
  assert.equal(training.reply()?.san, "a6");
  const reply = training.message.moves.at(-1);
  assert.deepEqual([reply?.comments, reply?.shapes, reply?.nags], [[], [], []]);
  assert.equal(guess(training, "Ba4"), "right");
  assert.deepEqual(training.message.moves.at(-2)?.comments, ["Well."], "now it may be read");
  assert.ok(training.isOver);
  assert.deepEqual(training.counts, { clean: 1, later: 1, hinted: 0, shown: 0, asked: 2 });
  assert.deepEqual(training.missed.map(({ move }) => move.san), ["Bb5"]);
});

test("hints tell the piece, its square, and then the half-move is played", () => {
  const training = new Training(game(LINES), "white", 3);
  assert.deepEqual([training.hint()?.level, training.hint()?.level], [1, 2]);
  assert.equal(training.length, 4);
  assert.equal(training.hint()?.level, 3);
  assert.equal(training.length, 5);
  assert.equal(training.hint(), undefined, "nothing is asked now");
  assert.deepEqual(training.missed.map(({ asked }) => asked.hints), [3]);
});

test("a line goes through the variation in which it begins, and ends where it cannot be played", () => {
  const whole = game([...LINES, ["Kd4", 9], ["h5", 10]]);
  assert.deepEqual(lineThrough(whole, 4), [0, 1, 2, 4, 5]);
  assert.deepEqual(lineThrough(whole, BEGINNING), [0, 1, 2, 3, 6, 8, 9]);
  assert.equal(countAfter(whole, "white", 4), 1);
  assert.equal(countAfter(whole, "both", BEGINNING), 7);
  assert.equal(countAfter(whole, "black", 9), 0);
});

test("null moves are played by themselves", () => {
  const training = new Training(game([["e4", -1], ["--", 0], ["d4", 1]]), "both", BEGINNING);
  assert.equal(training.total, 2);
  assert.equal(guess(training, "e4"), "right");
  assert.equal(training.reply()?.san, "--");
  assert.equal(guess(training, "d4"), "right");
});

test("where the text changes a training goes on from what was shown, if that is there still", () => {
  const training = new Training(game(LINES), "white", 3);
  guess(training, "Bb5");
  const other = LINES.map((line): (typeof LINES)[number] => (line[0] === "a6" ? ["Nf6", 6] : line)).slice(0, 9);
  assert.ok(training.renew(game(other)));
  assert.equal(training.reply()?.san, "Nf6");
  assert.ok(!training.renew(game(LINES)), "6... Nf6 is not there");
});

test("a training can begin here, after the opening and at the beginning", () => {
  const whole = game(LINES, { opening: { eco: "C70", name: "Ruy Lopez", move: 6 } });
  assert.deepEqual(placesOf(whole, 4).map(({ place }) => place), [4, 6, BEGINNING]);
  assert.deepEqual(placesOf(whole, 9).map(({ place }) => place), [6, BEGINNING], "nothing follows here");
  assert.deepEqual(placesOf(game(LINES), BEGINNING).map(({ place }) => place), [BEGINNING]);
});

test("what is typed is the half-move that a player means", () => {
  const castling = "r3k2r/pppq1ppp/8/8/8/2N5/PPPQ1PPP/R3K1NR w KQkq - 0 1";
  const cases: [fen: string, text: string, meant: string[]][] = [
    [START, "e4", ["e2e4"]],
    [START, "1. e2-e4!", ["e2e4"]],
    [START, "e2e4", ["e2e4"]],
    [START, "Nf3", ["g1f3"]],
    [START, "nf3", []],
    [START, "Ke2", []],
    [castling, "0-0-0", ["e1c1"]],
    [castling, "O-O", []],
    [castling, "Nge2", ["g1e2"]],
    [castling, "Ne2", ["c3e2", "g1e2"]],
    ["8/4P2k/8/8/8/8/8/K7 w - - 0 1", "e8=N", ["e7e8n"]],
    ["8/4P2k/8/8/8/8/8/K7 w - - 0 1", "e8", ["e7e8q"]],
  ];
  for (const [fen, text, expected] of cases) {
    const meant = meantBy(text, readFen(fen), legalOf(fen));
    const squares = meant.map((one) => {
      assert.ok(one.kind === "steps");
      return one.from + one.to.replace("a1", "c1") + one.promotion;
    });
    assert.deepEqual(squares.sort(), expected, text);
  }
  const pocket: Legal = { dests: {}, drops: { knight: ["f3"], pawn: ["e4"] } };
  assert.deepEqual(meantBy("N@f3", readFen(START), pocket), [{ kind: "drop", letter: "n", to: "f3" }]);
  assert.deepEqual(meantBy("@e4", readFen(START), pocket), [{ kind: "drop", letter: "p", to: "e4" }]);
  assert.deepEqual(meantBy("@e5", readFen(START), pocket), []);
});

test("every legal half-move is found again by its SAN, and no other is taken for it", () => {
  const boards = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
  ];
  for (const fen of boards) {
    const [position, board, legal] = [chess(fen), readFen(fen), legalOf(fen)];
    const sans = new Map<string, HalfMove>();
    for (const [from, all] of position.allDests()) {
      for (const to of all) {
        const isLast = position.board.getRole(from) === "pawn" && (to >= 56 || to < 8);
        for (const promotion of isLast ? (["queen", "knight"] as const) : [undefined]) {
          const san = makeSan(position, promotion === undefined ? { from, to } : { from, to, promotion });
          const whole = game([[san, -1]], { start: fen });
          sans.set(san, whole.message.moves[0] as HalfMove);
        }
      }
    }
    assert.ok(sans.size > 5);
    for (const san of sans.keys()) {
      const found = meantBy(san, board, legal);
      assert.equal(found.length, 1, san);
      const [meant] = found;
      assert.ok(meant !== undefined);
      const same = [...sans].filter(([, move]) => isMeant(move, meant, board)).map(([one]) => one);
      assert.deepEqual(same, [san]);
      const told = meantInLetters(meant, board).replace(/^([NBRQ])/, "$1[a-h1-8]{0,2}").replace(/\$/g, "");
      assert.match(san, new RegExp(`^${told}[+#]?$`), san);
    }
  }
});

test("blunders are asked for what was better than they are", () => {
  const evaluated = (cp: number) => ({ eval: { cp } });
  const whole = game([
    ["e4", -1, evaluated(30)],
    ["e5", 0, evaluated(25)],
    // White loses a little, and then a lot; only where the text has something else, it is asked for.
    ["Bc4", 1, evaluated(-30)],
    ["Nc6", 2, evaluated(-20)],
    ["Bxf7+", 3, evaluated(-350)],
    ["Nf3", 3, { depth: 1 }],
    ["d3", 3, { depth: 1 }],
    ["Kxf7", 4, evaluated(-340)],
    ["Qh5+", 7, evaluated(-700)],
  ]);
  assert.equal(countAfter(whole, "both", BEGINNING, "blunders"), 1);
  assert.equal(countAfter(whole, "black", BEGINNING, "blunders"), 0);
  const training = new Training(whole, "both", BEGINNING, "blunders");
  const expected = (): string | undefined => training.expected?.san;
  assert.equal(expected(), undefined);
  assert.equal(training.reply()?.san, "Nc6", "what lies between is played at once");
  assert.equal(expected(), "Bxf7+");
  const board = readFen(whole.move(3)?.fen ?? START);
  const steps = (from: string, to: string) => ({ kind: "steps", from, to, promotion: "" }) as const;
  assert.equal(training.guess(steps("c4", "f7"), board).verdict, "near", "the blunder itself");
  assert.equal(training.guess(steps("a2", "a3"), board).verdict, "wrong");
  assert.equal(training.better?.san, "Nf3");
  assert.deepEqual(
    [training.guess(steps("d2", "d3"), board)].map(({ verdict, move }) => [verdict, move?.san]),
    [["right", "d3"]],
  );
  assert.equal(training.last?.san, "Bxf7+", "the game goes on with what was played");
  training.reply();
  assert.ok(training.isOver);
  assert.deepEqual(training.counts, { clean: 0, later: 1, hinted: 0, shown: 0, asked: 1 });
});
