"""What the Debian package holds that no other does: icons in the sizes of the theme hicolor, Debian's own
changelog, and the licences, compressed as its long documents are.

The package itself is described in Cargo.toml and made by cargo-deb.
"""
import gzip
import re
import shutil
import subprocess
import time

import notices
from project import ROOT, Failure, made_at, version

SIZES = (16, 24, 32, 48, 64, 128, 256)
ICON = ROOT / "editors/vscode/images/icon.source.svg"


def make(target, share):
    if not shutil.which("rsvg-convert"):
        raise Failure("rsvg-convert, which draws the icons, is not installed (Debian: librsvg2-bin)")
    if not share.is_dir():
        raise Failure("there are no man pages and completions yet: run `make.py extras PROGRAM` first")
    for folder in ("icons", "doc"):
        (share / folder).mkdir(exist_ok=True)
    for size in SIZES:
        draw(share / "icons" / f"{size}.png", size)
    (share / "doc/changelog").write_bytes(gzip.compress(changelog().encode(), 9, mtime=0))
    (share / "doc/notices").write_bytes(gzip.compress(notices.content(target), 9, mtime=0))
    print(share)


def draw(picture, size):
    command = ["rsvg-convert", "--width", str(size), "--height", str(size), "--output", str(picture), str(ICON)]
    if subprocess.run(command).returncode:
        raise Failure(f"rsvg-convert could not draw {ICON}: see its own message above")


def changelog():
    """The entry that Debian asks of a package; what has changed is told in CHANGELOG.md."""
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    maintainer = re.search(r'^maintainer = "([^"]+)"', manifest, re.MULTILINE).group(1)
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(made_at()))
    return (
        f"vgn-lsp ({version()}-1) unstable; urgency=medium\n\n"
        "  * What has changed is in CHANGELOG.md of the project.\n\n"
        f" -- {maintainer}  {date}\n"
    )
