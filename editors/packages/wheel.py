"""The wheel of a platform for PyPI: a zip archive with the program among its scripts, as PEP 427 lays it out.

maturin would build the program once more. Here the wheel holds the same bytes as the archive and the other packages, and
its platform tag comes from the program itself: the newest version of the GNU C library that the program asks for.
"""
import base64
import hashlib
import re

import archive
import notices
from project import HERE, ROOT, Failure, REPOSITORY, SUMMARY, file_name, glibc, version, whole


def tag(row, program):
    if "wheel" in row:
        return row["wheel"]
    major, minor = glibc(program)
    machine = row["target"].split("-")[0]
    # Older releases of pip know version 2.17 by the year alone.
    older = f".manylinux2014_{machine}" if (major, minor) <= (2, 17) else ""
    return f"manylinux_{major}_{max(minor, 17)}_{machine}{older}"


def metadata():
    readme = re.sub(r"""(\]\(|(?:src|srcset)=")(?!https?:|#)([^)"]+)([)"])""", address, readme_text())
    return (
        f"Metadata-Version: 2.4\nName: vgn-lsp\nVersion: {version()}\nSummary: {SUMMARY}\n"
        f"Keywords: chess,pgn,vgn,lsp,linter\nHome-page: {REPOSITORY}\nLicense-Expression: GPL-3.0-or-later\n"
        "License-File: LICENSE\nLicense-File: NOTICES.txt\nClassifier: Environment :: Console\n"
        "Classifier: Topic :: Games/Entertainment :: Board Games\nRequires-Python: >=3.7\n"
        f"Description-Content-Type: text/markdown\n\n{readme}"
    ).encode()


def address(link):
    """A link to a file of the project as one to the repository: PyPI has no file beside the text."""
    before, path, after = link.groups()
    kind = "raw" if path.endswith((".png", ".svg")) else "blob"
    return f"{before}{REPOSITORY}/{kind}/v{version()}/{path}{after}"


def readme_text():
    return (ROOT / "README.md").read_text(encoding="utf-8")


def make(row, program, out):
    named = f"vgn_lsp-{version()}"
    info, tags = f"{named}.dist-info", tag(row, program)
    rows = "".join(f"Tag: py3-none-{each}\n" for each in tags.split("."))
    files = [
        (f"{named}.data/scripts/{file_name(row)}", program.read_bytes(), True),
        ("vgn_lsp/__init__.py", b"", False),
        ("vgn_lsp/__main__.py", (HERE / "run.py").read_bytes(), False),
        (f"{info}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes(), False),
        (f"{info}/licenses/NOTICES.txt", notices.content(row["target"]), False),
        (f"{info}/METADATA", metadata(), False),
        (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: vgn-lsp\nRoot-Is-Purelib: false\n{rows}".encode(), False),
    ]
    files.append((f"{info}/RECORD", record(files, f"{info}/RECORD"), False))
    path = out / f"{named}-py3-none-{tags}.whl"
    with whole(path) as file:
        archive.write_zip(file, files)
    # Twice as large is no wheel that PyPI takes without being asked.
    if path.stat().st_size > 100_000_000:
        raise Failure(f"{path} is larger than the 100 MB that PyPI takes")
    return path


def record(files, own):
    def line(name, content):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        return f"{name},sha256={digest},{len(content)}\n"

    return ("".join(line(name, content) for name, content, _ in files) + f"{own},,\n").encode()
