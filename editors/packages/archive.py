"""The archive of a platform: the program, its licences, and what extras.py has made; tar.gz, or zip for Windows."""
import gzip
import io
import tarfile
import time
import zipfile

import notices
from project import ROOT, SHARE, Failure, file_name, made_at, whole


def members(row, program):
    """Each file of an archive: its path there, its bytes, and whether it is a program."""
    if not SHARE.is_dir():
        raise Failure("there are no man pages and completions yet: run `make.py extras PROGRAM` first")
    yield file_name(row), program.read_bytes(), True
    for name in ("LICENSE", "README.md"):
        yield name, (ROOT / name).read_bytes(), False
    yield "NOTICES.txt", notices.content(row["target"]), False
    pages = sorted((SHARE / "man").glob("*.1"))
    shells = sorted((SHARE / "completions").iterdir())
    for path in [*pages, *shells, SHARE / "vgn.toml.schema.json"]:
        yield path.relative_to(SHARE).as_posix(), path.read_bytes(), False


def make(row, program, out):
    folder = f"vgn-lsp-{row['target']}"
    files = [(f"{folder}/{name}", content, runs) for name, content, runs in members(row, program)]
    if row["os"] == "win32":
        path = out / f"{folder}.zip"
        with whole(path) as file:
            write_zip(file, files)
    else:
        path = out / f"{folder}.tar.gz"
        with whole(path) as file:
            write_tar(file, files)
    return path


def write_tar(file, files):
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=made_at()) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for name, content, runs in files:
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime = len(content), 0o755 if runs else 0o644, made_at()
                tar.addfile(entry, io.BytesIO(content))


def write_zip(file, files):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content, runs in files:
            entry = zipfile.ZipInfo(name, time.gmtime(made_at())[:6])
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            packed.writestr(entry, content)
