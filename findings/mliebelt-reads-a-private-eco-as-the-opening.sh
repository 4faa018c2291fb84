#!/bin/bash
# @mliebelt/pgn-parser 1.4.19, the parser of several boards for web pages.
#
# One would guess: the names of tags are case-sensitive (PGN 8.1.1), so that a private tag `[eco "…"]` beside `[ECO "…"]` is
#   another tag, as it is for python-chess, chessops and pgn-extract.
# It is so: both are stored as ECO, and the last one wins, also where it is no code. And a comment behind the last
#   variation of a game becomes a game of its own, without tags and moves, between this game and the next one.
# Why it matters: a count of games is wrong, and an index beside such a board is off by one from there on. A comment
#   before the variation is read as it stands.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit --ignore-scripts --prefix . @mliebelt/pgn-parser@1.4.19 >/dev/null
cat >read.mjs <<'JS'
import parser from '@mliebelt/pgn-parser';
const [game] = parser.parseGames('[ECO "B00"]\n[eco "see chapter 3"]\n\n1. e4 *\n');
console.log('ECO:', game.tags.ECO, '| eco:', game.tags.eco);
const read = movetext => parser.parseGames(`[White "a"]\n\n${movetext} *\n\n[White "b"]\n\n1. d4 *\n`);
for (const movetext of ['1. e4 {behind} (1. c4)', '1. e4 (1. c4) {behind}']) {
  console.log(movetext, '->', read(movetext).map(game => `${game.tags?.White ?? '-'}/${game.moves.length}`).join(' '));
}
JS
seen=$(node read.mjs)
echo "$seen"
[[ $seen == *'ECO: see chapter 3 | eco: undefined'* ]]
[[ $seen == *'1. e4 {behind} (1. c4) -> a/1 b/1'* && $seen == *'1. e4 (1. c4) {behind} -> a/1 -/0 b/1'* ]]
