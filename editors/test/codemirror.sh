#!/bin/bash
# codemirror.sh SERVER: drives CodeMirror's client of language servers in headless Chromium with the built server, prints
# what was seen, and fails if it was not what it should be.
set -euo pipefail

server=$(realpath "${1:?the path of the built vgn-lsp}")
test=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
chromium=$("$test/install-chromium.sh")
code_server=$("$test/install-code-server.sh")
page=$("$test/install-codemirror.sh")
timeout --kill-after=10s 120 node "$test/codemirror/main.mjs" "$code_server" "$chromium" "$server" "$page"
