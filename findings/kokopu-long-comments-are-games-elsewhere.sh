#!/bin/bash
# kokopu 4.13.4 writes, python-chess 1.11.2 and chessops 0.15.1 read.
#
# One would guess: a game that a well-kept library writes is one game for every other library.
# It is so: kokopu sets a "long" comment apart by empty lines, as its documentation shows, in the middle of the movetext.
#   python-chess and chessops (lichess) end a game at an empty line: one game of three half-moves becomes three games, of
#   one half-move, none, and the rest, which chessops hands on as half-moves of the initial position, and python-chess
#   drops, because Black is not to move there.
# Why it matters: an annotated file that went through kokopu arrives on lichess cut up, and no program says so.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit --ignore-scripts --prefix . kokopu@4.13.4 chessops@0.15.1 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check chess==1.11.2

cat >write.mjs <<'JS'
import { Game, pgnWrite } from 'kokopu';
import { parsePgn } from 'chessops/pgn';
import { writeFileSync } from 'node:fs';
const game = new Game();
const e4 = game.mainVariation().play('e4');
e4.comment('A long comment.', true);
e4.play('e5').play('Nf3');
const text = pgnWrite(game);
writeFileSync('game.pgn', text);
console.log(text.slice(text.indexOf('1. e4')));
console.log('chessops:', parsePgn(text).map(g => [...g.moves.mainline()].length).join(' '));
JS
cat >read.py <<'PY'
import chess.pgn, logging
logging.disable(logging.CRITICAL)
with open("game.pgn") as file:
    games = iter(lambda: chess.pgn.read_game(file), None)
    print("python-chess:", *(len(list(game.mainline_moves())) for game in games))
PY
seen=$(node write.mjs && venv/bin/python read.py)
echo "$seen"
[[ $seen == *$'1. e4\n\n{A long comment.}\n\n1... e5 2. Nf3 *'* ]]
[[ $seen == *'chessops: 1 0 2'* && $seen == *'python-chess: 1 0 0'* ]]
