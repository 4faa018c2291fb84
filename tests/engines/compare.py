"""compare.py SOURCE ANNOTATED NODES ENGINE: whether python-chess reads the same games in both files, and gets the same
evaluations from the engine. Prints what it has compared, and each difference."""

import re
import sys

import chess
import chess.engine
import chess.pgn


def games(path):
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            yield game


def words(comment):
    return " ".join(re.sub(r"\[%eval [^\]]*\]", "", comment).split())


def exact(engine, board, nodes, game):
    """The last evaluation that is no bound."""
    with engine.analysis(board, chess.engine.Limit(nodes=nodes), game=game) as found:
        infos = list(found)
    return [info for info in infos if "score" in info and not info.keys() & {"lowerbound", "upperbound"}][-1]


def compare(source, annotated, nodes, path):
    counts = dict.fromkeys(("games", "half-moves", "comments", "evaluations"), 0)
    sources, results = list(games(source)), list(games(annotated))
    if len(sources) != len(results):
        print(f"{len(sources)} games became {len(results)}")
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        for old, new in zip(sources, results):
            counts["games"] += 1
            olds, news = list(old.mainline()), list(new.mainline())
            if (
                new.errors
                or dict(old.headers) != dict(new.headers)
                or words(old.comment) != words(new.comment)
                or [node.move for node in olds] != [node.move for node in news]
            ):
                print(f"game {counts['games']} is another one: {new.errors}")
                continue
            exact(engine, old.board(), nodes, old)
            for before, after in zip(olds, news):
                place = f"game {counts['games']}, {before.san()}"
                counts["half-moves"] += 1
                counts["comments"] += bool(words(before.comment))
                if words(before.comment) != words(after.comment):
                    print(f"{place}: {before.comment!r} became {after.comment!r}")
                if not before.nags <= after.nags:
                    print(f"{place}: {before.nags} became {after.nags}")
                kept = [node.move for node in after.parent.variations]
                if any(node.move not in kept for node in before.parent.variations):
                    print(f"{place}: a variation is gone")
                board = before.board()
                if not any(board.legal_moves):
                    if after.eval() is not None:
                        print(f"{place}: the end is evaluated")
                    continue
                info = exact(engine, board, nodes, old)
                counts["evaluations"] += 1
                found = after.eval() and after.eval().white()
                if (found, after.eval_depth()) != (info["score"].white(), info["depth"]):
                    print(f"{place}: {found} at {after.eval_depth()}, not {info['score'].white()} at {info['depth']}")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))


if __name__ == "__main__":
    compare(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
