"""SHA256SUMS, and the manifests of package managers that name a release by its address and checksum.

The templates have `{version}`, `{url:TARGET}` and `{sha256:TARGET}`, which are filled from the archives in a folder.
"""
import hashlib
import re

from project import HERE, PLATFORMS, REPOSITORY, Failure, version, whole

# Each template, and where its result belongs in the folder of the release.
TEMPLATES = {
    "homebrew.rb": "manifests/vgn-lsp.rb",
    "scoop.json": "manifests/vgn-lsp.json",
    "mason.yaml": "manifests/mason/package.yaml",
    "winget.version.yaml": "manifests/winget/vgn-lsp.vgn-lsp.yaml",
    "winget.installer.yaml": "manifests/winget/vgn-lsp.vgn-lsp.installer.yaml",
    "winget.locale.yaml": "manifests/winget/vgn-lsp.vgn-lsp.locale.en-US.yaml",
}


def archive_of(out, target):
    for suffix in ("tar.gz", "zip"):
        path = out / f"vgn-lsp-{target}.{suffix}"
        if path.is_file():
            return path
    raise Failure(f"{out} has no archive for {target}: make all platforms before the release")


def filled(text, out):
    def value(found):
        kind, target = found.group(1), found.group(2)
        if kind == "version":
            return version()
        path = archive_of(out, target)
        if kind == "url":
            return f"{REPOSITORY}/releases/download/v{version()}/{path.name}"
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        return digest.upper() if kind == "SHA256" else digest

    return re.sub(r"\{(version|url|sha256|SHA256)(?::([a-z0-9_-]+))?\}", value, text)


def check(out):
    """Fails if a package of a platform is missing, before anything is written."""
    for row in PLATFORMS:
        archive_of(out, row["target"])
        if not (out / f"npm-{row['npm']}-{version()}.tgz").is_file():
            raise Failure(f"{out} has no npm package for {row['npm']}: make all platforms before the release")
    wheels = len(list(out.glob(f"vgn_lsp-{version()}-*.whl")))
    if wheels != len(PLATFORMS):
        raise Failure(f"{out} has {wheels} wheels: expected {len(PLATFORMS)}, one for each platform")


def make(out):
    results = {place: filled((HERE / "templates" / name).read_text(), out) for name, place in TEMPLATES.items()}
    for place, text in results.items():
        with whole(out / place) as file:
            file.write(text.encode())
        print(out / place)
    files = [path for path in sorted(out.iterdir()) if path.is_file() and path.name != "SHA256SUMS"]
    with whole(out / "SHA256SUMS") as file:
        for path in files:
            file.write(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n".encode())
    print(out / "SHA256SUMS")
