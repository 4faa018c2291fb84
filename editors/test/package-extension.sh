#!/bin/bash
# package-extension.sh [SERVER]: tests what of the VS Code extension needs no editor, and builds its package,
# dist/vgn-lsp.vsix; with SERVER also the package for this system with that server in it, dist/vgn-lsp-TARGET.vsix.
set -euo pipefail

server=${1:+$(realpath "$1")}
cd "$(dirname "${BASH_SOURCE[0]}")/../vscode"
# What is installed already, and for this very lockfile, is not installed again.
lock=$(sha256sum package-lock.json)
if [[ ! -e node_modules/.lock || $(<node_modules/.lock) != "$lock" ]]; then
  # Scripts of packages stay off: none is needed, and some download from elsewhere.
  npm ci --ignore-scripts --no-audit --no-fund
  echo "$lock" > node_modules/.lock
fi
npm run --silent test
npm run --silent package
if [[ -n $server ]]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # What debuggers read would be most of a server that is built for tests.
  strip -o "$work/vgn-lsp" "$server"
  target=$(node --print '`${process.platform}-${process.arch}`')
  host=$(rustc --version --verbose | sed -n 's/^host: //p')
  python3 ../packages/make.py notices "$host" "$work/notices.txt"
  npm run --silent package -- "$target" "$work/vgn-lsp" --notices "$work/notices.txt"
  python3 - "dist/vgn-lsp-$target.vsix" "$work/notices.txt" <<'PY'
import sys, zipfile
told = zipfile.ZipFile(sys.argv[1]).read("extension/NOTICES.txt").decode()
for part in ("semver", open(sys.argv[2], encoding="utf-8").read().strip()):
    if part not in told:
        sys.exit(f"the package's NOTICES.txt lacks the licences of {part[:40]}")
PY
fi
