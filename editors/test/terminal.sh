#!/bin/bash
# terminal.sh EDITOR SERVER: drives helix or kakoune, set up as docs/editors.md says, with the built server, in a terminal,
# and the board that the server serves in headless Chromium; prints what was seen, and fails if it was not what it should
# be.
set -euo pipefail

editor=${1:?helix or kakoune}
server=$(realpath "${2:?the path of the built vgn-lsp}")
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

test=$project/editors/test
program=$("$test/install-$editor.sh")
chromium=$("$test/install-chromium.sh")
code_server=$("$test/install-code-server.sh")
neovim=$("$test/install-neovim.sh")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
timeout --kill-after=10s 180 node "$test/terminal/main.mjs" \
  "$editor" "$program" "$code_server" "$chromium" "$server" "$project" "$work" "$neovim"
