"""Compares what a refactoring made of a game with what python-chess's own operations make of it.

usage: refactorings.py CASES

Each line of the file is a JSON object: `before` and `after` are texts, `what` is the refactoring, `half_move` the place
of its half-move among all half-moves of the text (the first of a variation that is concerned), -1 for none. The game
before is read, changed and written by python-chess, and must be the tree that the game after is read as: half-moves,
comments before and behind them, and NAGs. `is_vgn` says that the change was made in VGN, which has no place for comments
before a half-move: there it stands behind. `note` is the comment or the NAG that was removed, if it was one: a comment
may stand on any half-move. For a refactoring that makes several games `after` holds them all; for
`merge`, `before` does. Prints the counts; the exit code is 1 if a
game differs.
"""

import io
import json
import logging
import re
import sys
from collections import Counter

import chess.pgn

SHOWN = 5


class Builder(chess.pgn.GameBuilder):
    """A game, and its half-moves in the order of the text. The first one of a variation knows which one it `replaced`,
    and which other ones stand inside of its variation."""

    def begin_game(self) -> None:
        super().begin_game()
        self.order: list[chess.pgn.ChildNode] = []
        self.replaced: chess.pgn.ChildNode | None = None
        self.open: list[list[chess.pgn.ChildNode]] = []

    def begin_variation(self):
        self.replaced = self.variation_stack[-1]
        self.open.append([])
        return super().begin_variation()

    def end_variation(self) -> None:
        self.replaced = None
        self.open.pop()
        super().end_variation()

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        super().visit_move(board, move)
        node = self.variation_stack[-1]
        node.replaced, self.replaced = self.replaced, None
        for inside in self.open:
            inside.append(node)
        node.inside = self.open[-1] if node.replaced else []
        self.order.append(node)

    def result(self):
        game = super().result()
        game.order = self.order
        return game


def read(text: str) -> list[chess.pgn.Game]:
    games, file = [], io.StringIO(text, newline=None)
    while (game := chess.pgn.read_game(file, Visitor=Builder)) is not None:
        games.append(game)
    return games


def joined(comments) -> str:
    text = comments if isinstance(comments, str) else "\n".join(comments)
    return " ".join(text.split())


def told(game: chess.pgn.Game, is_vgn: bool) -> list[tuple]:
    """The tree, flat: each half-move with its depth, NAGs, and the comments before it and behind it."""
    nodes, stack = [], [(game, 0)]
    while stack:
        node, depth = stack.pop()
        uci = node.move.uci() if node.parent else ""
        before = joined(getattr(node, "starting_comment", ""))
        behind = joined(node.comment)
        if is_vgn:
            # What a variation begins with is said of its first half-move, wherever that goes.
            before, behind = "", joined(f"{before} {behind}")
        nodes.append((depth, uci, sorted(node.nags), before, behind))
        stack.extend((child, depth + 1) for child in reversed(node.variations))
    return nodes


def written(game: chess.pgn.Game) -> chess.pgn.Game:
    """The game as it is read when python-chess has written it: what stands before a half-move that no variation begins
    with is in PGN a comment on the half-move before."""
    return read(game.accept(chess.pgn.StringExporter(columns=None)))[0]


def line_to(node: chess.pgn.ChildNode) -> list[chess.pgn.ChildNode]:
    line = []
    while node.parent is not None:
        line.append(node)
        node = node.parent
    return line[::-1]


def nodes_of(game: chess.pgn.Game):
    stack = [game]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.variations)


CLOCK = re.compile(r"\[%(clk|egt|emt|mct)\s[^\]]*\] ?")


def put_before(node, other) -> None:
    siblings = node.parent.variations
    siblings.remove(node)
    siblings.insert(siblings.index(other), node)


def block(node) -> list[chess.pgn.ChildNode]:
    """The variation that begins with a half-move, with the variations on its first one, which stand inside of it."""
    return [node] + [other for other in node.inside if other is not node and other.parent is node.parent]


def neighbours(node) -> tuple:
    """The variations before this one and behind it."""
    beside = [other for other in node.parent.variations if getattr(other, "replaced", None) is node.replaced]
    at = beside.index(node)
    return (beside[at - 1] if at else None, beside[at + 1] if at + 1 < len(beside) else None)


def swap(first, second) -> None:
    siblings = first.parent.variations
    at, moved = siblings.index(first), block(second)
    for node in moved:
        siblings.remove(node)
    siblings[at:at] = moved


def copied(game: chess.pgn.Game, line, notes: bool) -> tuple[chess.pgn.Game, chess.pgn.GameNode]:
    """A game of the half-moves of one line, and its last one."""
    copy = chess.pgn.Game()
    if "FEN" in game.headers:
        copy.setup(game.board())
    if notes:
        copy.comment = game.comment
    node = copy
    for each in line:
        node = added(node, each, notes)
    return copy, node


def added(to, node, notes: bool):
    if not notes:
        return to.add_variation(node.move)
    new = to.add_variation(node.move, comment=node.comment, nags=node.nags)
    new.starting_comment = node.starting_comment
    return new


def graft(to, nodes) -> None:
    stack = [(to, node) for node in reversed(nodes)]
    while stack:
        to, node = stack.pop()
        new = added(to, node, True)
        stack.extend((new, child) for child in reversed(node.variations))


def own_line(node) -> list[chess.pgn.ChildNode]:
    line = [node]
    while line[-1].variations:
        line.append(line[-1].variations[0])
    return line


SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def without_note(before: str, note: str):
    """The game without a comment of these words, for each place where it can stand; it is whole again behind that."""
    words = joined(note[1:-1])
    game = read(before)[0]
    for node in nodes_of(game):
        for where in ("starting_comment", "comment"):
            there = getattr(node, where, "")
            if words and words in joined(there):
                setattr(node, where, joined(joined(there).replace(words, "", 1)))
                yield game
                setattr(node, where, there)


def changed(what: str, game: chess.pgn.Game, at: int, note: str) -> list[chess.pgn.Game]:
    """What python-chess makes of the game."""
    node = game.order[at] if at >= 0 else game
    parent = node.parent
    match what:
        case "promote-variation":
            if parent.variations.index(node) == 1:
                parent.promote(node)
            elif node.replaced.is_main_variation():
                parent.promote_to_main(node)
            else:
                put_before(node, node.replaced)
        case "main-line":
            while node.parent is not None:
                node.parent.promote_to_main(node)
                node = node.parent
        case "demote-line":
            parent.demote(node)
        case "delete-from-here":
            parent.remove_variation(node)
        case "delete-variation":
            for each in block(node):
                parent.remove_variation(each)
        case "move-variation-up":
            swap(neighbours(node)[0], node)
        case "move-variation-down":
            swap(node, neighbours(node)[1])
        case "extract-variation":
            new, last = copied(game, line_to(parent), False)
            graft(last, block(node))
            for each in block(node):
                parent.remove_variation(each)
            return [game, new]
        case "copy-to-here":
            return [game, copied(game, line_to(node), True)[0]]
        case "split-variations":
            games = []
            for first in [node for node in game.order if node.replaced]:
                new, last = copied(game, line_to(first.parent), False)
                for each in own_line(first):
                    last = added(last, each, True)
                games.append(new)
            for each in nodes_of(game):
                each.variations = each.variations[:1]
            return [game, *games]
        case "renumber":
            pass
        case "remove-comments":
            for each in nodes_of(game):
                each.comment = ""
                if each.parent:
                    each.starting_comment = ""
        case "remove-nag":
            node.nags.discard(SUFFIXES.get(note) or int(note[1:]))
        case "remove-nags":
            for each in nodes_of(game):
                each.nags = set()
        case "remove-variations":
            for each in nodes_of(game):
                each.variations = each.variations[:1]
        case "remove-clocks":
            for each in nodes_of(game):
                each.comment = CLOCK.sub("", joined(each.comment))
                if each.parent:
                    each.starting_comment = CLOCK.sub("", joined(each.starting_comment))
        case _:
            raise ValueError(what)
    return [game]


def by_path(games) -> dict[tuple, tuple[set, Counter]]:
    """Half-moves by the moves up to each, with the NAGs and the words of all comments on it in any of the games."""
    nodes: dict[tuple, tuple[set, Counter]] = {}
    stack = [(game, ()) for game in games]
    while stack:
        node, path = stack.pop()
        nags, words = nodes.setdefault(path, (set(), Counter()))
        nags |= node.nags
        words |= Counter(f"{joined(getattr(node, 'starting_comment', ''))} {joined(node.comment)}".split())
        stack.extend((child, (*path, child.move)) for child in node.variations)
    return nodes


def merge_fault(before: list[chess.pgn.Game], after: list[chess.pgn.Game]) -> str | None:
    """What is wrong with a game that several were merged into: it has all their half-moves, NAGs and comments, no other
    half-moves and NAGs, and the first one's main line."""
    if len(after) != 1 or after[0].errors:
        return f"{len(after)} games"
    meant, found = by_path(before), by_path(after)
    main = [node.move for node in before[0].mainline()]
    if meant.keys() != found.keys() or main != [node.move for node in after[0].mainline()][: len(main)]:
        return "other half-moves"
    wrong = [path for path, (nags, words) in meant.items() if found[path][0] != nags or not found[path][1] >= words]
    return f"something else is said of {wrong[0]}" if wrong else None


def main(path: str) -> int:
    counts: Counter[str] = Counter()
    wrong: dict[str, list[str]] = {}
    with open(path, encoding="utf-8") as cases:
        for line in cases:
            case = json.loads(line)
            before = read(case["before"])
            if case["what"] == "merge":
                counts["merge"] += 1
                if fault := merge_fault(before, read(case["after"])):
                    wrong.setdefault("merge", []).append(f"{fault}\n{case['before']}\n{case['after']}")
                continue
            if len(before) != 1 or before[0].errors:
                counts["unread"] += 1
                continue
            what = case["what"]
            counts[what] += 1
            is_vgn = case["is_vgn"]
            after = read(case["after"])
            found = [told(game, is_vgn) for game in after]
            if what == "remove-comment":
                all_meant = ([game] for game in without_note(case["before"], case["note"]))
            else:
                all_meant = [changed(what, before[0], case["half_move"], case["note"])]
            all_expected = [[told(game if is_vgn else written(game), is_vgn) for game in meant] for meant in all_meant]
            expected = found if found in all_expected else (all_expected or [[]])[0]
            if any(game.errors for game in after) or expected != found:
                pairs = zip([x for game in expected for x in game], [x for game in found for x in game])
                first = next((f"{a} but {b}" for a, b in pairs if a != b), f"{len(expected)} but {len(found)} games")
                errors = [str(error) for game in after for error in game.errors]
                said = f"half-move {case['half_move']}: {first} {errors}\n{case['before']}\n{case['after']}"
                wrong.setdefault(what, []).append(said)
    for what, cases in wrong.items():
        print(f"{what}: {len(cases)} of {counts[what]} differ", file=sys.stderr)
        print("\n".join(cases[:SHOWN]), file=sys.stderr)
    print(", ".join(f"{what} {count}" for what, count in sorted(counts.items())))
    return int(bool(wrong))


if __name__ == "__main__":
    logging.disable()
    sys.exit(main(sys.argv[1]))
