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
# As a package, from what is installed alone: nothing is loaded by hand.
"$emacs" -Q --batch --eval "(package-install-file \"$project/editors/emacs\")" >install.log 2>&1 || {
  cat install.log
  exit 1
}
"$emacs" -Q --batch --eval '(package-initialize)' --eval '(find-file "wcc_2023.pgn")' --eval '
  (if (and (eq major-mode (quote pgn-mode)) (commandp (quote vgn-board)) (commandp (quote vgn-float))
           (string-match-p "/elpa/vgn-mode-" (locate-library "vgn-mode")))
      (princ "installed as a package\n")
    (error "Not installed: %s, %s" major-mode (locate-library "vgn-mode")))'
timeout --kill-after=10s 120 "$emacs" -Q --batch \
  --load "$project/editors/emacs/vgn-mode.el" --load "$project/editors/emacs/vgn-board.el" \
  --load "$project/editors/test/emacs.el"
timeout --kill-after=10s 120 "$emacs" -Q --batch \
  --load "$project/editors/emacs/vgn-mode.el" --load "$project/editors/emacs/vgn-board.el" \
  --load "$project/editors/test/emacs-engine.el"
