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
  npm run --silent package -- "$target" "$work/vgn-lsp"
fi
