#!/bin/bash
# pgn-extract 19-04 (Debian 12: pgn-extract 19.04-1) writes, python-chess 1.11.2 reads.
#
# One would guess: `-Wuci` writes moves as the UCI protocol has them, so that an engine or a library takes them.
# It is so: a promotion is written with a capital letter, `a7a8Q`. The protocol writes `a7a8q`, and python-chess, which
#   many scripts put behind it, raises an error at it.
# Why it matters: it shows with the first promotion of a collection only. A reader of UCI should take both letters, and a
#   comparison of conversions with this program must fold them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq -o APT::Sandbox::User=root download pgn-extract=19.04-1
dpkg -x pgn-extract_*.deb .
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check chess==1.11.2
printf '[Event "?"]\n[SetUp "1"]\n[FEN "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8=Q Kd6 *\n' >game.pgn
usr/games/pgn-extract -s -Wuci game.pgn | tail -n 2 >moves
cat >read.py <<'PY'
import chess
for word in open("moves").read().split()[:-1]:
    try:
        print(word, "is", chess.Move.from_uci(word))
    except chess.InvalidMoveError as error:
        print(word, "is refused:", error)
PY
seen=$(venv/bin/python read.py)
echo "$seen"
[[ $seen == *'a7a8Q is refused'* && $seen == *'e7d6 is e7d6'* ]]
