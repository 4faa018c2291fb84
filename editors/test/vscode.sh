#!/bin/bash
# vscode.sh SERVER [PICTURES]: builds the extension's package with the built server in it, installs it in a real VS Code
# (in headless Chromium) that finds no other server, opens a real annotated file, prints what was seen, and fails if it
# was not what it should be. Pictures are written to the folder PICTURES, if it is named.
set -euo pipefail

server=$(realpath "${1:?the path of the built vgn-lsp}")
pictures=${2:-}
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ -n $pictures ]]; then
  mkdir -p "$pictures"
  pictures=$(realpath "$pictures")
fi

chromium=$("$project/editors/test/install-chromium.sh")
code_server=$("$project/editors/test/install-code-server.sh")
"$project/editors/test/package-extension.sh" "$server" >&2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
timeout --kill-after=10s 600 node "$project/editors/test/vscode/main.mjs" \
  "$code_server" "$chromium" "$server" "$project" "$work" "$pictures"
