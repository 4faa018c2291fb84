#!/bin/bash
# PolyGlot 2.0.4 (Debian 12: polyglot 2.0.4+git20210322-1), `make-book`, whose `.bin` books engines and explorers read; read
# here by python-chess 1.11.2 (PyPI: chess).
#
# One would guess: the weights of a position in a book come from the games that reached it, an undecided game adds nothing
#   to a score, and a game counts once.
# It is so: the tag FEN is not read. Every game is played from the initial position: a game at queen odds gives moves to
#   the initial position and none to its own (where its moves are illegal there, the whole book is not written, and the
#   exit status is 0). An unfinished game (`*`) adds what a draw adds, so three moves with a win and two unfinished games
#   weigh as much as with a win and two draws. A game that comes back to a position counts there as often as it does.
#   Moves that only lost have no entry.
# Why it matters: collections hold odds games, studies and broadcasts in progress. A tool that compares its statistics
#   with a book, or fills a book, has to leave out games with a FEN and unfinished ones itself.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq -o APT::Sandbox::User=root download polyglot=2.0.4+git20210322-1
dpkg -x polyglot_*.deb .
python3 -m venv venv
venv/bin/pip -q install chess==1.11.2
cat >games.py <<'PY'
import sys

ODDS = '[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"]\n'
for number, game in enumerate(sys.argv[1:]):
    result, moves = game.split(":")
    odds = ODDS if moves.startswith("odds ") else ""
    moves = moves.removeprefix("odds ")
    print(f'[Event "{number}"]\n[Site "?"]\n[Date "2020.01.01"]\n[Round "?"]\n[White "A"]\n[Black "B"]\n[Result "{result}"]')
    print(f"{odds}\n{moves} {result}\n")
PY
cat >weights.py <<'PY'
import chess, chess.polyglot, sys

with chess.polyglot.open_reader(sys.argv[1]) as book:
    for fen in (chess.STARTING_FEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"):
        print(sorted(f"{entry.move} {entry.weight}" for entry in book.find_all(chess.Board(fen))))
PY
weights() {
    python3 games.py "$@" >games.pgn
    usr/games/polyglot make-book -pgn games.pgn -bin book.bin -min-game 1 -max-ply 8 >/dev/null
    venv/bin/python weights.py book.bin
    rm book.bin
}
unfinished=$(weights '*:1. e4 e5' '*:1. e4 e5' '1-0:1. e4 e5' '1/2-1/2:1. d4 d5' '1/2-1/2:1. d4 d5' '1-0:1. d4 d5' '0-1:1. c4 e5')
odds=$(weights '1-0:odds 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 e5' '1-0:1. d4 d5')
echo "two unfinished games and a win, two draws and a win, a loss: $unfinished"
echo "one game at queen odds that returns to its first position, one whole game: $odds"
[[ $unfinished == "['d2d4 4', 'e2e4 4']"$'\n'"[]" ]]
[[ $odds == "['d2d4 2', 'g1f3 4']"$'\n'"[]" ]]
