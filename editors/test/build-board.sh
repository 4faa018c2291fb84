#!/bin/bash
# build-board.sh: builds the page of the board, which the next build of the server makes a part of the program.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../board"
# Two tests that start together build once.
exec 9>"${TMPDIR:-/tmp}/vgn-lsp-board-$(id -u).lock"
flock 9
lock=$(sha256sum package-lock.json)
if [[ ! -e node_modules/.lock || $(<node_modules/.lock) != "$lock" ]]; then
  npm ci --ignore-scripts --no-audit --no-fund
  echo "$lock" > node_modules/.lock
fi
npm run --silent build
