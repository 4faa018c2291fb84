#!/bin/bash
# package-extension.sh: tests what of the VS Code extension needs no editor, and builds its package, dist/vgn-lsp.vsix.
set -euo pipefail

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
