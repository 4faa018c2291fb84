"""What packages hold besides the program: man pages, completions, the schema of vgn.toml, icons, MIME type, desktop entry.

The program itself prints the first three, so one that runs on this machine is needed; they are the same for all platforms.
"""
import gzip
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from project import HERE, ROOT, Failure, made_at, version

# The file of each shell, as it is named where that shell looks for it.
SHELLS = {"bash": "vgn-lsp", "zsh": "_vgn-lsp", "fish": "vgn-lsp.fish", "powershell": "_vgn-lsp.ps1"}
SIZES = (16, 24, 32, 48, 64, 128, 256)
ICON = ROOT / "editors/vscode/images/icon.source.svg"


def said(program, *words):
    try:
        answer = subprocess.run([program, *words], capture_output=True, timeout=60)
    except OSError as error:
        raise Failure(f"{program} does not run on this machine ({error.strerror}): give one that is built for it") from error
    if answer.returncode:
        reason = answer.stderr.decode(errors="replace").strip().split("\n")[0]
        raise Failure(f"`{program.name} {' '.join(words)}` failed ({reason}): build the program of this version")
    return answer.stdout


def make(program, out):
    program = program.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as work:
        share = Path(work) / "share"
        fill(program, share)
        if out.exists():
            shutil.rmtree(out)
        share.rename(out)
    print(out)


def fill(program, share):
    if (told := said(program, "--version").decode().split()) != ["vgn-lsp", version()]:
        raise Failure(f"{program} says `{' '.join(told)}`: expected vgn-lsp {version()}")
    for folder in ("man", "completions", "icons", "doc"):
        (share / folder).mkdir(parents=True)
    said(program, "man", str(share / "man"))
    for page in sorted((share / "man").iterdir()):
        # Without a date of their own, the same pages give the same bytes.
        (share / "man" / f"{page.name}.gz").write_bytes(gzip.compress(page.read_bytes(), 9, mtime=0))
    for shell, name in SHELLS.items():
        (share / "completions" / name).write_bytes(said(program, "completions", shell))
    (share / "vgn.toml.schema.json").write_bytes(said(program, "schema"))
    for size in SIZES:
        draw(share / "icons" / f"{size}.png", size)
    (share / "doc/changelog").write_bytes(gzip.compress(debian_changelog().encode(), 9, mtime=0))


def draw(picture, size):
    command = ["rsvg-convert", "--width", str(size), "--height", str(size), "--output", str(picture), str(ICON)]
    try:
        subprocess.run(command, check=True)
    except FileNotFoundError as error:
        raise Failure("rsvg-convert, which draws the icons, is not installed (Debian: librsvg2-bin)") from error
    except subprocess.CalledProcessError as error:
        raise Failure(f"rsvg-convert could not draw {ICON}") from error


def debian_changelog():
    """The entry that Debian asks of a package; what has changed is told in CHANGELOG.md."""
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    maintainer = re.search(r'^maintainer = "([^"]+)"', manifest, re.MULTILINE).group(1)
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(made_at()))
    return (
        f"vgn-lsp ({version()}-1) unstable; urgency=medium\n\n"
        "  * What has changed is in CHANGELOG.md of the project.\n\n"
        f" -- {maintainer}  {date}\n"
    )
