"""compare.py TREE_SITTER LIBRARY SERVER FOLDER: parses every text of games in FOLDER with the grammar, and compares it
with what the server finds.

Fails if a game has an error in its tree though `vgn-lsp check` finds nothing wrong with its structure; a game is taken
to begin with its tag `Event`. Files with binary move sections are skipped. Of a file of more than 2 MB only the games
that begin in its first 2 MB are read. Files that end in .zst are unpacked by the program zstd.
"""

import bisect
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LONGEST = 2_000_000
ENDINGS = (".pgn", ".vgn", ".pgn.zst", ".vgn.zst")
BINARY = re.compile(rb'\[\s*MoveFormat\s*"(BCCF|BCFEN|BITS|PGC|LEGALINDEX|BRENNER)', re.IGNORECASE)

# The diagnostics of docs/diagnostics.md, "Text and structure", that are about tags, comments, variations, brackets and
# stray text. The others of that part are about encodings, duplicates, escapes, or binary sections. In an unknown
# notation the server says nothing about the text of the moves.
STRUCTURE = {
    "unclosed-tag", "unclosed-tag-value", "missing-tag-name", "missing-tag-value", "extra-tag-name", "extra-tag-value",
    "comment-in-tag", "line-end-in-tag-value", "unclosed-comment", "unclosed-variation", "unopened-variation",
    "stray-text", "missing-terminator", "too-deep", "unknown-move-format",
}


def text_of(path):
    """The text of a file, and whether it was cut."""
    if path.suffix == ".zst":
        data = subprocess.run(["zstd", "-dcq", path], check=True, stdout=subprocess.PIPE).stdout
    else:
        data = path.read_bytes()
    if len(data) <= LONGEST:
        return data, False
    end = max(data.rfind(b"\n[Event ", 0, LONGEST), data.rfind(b"\r[Event ", 0, LONGEST))
    if end < 0:
        sys.exit(f"{path}: no game begins in the first {LONGEST} bytes, so the file cannot be cut")
    return data[: end + 1], True


def faults_of(server, folder):
    """The lines (from 0) at which the server finds a fault of structure, by file."""
    command = [server, "check", "--format", "json", folder]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if output.returncode > 1:
        sys.exit(output.stderr.decode(errors="replace"))
    faults = {}
    for line in output.stdout.splitlines():
        finding = json.loads(line)
        if finding.get("code") in STRUCTURE:
            places = [finding, *finding.get("related", [])]
            lines = [place["start"]["line"] - 1 for place in places]
            faults.setdefault(pathlib.Path(finding["file"]).name, []).extend(lines)
    return faults


def parsed(tree_sitter, library, folder, names, *options):
    """What tree-sitter prints of the files."""
    paths = folder.parent / "paths"
    paths.write_text("".join(f"{folder / name}\n" for name in names))
    command = [tree_sitter, "parse", *options, "--lib-path", library, "--lang-name", "vgn", "--paths", paths]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    text = output.stdout.decode(errors="replace")
    summary = text.find('{\n  "parse_summaries"')
    if summary < 0:
        sys.exit(output.stderr.decode(errors="replace"))
    stats = json.loads(text[summary:])
    if len(stats["parse_summaries"]) != len(names):
        sys.exit(f"{len(stats['parse_summaries'])} of {len(names)} files were parsed")
    return text[:summary], stats


def errors_of(tree_sitter, library, folder, names):
    """The errors of each file that has one, as lines (from 0); the bytes read and the seconds of one core."""
    before = os.times().children_user
    _, stats = parsed(tree_sitter, library, folder, names, "--quiet", "--json-summary")
    seconds = os.times().children_user - before
    failed = [pathlib.Path(file["file"]).name for file in stats["parse_summaries"] if not file["successful"]]
    errors = {}
    for name in failed:
        tree, _ = parsed(tree_sitter, library, folder, [name], "--json-summary")
        errors[name] = sorted({int(line) for line in re.findall(r"\((?:ERROR|MISSING [^\[]*) ?\[(\d+), ", tree)})
        assert errors[name], f"{name} was not parsed, but no error is in its tree"
    return errors, stats["cumulative_stats"]["total_bytes"], seconds


def unexplained(text, errors, faults):
    """The errors in whose game there is no fault."""
    begins = [number for number, line in enumerate(text.splitlines()) if line.startswith(b"[Event ")]
    games = {bisect.bisect(begins, fault) for fault in faults}
    return [error for error in errors if bisect.bisect(begins, error) not in games]


def main():
    tree_sitter, library, server, root = sys.argv[1:]
    root = pathlib.Path(root)
    paths = sorted(path for path in root.rglob("*") if path.is_file() and path.name.endswith(ENDINGS))
    if not paths:
        sys.exit(f"{root}: no file there ends in {', '.join(ENDINGS)}")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder) / "games"
        folder.mkdir()
        names, skipped, cut = {}, [], []
        for path in paths:
            data, is_cut = text_of(path)
            if BINARY.search(data):
                skipped.append(path)
                continue
            if is_cut:
                cut.append(path)
            name = f"{len(names):05}{path.name.removesuffix('.zst')[-4:]}"
            names[name] = path
            (folder / name).write_bytes(data)
        errors, size, seconds = errors_of(tree_sitter, library, folder, names)
        faults = faults_of(server, folder)
        wrong = {
            names[name]: lines
            for name, found in errors.items()
            if (lines := unexplained((folder / name).read_bytes(), found, faults.get(name, [])))
        }
    print(f"{root}: {len(names)} files, {size} bytes, {size / 1e6 / max(seconds, 0.01):.1f} MB/s on one core")
    print(f"  skipped for their binary sections: {len(skipped)}; cut to their first {LONGEST} bytes: {len(cut)}")
    print(f"  files with errors: {len(errors)}; where the server finds the game's structure sound: {len(wrong)}")
    for path, lines in wrong.items():
        numbers = ", ".join(str(line + 1) for line in lines)
        print(f"  {path.relative_to(root)}: errors at the lines {numbers}", file=sys.stderr)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
