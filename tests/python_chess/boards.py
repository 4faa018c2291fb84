"""Compares games before and after a board has written into them, as python-chess reads them.

usage: boards.py PAIRS

Each line of the file is a JSON object: `before` and `after` are texts, `what` is `play` or `annotate`. After `play` the tree has one node
more and is else the same; after `annotate` at most one node differs, and not by its moves. Games in which python-chess finds
an error are left out.
"""

import io
import json
import logging
import sys
from collections import Counter

import chess.pgn

logging.disable(logging.CRITICAL)


def nodes(text):
    """Every node by the moves that lead to it, with what is said of it; none where the game has errors."""
    game = chess.pgn.read_game(io.StringIO(text))
    if game is None or game.errors:
        return None
    found, waiting = [], [(game, ())]
    while waiting:
        node, path = waiting.pop()
        said = (" ".join(node.comment.split()), " ".join(node.starting_comment.split()), tuple(sorted(node.nags)))
        found.append((path, said))
        waiting.extend((child, path + (child.move.uci(),)) for child in node.variations)
    main = tuple(move.uci() for move in game.mainline_moves())
    return Counter(found), main, dict(game.headers)


def fault(before, after, what):
    """What is wrong, in words; none where nothing is."""
    old, new = nodes(before), nodes(after)
    if old is None:
        return None
    if new is None:
        return "it has errors now"
    if old[2] != new[2]:
        return "the tags differ"
    if new[1][: len(old[1])] != old[1]:
        return "the main line differs"
    gone, come = list((old[0] - new[0]).elements()), list((new[0] - old[0]).elements())
    if what == "play":
        if gone or len(come) != 1 or come[0][1] != ("", "", ()):
            return f"gone {gone}, come {come}"
    elif len(gone) > 1 or len(come) > 1 or [node[0] for node in gone] != [node[0] for node in come]:
        return f"gone {gone}, come {come}"
    return None


def main():
    faults, count, left_out = [], 0, 0
    for line in open(sys.argv[1], encoding="utf-8"):
        pair = json.loads(line)
        count += 1
        left_out += nodes(pair["before"]) is None
        found = fault(pair["before"], pair["after"], pair["what"])
        if found:
            faults.append((found, pair))
    for found, pair in faults[:3]:
        print(f"{pair['what']}: {found}\n{pair['before']}\n--- becomes\n{pair['after']}")
    print(f"{len(faults)} of {count} differ; {left_out} have errors before")
    return 1 if faults or left_out * 4 > count else 0


if __name__ == "__main__":
    sys.exit(main())
