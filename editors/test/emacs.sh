#!/bin/bash
# emacs.sh SERVER: drives a real Emacs (eglot, in batch mode) with the built server on a real annotated file, prints what
# was seen, and fails if it was not what it should be.
set -euo pipefail

server=$(realpath "${1:?the path of the built vgn-lsp}")
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
emacs=$("$project/editors/test/install-emacs.sh")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$project/tests/data/annotated/wcc_2023.pgn" "$work/"
chmod u+w "$work/wcc_2023.pgn"
export HOME=$work VGN_LSP_SERVER=$server

cd "$work"
timeout --kill-after=10s 120 "$emacs" -Q --batch \
  --load "$project/editors/emacs/vgn-mode.el" --load "$project/editors/emacs/vgn-board.el" \
  --load "$project/editors/test/emacs.el"
