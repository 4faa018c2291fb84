"""The npm packages: one for each platform with the program and its licences alone, and `vgn-lsp`, which depends on all of them optionally.

npm installs only the platform package whose `os`, `cpu` and `libc` fit. No script runs on installing and nothing is
downloaded besides, so it works with `--ignore-scripts`, from a mirror and without a connection.
"""
import gzip
import io
import json
import tarfile

import notices
from project import HERE, PLATFORMS, REPOSITORY, ROOT, SUMMARY, file_name, made_at, version, whole


def manifest(name, description, **more):
    own = {
        "name": name,
        "version": version(),
        "description": description,
        "license": "GPL-3.0-or-later",
        "repository": {"type": "git", "url": f"git+{REPOSITORY}.git"},
        **more,
    }
    return (json.dumps(own, indent=2) + "\n").encode()


def platform_name(row):
    return f"@vgn-lsp/{row['npm']}"


def write(path, files):
    with whole(path) as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=made_at()) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for name, content, runs in files:
                entry = tarfile.TarInfo(f"package/{name}")
                entry.size, entry.mode, entry.mtime = len(content), 0o755 if runs else 0o644, made_at()
                tar.addfile(entry, io.BytesIO(content))
    return path


def make(row, program, out):
    fits = {"os": [row["os"]], "cpu": [row["cpu"]]}
    if "libc" in row:
        fits["libc"] = [row["libc"]]
    name = platform_name(row)
    about = f"The program of vgn-lsp for {row['npm']}; install the package vgn-lsp, which chooses it"
    files = [
        # preferUnplugged: a program cannot run from within the archives that Yarn keeps.
        ("package.json", manifest(name, about, preferUnplugged=True, **fits), False),
        ("LICENSE", (ROOT / "LICENSE").read_bytes(), False),
        ("NOTICES.txt", notices.content(row["target"]), False),
        (file_name(row), program.read_bytes(), True),
    ]
    return write(out / f"npm-{row['npm']}-{version()}.tgz", files)


def make_chooser(out):
    optional = {platform_name(row): version() for row in PLATFORMS}
    more = {
        "bin": {"vgn-lsp": "vgn-lsp.js"},
        "engines": {"node": ">=16"},
        "keywords": ["chess", "pgn", "vgn", "lsp", "linter"],
        "optionalDependencies": optional,
    }
    files = [
        ("package.json", manifest("vgn-lsp", SUMMARY, **more), False),
        ("LICENSE", (ROOT / "LICENSE").read_bytes(), False),
        ("README.md", (HERE / "npm/README.md").read_bytes(), False),
        ("vgn-lsp.js", (HERE / "npm/vgn-lsp.js").read_bytes(), True),
    ]
    return write(out / f"npm-vgn-lsp-{version()}.tgz", files)
