"""Compares what games say before and after a fix, as python-chess reads them.

usage: fixes.py [-v] [--without-errors] PAIRS

Each line of the file is a JSON object: `before` and `after` are texts, `what` is what was done. Tags must be kept (others may come),
and moves, variations, NAGs, comments and results must be the same, in the same order; white space in comments and the
numbers of moves do not count. Pairs of games in which python-chess finds errors are left out if it is asked for. Prints the differences by what was done; the exit code is 1 if there are any in games
that python-chess reads as they were meant (`unread` names those that it does not).
"""

import io
import json
import logging
import re
import sys
from collections import defaultdict

import chess.pgn

SHOWN = 3
WITHOUT_ERRORS = "--without-errors" in sys.argv

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
    return [game for game in games if game.tags or said(game)]


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


def kind(line: str) -> str:
    """`t` for a tag, `[` for what looks like one, `x` for other text, nothing for what python-chess reads over."""
    if TAG.match(line):
        return "t"
    if line.lstrip().startswith("["):
        return "["
    return "x" if line.strip() and line[0] not in "%;" else ""


def unread(text: str) -> str | None:
    """Why python-chess does not read a game's text as it was meant, if it does not."""
    lines = text.lstrip("\ufeff").splitlines()
    kinds = "".join(kind(line) for line in lines)
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


def main(verbose: bool, path: str) -> int:
    found = defaultdict(list)
    counts = defaultdict(int)
    with open(path, encoding="utf-8") as pairs:
        for line in pairs:
            pair = json.loads(line)
            if WITHOUT_ERRORS and any(ERROR in game.events for game in read(pair["before"])):
                continue
            why = unread(pair["before"])
            what = f"{pair['what']} ({why})" if why else pair["what"]
            counts[what] += 1
            if (text := difference(read(pair["before"]), read(pair["after"]))) is not None:
                found[what].append((text, pair, why))
    for what, differences in found.items():
        print(f"{what}: {len(differences)} of {counts[what]}")
        for text, pair, _ in differences[:SHOWN]:
            print(f"  {text}")
            if verbose:
                print("   ", json.dumps(pair["before"]), "\n   ", json.dumps(pair["after"]))
    print(f"{sum(counts.values())} fixes")
    return int(any(why is None for differences in found.values() for _, _, why in differences))


if __name__ == "__main__":
    logging.disable()
    sys.exit(main("-v" in sys.argv, sys.argv[-1]))
