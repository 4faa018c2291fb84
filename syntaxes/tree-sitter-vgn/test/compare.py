"""compare.py TREE_SITTER LIBRARY SERVER FOLDER: parses every text of games in FOLDER with the grammar, and compares it with
what the server finds.

Fails if a file has an error in its tree though `vgn-lsp check` finds nothing wrong with its structure. Files with binary
move sections are skipped. Of a file of more than 2 MB only the games in its first 2 MB are read. Files that end in
.zst are unpacked by the program zstd.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

LONGEST = 2_000_000
ENDINGS = (".pgn", ".vgn", ".pgn.zst", ".vgn.zst")
BINARY = re.compile(rb'\[\s*MoveFormat\s*"(BCCF|BCFEN|BITS|PGC|LEGALINDEX|BRENNER)', re.IGNORECASE)

# The diagnostics of docs/diagnostics.md, "Text and structure", that are about tags, comments, variations, brackets and
# stray text. The others of that part are about encodings, duplicates, escapes, or binary sections.
STRUCTURE = {
    "unclosed-tag", "unclosed-tag-value", "missing-tag-name", "missing-tag-value", "extra-tag-name", "extra-tag-value",
    "comment-in-tag", "line-end-in-tag-value", "unclosed-comment", "unclosed-variation", "unopened-variation",
    "stray-text", "missing-terminator", "too-deep",
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


def findings_of(server, folder):
    """The codes that the server finds, by file and line (from 0)."""
    command = [server, "check", "--format", "json", folder]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if output.returncode > 1:
        sys.exit(output.stderr.decode(errors="replace"))
    found = {}
    for line in output.stdout.splitlines():
        finding = json.loads(line)
        if "code" in finding:
            name = pathlib.Path(finding["file"]).name
            found.setdefault(name, []).append((finding["code"], finding["start"]["line"] - 1))
    return found


def trees_of(tree_sitter, library, folder, names):
    """The first error of each file that has one, the bytes read and the seconds taken."""
    paths = folder / "paths"
    paths.write_text("".join(f"{folder / name}\n" for name in names))
    command = [tree_sitter, "parse", "--quiet", "--json-summary", "--lib-path", library, "--lang-name", "vgn"]
    output = subprocess.run([*command, "--paths", paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    text = output.stdout.decode(errors="replace")
    summary = text.find('{\n  "parse_summaries"')
    if summary < 0:
        sys.exit(output.stderr.decode(errors="replace"))
    parsed = json.loads(text[summary:])
    if len(parsed["parse_summaries"]) != len(names):
        sys.exit(f"{len(parsed['parse_summaries'])} of {len(names)} files were parsed")
    shown = {}
    for line in text[:summary].splitlines():
        file, _, rest = line.partition("\t")
        shown[pathlib.Path(file.strip()).name] = rest[rest.find("(") :]
    first = {}
    for file in parsed["parse_summaries"]:
        name = pathlib.Path(file["file"]).name
        if not file["successful"]:
            first[name] = shown.get(name, "an error")
    stats = parsed["cumulative_stats"]
    seconds = stats["total_duration"]["secs"] + stats["total_duration"]["nanos"] / 1e9
    return first, stats["total_bytes"], seconds


def main():
    tree_sitter, library, server, root = sys.argv[1:]
    root = pathlib.Path(root)
    paths = sorted(path for path in root.rglob("*") if path.is_file() and path.name.endswith(ENDINGS))
    if not paths:
        sys.exit(f"{root}: no file there ends in {', '.join(ENDINGS)}")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
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
        first, size, seconds = trees_of(tree_sitter, library, folder, names)
        (folder / "paths").unlink()
        found = findings_of(server, folder)
    print(f"{root}: {len(names)} files, {size} bytes, {size / 1e6 / seconds:.1f} MB/s")
    print(f"skipped for their binary sections: {len(skipped)}; cut to {LONGEST} bytes: {len(cut)}")
    for path in cut:
        print(f"  cut: {path.relative_to(root)}")
    wrong = [name for name in first if not any(code in STRUCTURE for code, _ in found.get(name, []))]
    print(f"with errors: {len(first)}, of which the server finds the structure sound: {len(wrong)}")
    for name in wrong:
        codes = sorted({code for code, _ in found.get(name, [])})
        print(f"  {names[name].relative_to(root)}: {first[name]} (found: {', '.join(codes) or 'nothing'})", file=sys.stderr)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
