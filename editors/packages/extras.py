"""What packages hold besides the program: man pages, completions, the schema of vgn.toml.

The program itself prints them, so one that runs on this machine is needed; they are the same for all platforms.
"""
import gzip
import shutil
import subprocess
import tempfile
from pathlib import Path

from project import Failure, version

# The file of each shell, as it is named where that shell looks for it.
SHELLS = {"bash": "vgn-lsp", "zsh": "_vgn-lsp", "fish": "vgn-lsp.fish", "powershell": "_vgn-lsp.ps1"}


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
    for folder in ("man", "completions"):
        (share / folder).mkdir(parents=True)
    said(program, "man", str(share / "man"))
    for page in sorted((share / "man").iterdir()):
        # Without a date of their own, the same pages give the same bytes.
        (share / "man" / f"{page.name}.gz").write_bytes(gzip.compress(page.read_bytes(), 9, mtime=0))
    for shell, name in SHELLS.items():
        (share / "completions" / name).write_bytes(said(program, "completions", shell))
    (share / "vgn.toml.schema.json").write_bytes(said(program, "schema"))
