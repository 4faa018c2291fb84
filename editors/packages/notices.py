"""The licences of what a program holds besides the project's own code: crates, Rust's standard library, the board's
page.

They depend on the platform, for each has crates of its own. The files of the crates are taken as their authors wrote
them, from where Cargo unpacks the sources; a text that many crates share is printed once.
"""
import functools
import json
import re
import subprocess
import textwrap
from html.parser import HTMLParser
from pathlib import Path

from project import REPOSITORY, ROOT, Failure, version, whole

LICENCE_FILE = re.compile(r"(un)?licen[cs]e|copying|copyright|notice", re.IGNORECASE)
OWN_LICENCE = "GPL-3.0-or-later"
# The target of the server's module for a browser.
WEB = "wasm32-unknown-unknown"
RULE = "-" * 80


def said(*command):
    try:
        answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    except FileNotFoundError as error:
        raise Failure(f"{command[0]}, which knows what is in the program, is not installed: see rustup.rs") from error
    if answer.returncode:
        # The innermost reason comes last.
        reason = re.findall(r"error: (.*)", answer.stderr) or [answer.stderr.strip()]
        raise Failure(f"`{' '.join(command[:2])}` cannot tell what is in the program: {reason[-1]}")
    return answer.stdout


def crates(target):
    """Each crate that is linked into the program, not those of its build alone: name and version, licence, texts."""
    shape = ("--edges", "normal,no-proc-macro", "--prefix", "none", "--no-dedupe", "--format", "{p}")
    packages = ("vgn-lsp-web", "vgn-unpack") if target == WEB else ("vgn-lsp",)
    named = (word for package in packages for word in ("--package", package))
    tree = said("cargo", "tree", "--locked", *named, "--target", target, *shape)
    linked = {tuple(line.split()[:2]) for line in tree.splitlines()}
    known = json.loads(said("cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target))
    found = []
    for crate in known["packages"]:
        # The project's own crates have no source but the checkout.
        if (crate["name"], f"v{crate['version']}") not in linked or crate["source"] is None:
            continue
        name, folder = f"{crate['name']} {crate['version']}", Path(crate["manifest_path"]).parent
        licence = crate["license"] or f"see {crate['license_file']}"
        files = {path for path in folder.iterdir() if LICENCE_FILE.match(path.name) and path.is_file()}
        if crate["license_file"]:
            files.add(folder / crate["license_file"])
        if not files and licence != OWN_LICENCE:
            raise Failure(f"the crate {name} ({licence}) has no licence file in {folder}: name one in notices.py")
        found.append((name, licence, [path.read_text(encoding="utf-8", errors="replace") for path in sorted(files)]))
    return found


class Sections(HTMLParser):
    """What Rust tells of its standard library: for each crate in it a heading, a line on the licence, and its files."""

    def __init__(self):
        super().__init__()
        self.rows = [("Rust's standard library", "MIT OR Apache-2.0", [])]
        self.within, self.words = None, ""

    def handle_starttag(self, tag, attrs):
        if tag in ("h3", "p", "pre"):
            self.within, self.words = tag, ""

    def handle_data(self, data):
        self.words += data

    def handle_endtag(self, tag):
        name, licence, texts = self.rows[-1]
        if tag == "h3" == self.within:
            self.rows.append((f"{self.words.strip(' 📦')}, in Rust's standard library", "", []))
        elif tag == "p" and self.words.startswith("License:") and not licence:
            self.rows[-1] = (name, self.words.removeprefix("License:").strip(), texts)
        elif tag == "p" and self.words.startswith("Copyright:") and self.words not in texts:
            texts.append(self.words)
        elif tag == "pre":
            texts.append(self.words)


def standard_library():
    folder = Path(said("rustc", "--print", "sysroot").strip()) / "share/doc/rust"
    page = folder / "COPYRIGHT-library.html"
    licences = [folder / f"licenses/{name}.txt" for name in ("MIT", "Apache-2.0")]
    for path in (page, *licences):
        if not path.is_file():
            raise Failure(f"the licences of Rust's standard library are not at {path}: install Rust with rustup")
    read = Sections()
    read.feed(page.read_text(encoding="utf-8"))
    name, licence, copyrights = read.rows[0]
    texts = ["\n".join(copyrights), *(path.read_text(encoding="utf-8") for path in licences)]
    # The crates of other systems are listed too, and harm nobody.
    return [(name, licence, texts), *read.rows[1:]]


def board():
    """What the board's page holds, by its lockfile: of packages with our own licence the text is there already."""
    folder = ROOT / "editors/board"
    locked = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for path, package in locked.items():
        if path == "" or package.get("dev"):
            continue
        name = f"{path.removeprefix('node_modules/')} {package['version']}"
        if package["license"] != OWN_LICENCE:
            raise Failure(f"the page holds {name} ({package['license']}): add the text of its licence to notices.py")
        yield f"{name}, in the board's page", package["license"], []


@functools.cache
def text(target):
    """All licences of the program for a target, as one text."""
    rows = [*crates(target), *standard_library(), *board()]
    users, texts = {}, {}
    for name, _, own in rows:
        for each in own:
            words = " ".join(each.split())
            if words:
                texts.setdefault(words, "\n".join(line.rstrip() for line in each.rstrip().lstrip("\r\n").splitlines()))
                users.setdefault(words, []).append(name)
    listed = "".join(f"  {name} ({licence})\n" for name, licence, _ in rows)
    parts = [f"{RULE}\n{textwrap.fill(', '.join(dict.fromkeys(names)), 100)}\n\n{texts[words]}\n" for words, names in users.items()]
    return (
        f"vgn-lsp {version()} for {target} is free software under the GNU General Public License, version 3 or later.\n"
        f"Its source is at {REPOSITORY}. The program holds code of what is listed here,\n"
        "whose licences follow; where only that licence is named, its text is the file LICENSE of vgn-lsp.\n\n"
        f"{listed}\n" + "\n".join(parts)
    )


def content(target):
    return text(target).encode()


def write(target, path):
    with whole(path) as file:
        file.write(content(target))
    print(path)
