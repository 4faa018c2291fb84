#!/bin/bash
# build.sh [MODULE]: builds the whole page, the folder dist: the server's module (unless MODULE is one), the board, the
# page itself. Its engine is fetched from npm the first time; VGN_WEB_ENGINE=none leaves it out.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
module=${1:-}
[[ -n $module ]] || module=$("$here/build-module.sh")
module=$(realpath "$module")
"$here/../../test/build-board.sh" >&2
cd "$here/.."
# Two tests that start together build once.
exec 9>"${TMPDIR:-/tmp}/vgn-lsp-web-$(id -u).lock"
flock 9
lock=$(sha256sum package-lock.json)
if [[ ! -e node_modules/.lock || $(<node_modules/.lock) != "$lock" ]]; then
  npm ci --ignore-scripts --no-audit --no-fund >&2
  echo "$lock" > node_modules/.lock
fi
notices=$(mktemp)
trap 'rm -f "$notices"' EXIT
python3 ../packages/make.py notices wasm32-unknown-unknown "$notices" >&2
options=("--server-notices=$notices")
if [[ ${VGN_WEB_ENGINE:-} != none ]]; then
  engine=$("$here/fetch-engine.sh")
  options+=("--engine=$engine")
fi
node scripts/build.mjs "${options[@]}" "$module"
echo "$PWD/dist"
