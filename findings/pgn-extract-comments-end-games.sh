#!/bin/bash
# pgn-extract 19-04 (Debian 12: pgn-extract 19.04-1).
#
# One would guess: a comment may stand where PGN allows it (5: anywhere), and the most used tool for files of games reads it.
# It is so: a comment between a number and its half-move (`1. {a} e4`) ends the game there: one game comes out as two, the
#   first with the tags and without moves, the second with the moves and without tags. With `-s` nothing is said, and the
#   exit code is 0.
# Why it matters: collections are filtered and split with it. After that the moves belong to nobody.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq -o APT::Sandbox::User=root download pgn-extract=19.04-1
dpkg -x pgn-extract_*.deb .
printf '[Event "Behind the number"]\n[White "W"]\n\n1. {a} e4 e5 *\n' >before.pgn
printf '[Event "Behind the half-move"]\n[White "W"]\n\n1. e4 {a} e5 *\n' >after.pgn
for file in before after; do
  echo "== $file: exit code $(usr/games/pgn-extract -s -o$file.out $file.pgn >/dev/null 2>&1; echo $?)"
  grep -v '?"\]$' $file.out
done >seen
cat seen
[[ $(grep -c '^\[Event ' before.out) == 2 && $(grep -c '^\[Event ' after.out) == 1 ]]
[[ $(grep -n 'Behind the number' before.out | cut -d: -f1) -lt $(grep -n '1. e4' before.out | cut -d: -f1) ]]
[[ $(sed '1,/^\[Event "?"\]/d' before.out) == *'1. e4 e5'* ]]
grep -q 'before: exit code 0' seen
