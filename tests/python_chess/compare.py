"""Compares what PGN files say, half-move by half-move, as python-chess reads them.

usage: compare.py [--to-the-letter] [--with-errors] ORIGINAL CONVERTED...

Comments are compared one by one (python-chess's own game tree joins neighbours) and to the letter. To the letter, tags
are compared as well. A game that python-chess finds errors in is left out, or must have the same ones. Prints the counts
of the original, and the first differences of each converted file; the exit code is 1 if there are any.
"""

import hashlib
import io
import logging
import sys

import chess.pgn

SHOWN = 5
TO_THE_LETTER = "--to-the-letter" in sys.argv
WITH_ERRORS = "--with-errors" in sys.argv

Line = tuple[list[str], list["HalfMove"]]
HalfMove = tuple[str, list[int], list[str], list[Line]]


class Notes(chess.pgn.BaseVisitor):
    """The lines of one game. A comment is the half-move's that it stands behind; before any, it is its line's."""

    def begin_game(self) -> None:
        self.lines: list[Line] = [([], [])]
        self.tags: dict[str, str] = {}
        self.errors: list[str] = []
        self.ending = ""

    def begin_headers(self):
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.tags[tagname] = tagvalue

    def visit_comment(self, comment: str) -> None:
        head, half_moves = self.lines[-1]
        (half_moves[-1][2] if half_moves else head).append(comment)

    def visit_nag(self, nag: int) -> None:
        half_moves = self.lines[-1][1]
        if half_moves:
            half_moves[-1][1].append(nag)

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.lines[-1][1].append((move.uci(), [], [], []))

    def begin_variation(self) -> None:
        line: Line = ([], [])
        half_moves = self.lines[-1][1]
        if not half_moves:
            # One that begins with a variation: a half-move that says nothing holds it.
            half_moves.append(("", [], [], []))
        half_moves[-1][3].append(line)
        self.lines.append(line)

    def end_variation(self) -> None:
        # Behind an error one may end that has not begun.
        if len(self.lines) > 1:
            self.lines.pop()

    def visit_result(self, result: str) -> None:
        self.ending = result

    def handle_error(self, error: Exception) -> None:
        self.errors.append(str(error))

    def result(self):
        return self


def decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def read(path: str) -> list[Notes]:
    with open(path, "rb") as file:
        text = "".join(decoded(line) for line in file)
    games, file = [], io.StringIO(text, newline=None)
    while (game := chess.pgn.read_game(file, Visitor=Notes)) is not None:
        games.append(game)
    return games


def half_moves(line: Line):
    """Every half-move of a line and its variations, with its place."""
    for n, half_move in enumerate(line[1]):
        yield f"{n}", half_move
        for v, variation in enumerate(half_move[3]):
            for place, inner in half_moves(variation):
                yield f"{n}({v}){place}", inner


def difference(original: Notes, converted: Notes) -> str | None:
    """How many half-moves say something else, and the first of them."""
    if WITH_ERRORS and original.errors != converted.errors:
        return f"its errors are {converted.errors!r}, not {original.errors!r}"
    if converted.errors and not WITH_ERRORS:
        return f"it is not read: {converted.errors[0]}"
    if original.ending != converted.ending:
        return f"it ends with {converted.ending!r}, not {original.ending!r}"
    if TO_THE_LETTER and original.tags != converted.tags:
        return f"its tags are {converted.tags!r}, not {original.tags!r}"
    if original.lines[0] == converted.lines[0]:
        return None
    before, after = list(half_moves(original.lines[0])), list(half_moves(converted.lines[0]))
    if len(before) != len(after):
        return f"{len(after)} half-moves, not {len(before)}"
    other = [(a, b) for a, b in zip(before, after) if a[0] != b[0] or a[1][:3] != b[1][:3]]
    if not other:
        return "a line begins with other comments"
    (place, was), (_, now) = other[0]
    return f"{len(other)} half-moves differ, first {place}: {was[:3]!r} became {now[:3]!r}"


def main(original: str, converted: list[str]) -> int:
    before = read(original)
    sound = [WITH_ERRORS or not game.errors for game in before]
    lines = [list(half_moves(game.lines[0])) for game, good in zip(before, sound) if good]
    comments = sum(len(half_move[2]) for game in lines for _, half_move in game)
    nags = sum(len(half_move[1]) for game in lines for _, half_move in game)
    variations = sum(len(half_move[3]) for game in lines for _, half_move in game)
    plies = sum(len(game) for game in lines)
    print(f"{sum(sound)} games, {plies} half-moves, {comments} comments, {nags} NAGs, {variations} variations")
    failed = False
    known: dict[bytes, list[str]] = {}
    for path in converted:
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).digest()
        if digest not in known:
            after = read(path)
            found = [f"{len(after)} games, not {len(before)}"] if len(after) != len(before) else []
            pairs = zip(before, after, sound)
            found += [f"game {n}: {d}" for n, (a, b, good) in enumerate(pairs, 1) if good and (d := difference(a, b))]
            known[digest] = found
        for line in known[digest][:SHOWN]:
            print(f"{path}: {line}", file=sys.stderr)
        if known[digest]:
            print(f"{path}: {len(known[digest])} games differ", file=sys.stderr)
        failed = failed or bool(known[digest])
    return int(failed)


if __name__ == "__main__":
    logging.disable()
    files = [arg for arg in sys.argv[1:] if not arg.startswith("--")]
    sys.exit(main(files[0], files[1:]))
