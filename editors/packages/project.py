"""What all packages share: the version, the table of platforms, and writing a file whole or not at all."""
import json
import os
import re
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PLATFORMS = json.loads((HERE / "platforms.json").read_text())
# Where extras.py writes, and the packages read.
SHARE = Path(os.environ.get("VGN_SHARE", ROOT / "target/packages/share"))
REPOSITORY = "https://github.com/vgn-lsp/vgn-lsp"
SUMMARY = "Language server and command line for chess games in PGN and VGN text"


class Failure(Exception):
    """One sentence for whoever called."""


def version(tag=None):
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    found = re.search(r'^\[workspace\.package\]\nversion = "([^"]+)"', manifest, re.MULTILINE).group(1)
    if tag is not None and tag != f"v{found}":
        raise Failure(f"the tag is {tag}, but Cargo.toml names version {found}: expected the tag v{found}")
    return found


def platform(target):
    for row in PLATFORMS:
        if row["target"] == target:
            return row
    known = ", ".join(row["target"] for row in PLATFORMS)
    raise Failure(f"no package is made for {target}: expected one of {known}")


def file_name(row):
    """The program's own name on a platform."""
    return "vgn-lsp.exe" if row["os"] == "win32" else "vgn-lsp"


def made_for(program):
    """The system and processor that a program's first bytes name, or None."""
    with open(program, "rb") as file:
        head = file.read(4096)
    number = lambda at, size: int.from_bytes(head[at:at + size], "little")  # noqa: E731
    if head[:4] == b"\x7fELF":
        return "linux", {62: "x64", 183: "arm64"}.get(number(18, 2))
    if head[:2] == b"MZ":
        return "win32", {0x8664: "x64", 0xAA64: "arm64"}.get(number(number(60, 4) + 4, 2))
    if number(0, 4) == 0xFEEDFACF:
        return "darwin", {0x01000007: "x64", 0x0100000C: "arm64"}.get(number(4, 4))
    return None


def glibc(program):
    """The newest version of the GNU C library that a Linux program asks for, or None if it needs none."""
    found = re.findall(rb"(?<=\0)GLIBC_(\d+)\.(\d+)(?=[.\0])", Path(program).read_bytes())
    return max(((int(major), int(minor)) for major, minor in found), default=None)


def check_program(row, program):
    if not program.is_file():
        raise Failure(f"there is no program at {program}: build it first")
    found = made_for(program)
    if found != (row["os"], row["cpu"]):
        is_for = "no program that is known here" if found is None else f"a program for {found[0]} {found[1]}"
        raise Failure(f"{program} is {is_for}: expected one for {row['target']}")
    if row["os"] == "linux" and (glibc(program) is None) != (row["libc"] == "musl"):
        raise Failure(f"{program} does not use the C library of {row['target']}: build it for that target")


def made_at():
    """When the commit was made, so that the same commit gives the same packages, byte for byte."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    said = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%ct"], capture_output=True, text=True)
    return int(said.stdout) if said.returncode == 0 else int(time.time())


@contextmanager
def whole(path):
    """A file to write, which takes its place only when all of it is written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
