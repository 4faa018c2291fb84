"""PGN files as the readers of `src/engine/lint/portability/readers.tsv` read them, in one normal form.

readers.py names
    The readers.
readers.py read READER FILE...
    A line a game, a JSON object: `file`; `tags`, pairs in their order; `comments` before the first half-move; `moves`, a
    list of half-moves, each with `move` (SAN without marks), the comments `before` it (where a line begins with them),
    its `nags`, the comments `after` it, and the `variations` on it, each such a list; and `errors`. A game that a reader
    refuses has errors and nothing else. chess.js hands on no NAGs and no variations.
readers.py compare BEFORE AFTER [READER...]
    What each reader makes of two files, in counts and with the first differences. Comments are compared without their
    white space, all of a half-move together, and tags if they were there before. A game with errors before is not compared; if it has none
    now, that is a gain. The exit code is 1 if a reader reads something else.
readers.py agree FILE [READER...]
    Whether all readers read the same games: half-moves, NAGs and comments.
readers.py rows FILE
    Whether the readers do what the table of `src/engine/lint/portability` says. Each line of the file is a JSON object, a row: `title`, `wrong`,
    `right`, and `effects`, from a reader's name to what it loses by reading `wrong` and not `right`.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import python_chess

HERE = Path(__file__).parent
VERSIONS = {line.split()[0]: line.split()[3] for line in (HERE / "../../src/engine/lint/portability/readers.tsv").read_text().splitlines()}
SHOWN = 5
COMMAND = re.compile(r"\[%[^\]]*\]")


def decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def texts(paths):
    return [decoded(Path(path).read_bytes()) for path in paths]


def by_javascript(reader, paths):
    lines = "".join(json.dumps(text) + "\n" for text in texts(paths))
    made = subprocess.run(["node", HERE / "javascript.mjs", reader], input=lines, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in made.stdout.splitlines()]


def with_errors(games, said):
    """What a program says of a file belongs to none of its games: it is the first one's."""
    if said and not games:
        games.append({"tags": [], "comments": [], "moves": [], "errors": []})
    if said:
        games[0]["errors"] += said
    return games


def by_pgn_extract(path):
    made = subprocess.run([os.environ["READERS_pgn_extract"], "-s", "-w1000000", path], capture_output=True, check=True)
    said = [line for line in decoded(made.stderr).splitlines() if line.strip()]
    # It writes an empty line behind a comment before the first half-move, where python-chess ends the game.
    written = re.sub(r"(\n[^\[\n][^\n]*\n)\n(?=[^\[\n])", r"\1", decoded(made.stdout))
    return with_errors(python_chess.as_written(written), said)


def by_scid(paths):
    made = subprocess.run([os.environ["READERS_scid"], HERE / "scid.tcl", *paths], capture_output=True, check=True)
    files = []
    for file in decoded(made.stdout).split("\x1d\n")[:-1]:
        *games, said = file.split("\x1e\n")
        read = [game for text in games for game in python_chess.as_written(text)]
        files.append(with_errors(read, [line for line in said.splitlines() if line.strip()]))
    return files


def read(reader, paths):
    """The games of each file."""
    if reader == "python-chess":
        files = [python_chess.as_tree(text) for text in texts(paths)]
    elif reader == "pgn-extract":
        files = [by_pgn_extract(path) for path in paths]
    elif reader == "scid":
        files = by_scid(paths)
    else:
        files = by_javascript(reader, paths)
    assert len(files) == len(paths), f"{reader} has read {len(files)} of {len(paths)} files"
    for games in files:
        for game in games:
            if reader == "pgn-parser":
                python_chess.respell(game)
            game["tags"] = [[str(name), " ".join(str(value).split())] for name, value in game["tags"]]
            normalise(game["moves"])
            game["comments"] = [normal_comment(comment) for comment in game["comments"]]
    return files


def normal_comment(comment):
    """Its commands come first, since some readers part them from the text."""
    text = " ".join(COMMAND.sub(" ", comment).split())
    return " ".join([*sorted(COMMAND.findall(comment)), *given(text)])


def given(text):
    return [text] if text else []


def normalise(moves):
    for made in moves:
        made["move"] = "--" if made["move"] == "Z0" else made["move"].rstrip("+#!?")
        for place in ("before", "after"):
            made[place] = [normal_comment(comment) for comment in made[place]]
        for variation in made["variations"]:
            normalise(variation)


def nodes(game, blank=""):
    """What is said of each node, by the moves that lead to it: its name, NAGs and comments, with `blank` for white space.
    A variation within a variation is one on its first half-move."""
    said = lambda comments: blank.join(" ".join(comments).split())
    found = {0: ["start", [], [], said(game["comments"])]}
    waiting = [(game["moves"], 0, 0, 0)]
    while waiting:
        moves, path, depth, replaced = waiting.pop()
        for made in moves:
            if not made["move"]:
                # A variation without half-moves: its comment is one on what it would replace.
                found[replaced][3] = said([found[replaced][3], *made["before"], *made["after"]])
                continue
            own = hash((path, made["move"]))
            waiting.extend((variation, path, depth, own) for variation in made["variations"])
            path, depth = hash((path, made["move"])), depth + 1
            node = found.setdefault(path, [f"half-move {depth}, {made['move']}", [], [], ""])
            node[1].append(made["move"])
            node[2] = sorted(node[2] + made["nags"])
            node[3] = said([node[3], *made["before"], *made["after"]])
    return found


def counts(games):
    total = Counter(games=len(games), refused=0)
    for game in games:
        total["tags"] += len(game["tags"])
        total["comments"] += len(game["comments"])
        total["with errors"] += bool(game["errors"])
        waiting = [game["moves"]]
        while waiting:
            for made in waiting.pop():
                total["half-moves"] += bool(made["move"])
                total["NAGs"] += len(made["nags"])
                total["comments"] += len(made["before"]) + len(made["after"])
                total["variations"] += len(made["variations"])
                waiting.extend(made["variations"])
    return total


def in_words(total):
    names = ("games", "with errors", "tags", "half-moves", "variations", "comments", "NAGs")
    return ", ".join(f"{total[name]} {name}" for name in names)


def difference(before, after, is_same_reader=True):
    """What differs first between two games, in words."""
    if is_same_reader:
        tags = dict(after["tags"])
        for name, value in before["tags"]:
            if tags.get(name) != value:
                return f"the tag {name} is {tags.get(name)!r}, not {value!r}"
    old, new = nodes(before), nodes(after)
    if not is_same_reader and "chess.js" in (before["reader"], after["reader"]):
        old, new = main_line(before), main_line(after)
    for path, (name, moves, nags, comment) in old.items():
        if path not in new:
            return f"{name} is missing"
        found = new[path]
        if found[1:] != [moves, nags, comment]:
            return f"{name}: {found[1:]} instead of {[moves, nags, comment]}"
    extra = [new[path][0] for path in new if path not in old]
    return f"{extra[0]} is new" if extra else None


def main_line(game):
    """What chess.js hands on."""
    return nodes(meaning("chess.js", [game])[0])


def meaning(reader, games):
    """As much of games as a reader hands on."""
    if reader != "chess.js":
        return games
    plain = {"nags": [], "variations": []}
    return [game | {"moves": [made | plain for made in game["moves"]]} for game in games]


def compare(before, after, readers):
    failed = False
    for reader in readers:
        old, new = read(reader, [before, after])
        print(f"{reader} {VERSIONS[reader]}\n  before: {in_words(counts(old))}\n  after:  {in_words(counts(new))}")
        found, gains = [], 0
        if len(old) != len(new):
            found.append(f"{len(new)} games, not {len(old)}")
        else:
            for number, (was, now) in enumerate(zip(old, new), 1):
                if was["errors"]:
                    gains += not now["errors"]
                elif now["errors"]:
                    found.append(f"game {number}: {now['errors'][0]}")
                elif differs := difference(was, now):
                    found.append(f"game {number}: {differs}")
        for line in found[:SHOWN]:
            print(f"  {line}")
        print(f"  {len(found)} games differ, {gains} with errors before have none now")
        failed |= bool(found)
    return int(failed)


def agree(path, readers):
    """A law of the examples too: see rows.py."""
    read_by = {reader: read(reader, [path])[0] for reader in readers}
    found = disagreements(read_by)
    print("\n".join(found[: SHOWN * len(readers)]) or f"{len(readers)} readers read the same")
    return int(bool(found))


def disagreements(read_by):
    first, *others = read_by
    found = [
        f"{reader}, game {number}: {game['errors'][0]}"
        for reader, games in read_by.items()
        for number, game in enumerate(games, 1)
        if game["errors"]
    ]
    for reader in read_by:
        for game in read_by[reader]:
            game["reader"] = reader
    for reader in others:
        if len(read_by[reader]) != len(read_by[first]):
            found.append(f"{reader}: {len(read_by[reader])} games, {first}: {len(read_by[first])}")
            continue
        for number, (one, other) in enumerate(zip(read_by[first], read_by[reader]), 1):
            if not one["errors"] and not other["errors"] and (differs := difference(one, other, False)):
                found.append(f"{reader}, game {number}, unlike {first}: {differs}")
    return found


# What a reader can lose, the worst first.
LOSSES = ("refused", "split", "moves", "tags", "comments", "glyphs")


def loss(wrong, right, meant, same_values):
    """The worst that a reader loses of a text: by its tags, as it reads the right example; else by what is `meant`."""
    if any(game["errors"] for game in wrong) and not any(game["moves"] for game in wrong):
        return "refused"
    if len(wrong) != len(right):
        return "split"
    found = set()
    for bad, good, sense in zip(wrong, right, meant):
        found |= {"tags"} if tags_lost(bad, good, same_values) else set()
        said, told = nodes(bad, " "), nodes(sense, " ")
        main = [[made["move"] for made in game["moves"]] for game in (bad, sense)]
        both = [(said[path], told[path]) for path in said.keys() & told.keys()]
        found |= {"moves"} if main[0] != main[1] or not said.keys() >= told.keys() else set()
        found |= {"glyphs"} if any(one[2] != other[2] for one, other in both) else set()
        found |= {"comments"} if any(one[3] != other[3] for one, other in both) else set()
    return next((name for name in LOSSES if name in found), None)


def tags_lost(bad, good, same_values):
    told = {name: value for name, value in good["tags"] if value not in ("", "?", "????.??.??")}
    now = dict(bad["tags"])
    return any('\\"' in value for value in now.values()) or any(
        name not in now or (value != now[name] and (same_values or now[name] in ("", "?"))) for name, value in told.items()
    )


def rows(path):
    found = [json.loads(line) for line in Path(path).read_text().splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, row in enumerate(found):
            for name in ("wrong", "right"):
                files.append(Path(folder) / f"{number}-{name}.pgn")
                files[-1].write_text(row[name], encoding="utf-8", newline="")
        read_by = {reader: read(reader, files) for reader in VERSIONS}
    complaints = []
    for number, row in enumerate(found):
        for reader, games in read_by.items():
            wrong, right = games[2 * number : 2 * number + 2]
            # Where the right example says something else, python-chess hands on what the wrong one says.
            meant = right if row["says_the_same"] else meaning(reader, read_by["python-chess"][2 * number])
            measured, said = loss(wrong, right, meant, row["says_the_same"]), row["effects"].get(reader)
            if measured != said:
                complaints.append(f"{row['title']}: {reader} {VERSIONS[reader]}: {measured}, not {said}")
        alike = disagreements({reader: games[2 * number + 1] for reader, games in read_by.items()})
        complaints += [f"{row['title']}, as all should read it: {line}" for line in alike]
    print("\n".join(complaints) or f"{len(found)} rows hold for {len(read_by)} readers")
    return int(bool(complaints))


def main(command, *arguments):
    match command:
        case "rows":
            return rows(*arguments)
        case "names":
            print("\n".join(f"{name} {version}" for name, version in VERSIONS.items()))
        case "read":
            reader, *paths = arguments
            for path, games in zip(paths, read(reader, paths)):
                for game in games:
                    print(json.dumps({"file": path} | game, ensure_ascii=False))
        case "compare":
            before, after, *readers = arguments
            return compare(before, after, readers or VERSIONS)
        case "agree":
            path, *readers = arguments
            return agree(path, readers or VERSIONS)
        case _:
            sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:] or [""]))
