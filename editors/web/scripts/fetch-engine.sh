#!/bin/bash
# fetch-engine.sh: fetches the engine of the page from npm, and prints the folder that has it.
#
# The package holds all builds of Stockfish, 161 MB packed; only the small one for one thread is kept, 1.8 MB with its
# network. Its folder is editors/web/engine/kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../engine"

exec 9>"${TMPDIR:-/tmp}/vgn-lsp-web-engine-$(id -u).lock"
flock 9
lock=$(sha256sum package-lock.json "../scripts/fetch-engine.sh")
if [[ ! -e kept/.lock || $(<kept/.lock) != "$lock" ]]; then
  npm ci --ignore-scripts --no-audit --no-fund >&2
  package=node_modules/stockfish
  version=$(node -p "require('./$package/package.json').buildVersion")
  rm -rf kept
  mkdir kept
  for ending in js wasm; do
    cp "$package/bin/stockfish-$version-lite-single.$ending" "kept/stockfish.$ending"
  done
  chmod 644 kept/stockfish.*
  cp "$package/package.json" "$package/Copying.txt" kept/
  rm -rf node_modules
  echo "$lock" > kept/.lock
fi
echo "$PWD/kept"
