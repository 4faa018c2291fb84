#!/bin/bash
# lsp-mode.sh SERVER: drives lsp-mode 8 and 9 in a real Emacs (in batch mode) with the built server, set up as
# docs/editors.md says; prints what was seen, and fails if it was not what it should be.
set -euo pipefail

server=$(realpath "${1:?the path of the built vgn-lsp}")
test=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
emacs=$("$test/install-emacs.sh")

for suite in bookworm trixie; do
  packages=$("$test/install-lsp-mode.sh" "$suite")
  paths=()
  for package in "$packages"/*/; do
    paths+=(-L "$package")
  done
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/bin"
  ln -s "$server" "$work/bin/vgn-lsp"
  # What the page says, word for word.
  sed -n '/^### lsp-mode$/,/^## /{/^```elisp$/,/^```$/p}' "$test/../../docs/editors.md" | grep -v '^```' > "$work/init.el"
  [[ -s $work/init.el ]]
  (
    cd "$work"
    export HOME=$work PATH=$work/bin:$PATH
    # An unpacked Emacs cannot start itself to compile.
    timeout --kill-after=10s 180 "$emacs" -Q --batch "${paths[@]}" \
      --eval '(setq native-comp-enable-subr-trampolines nil native-comp-jit-compilation nil)' \
      --load "$test/../emacs/vgn-mode.el" --load init.el --load "$test/lsp-mode.el"
  )
  rm -rf "$work"
done
