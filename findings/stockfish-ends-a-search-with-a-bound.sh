#!/bin/bash
# Stockfish 15.1 (Debian 12: stockfish 15.1-4) and python-chess 1.11.2 (PyPI: chess), whose `analyse` gives a position's
# evaluation for scripts that annotate games.
#
# One would guess: what a search to a number of nodes ends with is its evaluation, and `info["score"]` is that.
# It is so: a search that is cut off by its nodes mostly ends within an aspiration window. Its last line says `lowerbound`
#   or `upperbound`, so the true score lies beyond, and `analyse` returns this line: of the 28 positions below 24, up to
#   94 centipawns from the last score that the same search found exactly. That it is a bound, only the keys `lowerbound`
#   and `upperbound` beside the score tell. With a depth instead of nodes no search ends so.
# Why it matters: nodes are the one limit that gives the same result each time, so annotations that are to be compared are
#   made with them. Who writes the last score as `[%eval]` writes bounds, and finds blunders in the differences of two.
#   The evaluation is the last score without a bound.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq -o APT::Sandbox::User=root download stockfish=15.1-4
dpkg -x stockfish_*.deb .
python3 -m venv venv
venv/bin/pip -q install chess==1.11.2
cat >bounds.py <<'PY'
import chess
import chess.engine

MOVES = "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5 Bb5+ c6 dxc6 bxc6 Be2 h6 Nf3 e4 Ne5 Bd6 d4 exd3 Nxd3 Qc7 b3 O-O Bb2 Nd5"


def bounds(limit):
    """The number of positions whose evaluation is a bound, and the largest distance to an exact one of the same search."""
    board, found, distance = chess.Board(), 0, 0
    for move in MOVES.split():
        info = engine.analyse(board, limit, game=object())
        if info.get("lowerbound") or info.get("upperbound"):
            found += 1
            with engine.analysis(board, limit, game=object()) as lines:
                exact = [line["score"] for line in lines if "score" in line and not {"lowerbound", "upperbound"} & line.keys()]
            distance = max(distance, abs(info["score"].relative.score() - exact[-1].relative.score()))
        board.push_san(move)
    return found, distance


with chess.engine.SimpleEngine.popen_uci("usr/games/stockfish") as engine:
    engine.configure({"Threads": 1, "Hash": 16})
    print("positions:", len(MOVES.split()))
    print("5000 nodes: bounds, most centipawns away:", *bounds(chess.engine.Limit(nodes=5_000)))
    print("depth 9: bounds, most centipawns away:", *bounds(chess.engine.Limit(depth=9)))
PY
seen=$(venv/bin/python bounds.py)
echo "$seen"
[[ $seen == *'positions: 28'*'5000 nodes: bounds, most centipawns away: 24 94'*'depth 9: bounds, most centipawns away: 0 0'* ]]
