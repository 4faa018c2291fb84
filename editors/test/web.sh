#!/bin/bash
# web.sh SERVER [PICTURES]: uses the page with the whole server in it, as `SERVER web` serves it, in headless Chromium;
# prints what was seen, and fails if it was not what it should be. Pictures are written to the folder PICTURES, if it is
# named. VGN_WEB_PAGE names the folder of a page that is built already.
set -euo pipefail

server=$(realpath "${1:?the path of the built vgn-lsp}")
pictures=${2:-}
test=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [[ -n $pictures ]]; then
  mkdir -p "$pictures"
  pictures=$(realpath "$pictures")
fi
chromium=$("$test/install-chromium.sh")
code_server=$("$test/install-code-server.sh")
page=${VGN_WEB_PAGE:-$("$test/build-web.sh")}
# What needs no browser; the packages for it come with a page that is built here.
[[ -n ${VGN_WEB_PAGE:-} ]] || npm --prefix "$test/../web" run --silent test -- --test-reporter=dot

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
timeout --kill-after=10s 170 node "$test/web/main.mjs" "$code_server" "$chromium" "$server" "$page" "$work" "$pictures"
timeout --kill-after=10s 170 node "$test/web/safe.mjs" "$code_server" "$chromium" "$server" "$page" "$work"
timeout --kill-after=10s 170 node "$test/web/engine.mjs" "$code_server" "$chromium" "$server" "$page" "$work" "$pictures"
