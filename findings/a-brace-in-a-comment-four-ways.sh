#!/bin/bash
# chess.js 1.4.0, chessops 0.15.1, kokopu 4.13.4 and python-chess 1.11.2 write one comment, `a } b`.
#
# One would guess: a comment that PGN cannot hold (5: braces do not nest, and nothing escapes them) is refused, or written
#   alike by all.
# It is so: four libraries, four texts, no error. chess.js writes `]` for the brace, chessops and python-chess drop it, and
#   kokopu writes a backslash before it, an escape that only kokopu reads: chessops drops ` b` and reads on, chess.js
#   throws. So kokopu is the one that keeps the text for itself, and loses it for all others.
# Why it matters: comments come from boards and web forms, where a brace is a letter like any other.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit --ignore-scripts --prefix . kokopu@4.13.4 chessops@0.15.1 chess.js@1.4.0 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check chess==1.11.2

cat >write.mjs <<'JS'
import { Chess } from 'chess.js';
import { Game, pgnWrite } from 'kokopu';
import { defaultGame, makePgn, parsePgn, ChildNode } from 'chessops/pgn';
const movetext = text => text.slice(text.indexOf('1. e4')).trim();
const comment = 'a } b';

const chessJs = new Chess();
chessJs.move('e4');
chessJs.setComment(comment);
console.log('chess.js:', movetext(chessJs.pgn()));

const chessops = defaultGame();
chessops.moves.children.push(new ChildNode({ san: 'e4', comments: [comment] }));
console.log('chessops:', movetext(makePgn(chessops)));

const kokopu = new Game();
kokopu.mainVariation().play('e4').comment(comment);
const text = pgnWrite(kokopu);
console.log('kokopu:', movetext(text));
console.log('chessops reads it:', JSON.stringify([...parsePgn(text)[0].moves.mainline()][0].comments));
try {
  new Chess().loadPgn(text);
} catch (error) {
  console.log('chess.js throws:', error.name);
}
JS
cat >write.py <<'PY'
import chess, chess.pgn
game = chess.pgn.Game()
game.add_main_variation(chess.Move.from_uci("e2e4"), comment="a } b")
print("python-chess:", game.accept(chess.pgn.StringExporter(headers=False)))
PY
seen=$(node write.mjs && venv/bin/python write.py)
echo "$seen"
[[ $seen == *'chess.js: 1. e4 {a ] b} *'* ]]
[[ $seen == *'chessops: 1. e4 { a  b } *'* ]]
[[ $seen == *'kokopu: 1. e4 {a \} b} *'* && $seen == *'chessops reads it: ["a \\"]'* && $seen == *'chess.js throws:'* ]]
[[ $seen == *'python-chess: 1. e4 { a  b } *'* ]]
