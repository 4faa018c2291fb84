#!/bin/bash
# browser.sh SERVER [PICTURES]: opens the board that the built server serves in headless Chromium, with Neovim and with
# Emacs behind it, and of a file without an editor; prints what was seen, and fails if it was not what it should be.
# Pictures are written to the folder PICTURES, if it is named.
set -euo pipefail

server=$(realpath "${1:?the path of the built vgn-lsp}")
pictures=${2:-}
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ -n $pictures ]]; then
  mkdir -p "$pictures"
  pictures=$(realpath "$pictures")
fi

test=$project/editors/test
chromium=$("$test/install-chromium.sh")
code_server=$("$test/install-code-server.sh")
neovim=$("$test/install-neovim.sh")
emacs=$("$test/install-emacs.sh")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
timeout --kill-after=10s 480 node "$test/browser/main.mjs" \
  "$code_server" "$chromium" "$server" "$project" "$work" "$neovim" "$emacs" "$pictures"
