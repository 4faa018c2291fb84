"""Compares what games say before and after a fix, as python-chess reads them.

usage: fixes.py < PAIRS

Each line is a JSON object: `before` and `after` are texts, `what` is what was done. Tags must be kept (others may come),
and moves, variations, NAGs, comments and results must be the same, in the same order; white space in comments and the
numbers of moves do not count. Prints the differences by what was done, and the exit code is 1 if there are any.
"""

import io
import json
import logging
import re
import sys
from collections import defaultdict

import chess.pgn

SHOWN = 3


TAG = re.compile(r'^\s*\[\w+\s+"([^"\\\n]|\\.)*"\s*\]\s*$')
ERROR = ("error",)


class Events(chess.pgn.BaseVisitor):
    """What a game says, in order."""

    def begin_game(self) -> None:
        self.tags: dict[str, str] = {}
        self.events: list[tuple] = []

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        # python-chess does not take the backslashes away.
        self.tags[tagname] = tagvalue.replace('\\"', '"').replace("\\\\", "\\")

    def visit_comment(self, comment: str) -> None:
        self.events.append(("comment", " ".join(comment.split())))

    def visit_nag(self, nag: int) -> None:
        self.events.append(("nag", nag))

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.events.append(("move", move.uci()))

    def begin_variation(self) -> None:
        self.events.append(("(",))

    def end_variation(self) -> None:
        self.events.append((")",))

    def visit_result(self, result: str) -> None:
        self.events.append(("result", result))

    def handle_error(self, error: Exception) -> None:
        self.events.append(ERROR)

    def result(self):
        return self


def read(text: str) -> list[Events]:
    games = []
    file = io.StringIO(text, newline=None)
    while (game := chess.pgn.read_game(file, Visitor=Events)) is not None:
        games.append(game)
    # A text without any token is no game.
    return [game for game in games if game.tags or game.events]


def said(game: Events) -> list[tuple]:
    """The events, with the NAGs of a half-move before its comments, and without `*`, which says that nothing is known."""
    events: list[tuple] = []
    nags = 0
    for event in game.events:
        if event == ("result", "*"):
            continue
        if event[0] == "nag":
            events.insert(nags, event)
        else:
            events.append(event)
        if event[0] != "comment":
            nags = len(events)
    return events


def unread(text: str) -> str | None:
    """Why python-chess does not read a game's text as it was meant, if it does not."""
    lines = text.lstrip("\ufeff").splitlines()
    kinds = "".join("t" if TAG.match(line) else "[" if line.lstrip().startswith("[") else line[:1].strip() and "x" for line in lines if line[:1] not in ("%", ";"))
    if "[" in kinds:
        return "a line begins with `[` and is no tag for python-chess"
    if "xt" in kinds:
        return "a tag stands behind what python-chess takes for movetext"
    movetext = "\n".join(line for line in lines if not TAG.match(line)).strip()
    if re.search(r"\n\s*\n", movetext):
        return "python-chess ends a game at an empty line in its movetext"
    return None


def difference(before: list[Events], after: list[Events]) -> str | None:
    if len(before) != len(after):
        return f"{len(after)} games, not {len(before)}"
    for old, new in zip(before, after):
        for name, value in old.tags.items():
            # A program that never counts says nothing with its 0.
            if new.tags.get(name) != value and (name, value) != ("PlyCount", "0"):
                return f"[{name} {value!r}] became {new.tags.get(name)!r}"
        a, b = said(old), said(new)
        if ERROR in a:
            # It reads no more of a line after its first error.
            a = a[: a.index(ERROR)]
            b = b[: len(a)]
        elif len(b) == len(a) + 1 and b[-1] == ("result", old.tags.get("Result")):
            # A terminator that was missing says what the tag says.
            b.pop()
        if a != b:
            at = next((n for n, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            return f"{a[max(0, at - 1):at + 2]} became {b[max(0, at - 1):at + 2]}"
    return None


def main() -> int:
    found = defaultdict(list)
    counts = defaultdict(int)
    for line in sys.stdin:
        pair = json.loads(line)
        before = read(pair["before"])
        why = unread(pair["before"])
        what = pair["what"] + (f" ({why})" if why else "")
        counts[what] += 1
        if (text := difference(before, read(pair["after"]))) is not None:
            found[what].append((text, pair))
    for what, differences in found.items():
        print(f"{what}: {len(differences)} of {counts[what]}")
        for text, pair in differences[:SHOWN]:
            print(f"  {text}")
            if "-v" in sys.argv:
                print("   ", json.dumps(pair["before"]), "\n   ", json.dumps(pair["after"]))
    if not found:
        print(f"{sum(counts.values())} fixes: nothing is said otherwise")
    return int(any("python-chess" not in what for what in found))


if __name__ == "__main__":
    logging.disable()
    sys.exit(main())
