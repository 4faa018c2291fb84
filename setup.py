"""For pre-commit, whose hooks (.pre-commit-hooks.yaml) install this folder with pip: it brings the wheel of this version,
so that neither Rust nor a compiler is needed. The wheels themselves are made by editors/packages/make.py."""
import re
from pathlib import Path

from setuptools import setup

manifest = Path(__file__).with_name("Cargo.toml").read_text(encoding="utf-8")
version = re.search(r'^\[workspace\.package\]\nversion = "([^"]+)"', manifest, re.MULTILINE).group(1)
setup(name="vgn-lsp-hooks", version=version, packages=[], install_requires=[f"vgn-lsp=={version}"])
