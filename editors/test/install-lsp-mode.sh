#!/bin/bash
# install-lsp-mode.sh SUITE: prints the folder with the packages of lsp-mode in a suite of Debian (bookworm has version 8,
# trixie version 9), and unpacks them into the cache if they are not there.
set -euo pipefail

suite=${1:?a suite of Debian}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors
home=$cache/lsp-mode-$suite
packages=$home/usr/share/emacs/site-lisp/elpa-src
mkdir -p "$cache"
# Two tests that start together install once.
exec 9>"$home.lock"
flock 9
if ! compgen -G "$packages/lsp-mode-*" >/dev/null; then
  rm -rf "$home"
  "$(dirname "${BASH_SOURCE[0]}")/unpack-debian.sh" "$home" elpa-lsp-mode "$suite" >&2
fi
echo "$packages"
