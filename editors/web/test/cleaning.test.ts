// Games in the texts of pages, books and mails: every half-move comes back, with the signs that PGN has for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cleaned } from "../src/documents/cleaning";

/** The games in a text, on one line. */
const games = (text: string): string | undefined => cleaned(text)?.text.replace(/\s+/g, " ").trim();
const both = (text: string): [string | undefined, string[] | undefined] => [games(text), cleaned(text)?.leftOut];
const OPENING = "1. e4 e5 2. Nf3 Nc6";

test("signs that are glued to half-moves become NAGs", () => {
  const signs = { "±": 16, "∓": 17, "⩲": 14, "⩱": 15, "+=": 14, "=+": 15, "+/=": 14, "+/-": 16, "-/+": 17, "+-": 18, "−+": 19, "=": 10, "∞": 13, "□": 7, N: 146 };
  for (const [sign, nag] of Object.entries(signs)) {
    assert.deepEqual(both(`1. e4 e5 2. ♘f3 ♞c6 3. ♗b5${sign} a6 4. ♗a4 ♞f6 1-0`), [`${OPENING} 3. Bb5 $${nag} a6 4. Ba4 Nf6 1-0`, []], sign);
  }
  assert.equal(games("1.\ne4\ne5\n2.\nNf3\nNc6\n3.\nBb5±\na6∓\n4.\nBa4\nNf6=\n"), `${OPENING} 3. Bb5 $16 a6 $17 4. Ba4 Nf6 $10 *`);
  assert.equal(games("1. e4 e5 2. ♘f3 ♘c6 3. ♗b5!?± a6 N 4. ♗a4 ± ♘f6"), `${OPENING} 3. Bb5!? $16 a6 $146 4. Ba4 $16 Nf6 *`);
  assert.equal(games("1. e4 e5 2. ♕h5 ♔e7 3. ♕xe5+- d6 4. ♕xd6+-+ "), "1. e4 e5 2. Qh5 Ke7 3. Qxe5 $18 d6 4. Qxd6+ $19 *");
});

test("daggers and words are checks and mates", () => {
  for (const check of ["†", "ch", " ch", " ch.", "+", "dbl ch", " dbl. ch", " dis ch", "††"]) {
    assert.deepEqual(both(`1. e4 e5 2. ♗c4 ♘f6 3. ♗xf7${check} ♔xf7 4. ♘f3`), ["1. e4 e5 2. Bc4 Nf6 3. Bxf7+ Kxf7 4. Nf3 *", []], check);
  }
  for (const mate of ["‡", "#", "mate", " mate"]) {
    assert.deepEqual(both(`1. e4 e5 2. ♕h5 ♘c6 3. ♗c4 ♘f6 4. ♕xf7${mate} 1-0`), ["1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", []], mate);
  }
});

test("a pawn becomes a figurine or a piece in parentheses", () => {
  for (const piece of ["=♕", "♕", "(♕)", "=Q", "(Q)", "Q"]) {
    const text = `1. e4 d5 2. exd5 c6 3. dxc6 ♘f6 4. cxb7 ♗d7 5. bxa8${piece} e5 6. a4 ♗b4`;
    assert.deepEqual(both(text), ["1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Bd7 5. bxa8=Q e5 6. a4 Bb4 *", []], piece);
  }
});

test("what blanks and line ends have broken is whole", () => {
  const text = "1. e4 e5 2. ♘f3 ♘c6 3. ♗b5 a6 4. ♗xc6 dxc6 5. 0-\n0 f6 6. d4 exd4 7. ♘x-\nd4 c5";
  assert.deepEqual(both(text), [`${OPENING} 3. Bb5 a6 4. Bxc6 dxc6 5. 0-0 f6 6. d4 exd4 7. Nxd4 c5 *`, []]);
  assert.equal(games("1. d4 d5 2. ♘c3 ♘c6 3. ♗f4 ♗f5 4. ♕d2 ♕d7 5. 0 - 0 - 0 O – O – O 1 - 0"), "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 O-O-O 1-0");
  assert.equal(games("1. e2-\ne4 e7-e5 2. Ng1-\nf3 Nb8-c6 3. ♗\nb5 a6"), "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bb5 a6 *");
  assert.equal(games("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-\nO d6 5. d3"), `${OPENING} 3. Bc4 Bc5 4. O-O d6 5. d3 *`);
  assert.equal(games("1. d4 d5 2. ♘c3 ♘c6 3. ♗f4 ♗f5 4. ♕d2 ♕d7 5. 0\n- 0 - 0 0 - 0 -\n0"), "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 0-0-0 *");
  assert.equal(games("1 e4 e5 2 Nf3 Nc6 1-\n0"), `${OPENING} 1-0`);
});

test("null moves are half-moves, and other dashes are not", () => {
  assert.deepEqual(both("1. e4 e5 2. -- Nc6 3. Z0 d6 4. Nf3 {ok}"), ["1. e4 e5 2. -- Nc6 3. -- d6 4. Nf3 {ok} *", []]);
  assert.equal(games("1. e4 e5 2. ♘f3 -- 3. d4 exd4"), "1. e4 e5 2. Nf3 -- 3. d4 exd4 *");
  assert.equal(games("1. e4 - e5 2. ♘f3 -- a good move\n2... ♘c6"), `${OPENING} *`);
});

test("evaluations that are glued to half-moves are left out", () => {
  assert.deepEqual(both("1\ne4+0.3\ne5+0.2\n2\nQh5−0.4\nKe7??-1.2\n3\nQxe5+#1\n"), ["1. e4 e5 2. Qh5 Ke7?? 3. Qxe5+ *", ["+0.3", "+0.2", "−0.4", "-1.2", "#1"]]);
  assert.deepEqual(both("1\ne40.0\ne5\n2\nNf3\nNc6[2]"), [`${OPENING} *`, ["0.0", "[2]"]]);
});

test("variations may have square brackets", () => {
  const text = "1. e4 e5 2. ♘f3 ♘c6 [2...d6 3. d4 exd4\n(3...♘f6) 4. ♘xd4±] 3. ♗b5 a6";
  assert.deepEqual(both(text), [`${OPENING} (2... d6 3. d4 exd4 (3... Nf6) 4. Nxd4 $16) 3. Bb5 a6 *`, []]);
  assert.deepEqual(both("1. e4 {see [2. Nf3]} e5 [%clk 1] 2. ♘f3 ♘c6"), ["1. e4 {see [2. Nf3]} e5 2. Nf3 Nc6 *", ["[%clk 1]"]]);
});

test("parentheses without half-moves go with what is in them", () => {
  for (const words of ["(D)", "(Diagramm)", "(Diagram 3)", "(ECO C41)", ":-)"]) {
    assert.equal(games(`Game :-( ${words}\n1. e4 e5 2. ♘f3 ${words} ♘c6 ${words} 3. ♗b5 a6`), `${OPENING} 3. Bb5 a6 *`, words);
  }
});

test("results may have colons", () => {
  for (const [written, result] of [["½:½", "1/2-1/2"], ["1:0", "1-0"], ["0 : 1", "0-1"], ["½ – ½", "1/2-1/2"], ["0 - 1", "0-1"]]) {
    assert.deepEqual(both(`1. e4 e5 2. ♘f3 ♘c6 ${written}`), [`${OPENING} ${result}`, []]);
  }
  assert.equal(games("1. e4 e5 2. ♘f3 ♘c6\nTal leads 1:0 in the match.\n3. ♗b5 a6"), `${OPENING} 3. Bb5 a6 *`);
});

test("a quoted mail has its tags", () => {
  const mail = '> Hi, my game:\n> [White "Me"]\n> [Black "You"]\n>\n> 1. f3 e5 2. g4 Qh4# 0-1\n>\n> best regards';
  assert.deepEqual(both(mail), ['[White "Me"] [Black "You"] 1. f3 e5 2. g4 Qh4# 0-1', ["Hi, my game:", "best regards"]]);
});

test("what cannot be read where a half-move must be is not lost", () => {
  assert.deepEqual(both("1. e4 e5 2. ♘f3 ♘c6 3. ♗b5% a6 4. ♗a4~ ♘f6"), [`${OPENING} 3. ♗b5% a6 4. ♗a4~ Nf6 *`, []]);
  assert.deepEqual(both("1 e4 e5 2. ltJf3 ltJc6 3 ♗b5 a6"), ["1. e4 e5 2. ltJf3 ltJc6 3. Bb5 a6 *", []]);
  assert.equal(games("1. e4 e5 2. ♘f3 ltJB 3. ♗b5 a6 4. ♗a4 ♘f6"), "1. e4 e5 2. Nf3 {ltJB} 3. Bb5 a6 4. Ba4 Nf6 *");
  assert.equal(games("1. e4 e5 2. ltJB ♘c6 3. ♗b5 a6"), "1. e4 e5 {2. ltJB ♘c6} 3. Bb5 a6 *");
});

test("moves that are only spoken of are not played", () => {
  const text = "1. e4 e5 2. ♘f3 ♘c6\nAfter Nf6, d4 and O-O White is better.\n7. d4 was seen before. Better was 3. d4 exd4 4. ♘xd4.\n3. ♗b5 ∆ ♗xc6 a6";
  assert.deepEqual(both(text)[0], `${OPENING} 3. Bb5 a6 *`);
  assert.equal(games("1. e4 e5 2. ♘f3 ♘c6 The knight should go to\nf6.\n3. ♗b5 a6 ..bxc6 has no strength\n4. ♗a4 ♘f6"), `${OPENING} 3. Bb5 a6 4. Ba4 Nf6 *`);
  assert.equal(games("1. e4 e5 2. ♘f3 ♘c6 Black should go to\nf6.\n3. ♗b5 a6 White keeps it.\n4. ♗a4 ♘f6"), `${OPENING} 3. Bb5 a6 4. Ba4 Nf6 *`);
  assert.equal(games("I want to buy 2. bread and milk at b4, c5, d6 and e7"), undefined);
  assert.equal(games("1. e4 e5 2. Cf3 Cc6 3. Ab5 a6"), undefined);
});

test("a half-move that a line begins with is played if the game goes on so", () => {
  assert.equal(games("1. e4 e5 2. ♘f3\n♘c6 Now White has a choice.\n3. ♗b5\na6 The main line."), `${OPENING} 3. Bb5 a6 *`);
  assert.equal(games("1. e4 e5 2. ♘f3\nNf6 was better.\n♘c6\n3. ♗b5 a6\n4. ♗a4\n♘e7 was seen too."), `${OPENING} 3. Bb5 a6 4. Ba4 *`);
});

test("the games of a book page stay as they were", () => {
  const book = "The Spanish.\n\n1 e4 e5 2 ♘f3 ♘c6 3 ♗b5 a6\n4 ♗a4 is the main line; after 4 ♗xc6 dxc6 5 0–0 White is happy.\n4 ♗a4 ♘f6 5 O–O ♗e7 6 ♖e1\n\n28  THE GAME\n\n6... b5 7 ♗b3 d6 ½–½\n";
  assert.equal(games(book), `${OPENING} 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1/2-1/2`);
  const analysis = "1\ne4\n+0.2\nc5\n+0.3\n2\nNf3\nd6\n3\nBc4?!\nInaccuracy. d4 was best.\n( 3. d4 cxd4 4. Nxd4 Nf6 )\n3...\nNf6\n4\nd3\ng6\n½-½\nDraw by mutual agreement";
  assert.equal(games(analysis), "1. e4 c5 2. Nf3 d6 3. Bc4?! (3. d4 cxd4 4. Nxd4 Nf6) Nf6 4. d3 g6 1/2-1/2");
});
