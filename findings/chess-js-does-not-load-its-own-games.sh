#!/bin/bash
# chess.js 1.4.0: `pgn()` and `loadPgn()`.
#
# One would guess: what `pgn()` returns, `loadPgn()` takes.
# It is so: two kinds of games do not come back. A null move is played with `move('--')` and written as `--`, which the
#   parser does not know; a quotation mark in a tag's value (`setHeader`) is written as it is, without PGN's backslash (7),
#   so that the string ends there. `loadPgn` throws at both, and the game is lost to who has stored nothing else.
# Why it matters: most boards in web pages store games with this pair of functions. An exporter can write neither for it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit --ignore-scripts --prefix . chess.js@1.4.0 >/dev/null
cat >there_and_back.mjs <<'JS'
import { Chess } from 'chess.js';
const thereAndBack = (name, game) => {
  const text = game.pgn();
  try {
    new Chess().loadPgn(text);
    console.log(name, 'came back');
  } catch {
    console.log(name, 'threw');
  }
  return text;
};
const plain = new Chess();
plain.move('e4');
thereAndBack('plain:', plain);
const passed = new Chess();
for (const move of ['e4', '--', 'd4']) passed.move(move);
console.log(thereAndBack('null move:', passed).split('\n').at(-1));
const quoted = new Chess();
quoted.setHeader('Event', 'The "Big" One');
quoted.move('e4');
console.log(thereAndBack('quotes:', quoted).split('\n')[0]);
JS
seen=$(node there_and_back.mjs)
echo "$seen"
[[ $seen == *'plain: came back'* ]]
[[ $seen == *'null move: threw'*'1. e4 -- 2. d4 *'* ]]
[[ $seen == *'quotes: threw'*'[Event "The "Big" One"]'* ]]
