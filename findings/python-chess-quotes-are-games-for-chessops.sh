#!/bin/bash
# python-chess 1.11.2 writes, chessops 0.15.1 reads, and the other way round.
#
# One would guess: both follow PGN 7, where `\"` stands for a quotation mark within a tag's value.
# It is so: chessops does. python-chess neither writes nor reads the backslash: it writes `[Event "The "Big" One"]`, of which
#   chessops makes two games, the first one without tags and moves; and it hands on the backslashes of what chessops
#   writes as a part of the name. So one game has three names for its event, after which program saw it last.
# Why it matters: studies go from scripts to lichess and back. A checker has to say which of the two writings is read by
#   whom, and an exporter has no writing of a quotation mark that both read alike.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit --ignore-scripts --prefix . chessops@0.15.1 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check chess==1.11.2
cat >write.py <<'PY'
import chess, chess.pgn
game = chess.pgn.Game()
game.headers["Event"] = 'The "Big" One'
game.add_main_variation(chess.Move.from_uci("e2e4"))
print(game, file=open("python.pgn", "w"))
PY
cat >both.mjs <<'JS'
import { defaultGame, makePgn, parsePgn } from 'chessops/pgn';
import { readFileSync, writeFileSync } from 'node:fs';
const games = parsePgn(readFileSync('python.pgn', 'utf8'));
console.log('chessops reads', games.length, 'games:', games.map(g => g.headers.get('Event')).join(' and '));
const game = defaultGame();
game.headers.set('Event', 'The "Big" One');
writeFileSync('chessops.pgn', makePgn(game));
JS
cat >read.py <<'PY'
import chess.pgn
print("python-chess reads", chess.pgn.read_game(open("chessops.pgn")).headers["Event"])
PY
venv/bin/python write.py
seen=$(head -n 1 python.pgn; node both.mjs; head -n 1 chessops.pgn; venv/bin/python read.py)
echo "$seen"
[[ $seen == *'[Event "The "Big" One"]'*'chessops reads 2 games: ? and ?'* ]]
[[ $seen == *'[Event "The \"Big\" One"]'*'python-chess reads The \"Big\" One'* ]]
