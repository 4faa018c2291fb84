#!/bin/bash
# install-emacs.sh: prints the path of an Emacs that can run the tests, and unpacks Debian's into the cache if there is
# none.
set -euo pipefail

# Eglot came with Emacs 29.
is_new_enough() {
  "$1" -Q --batch --eval "(progn (require 'eglot) (kill-emacs (if (>= emacs-major-version 29) 0 1)))" >/dev/null 2>&1
}

if installed=$(command -v emacs) && is_new_enough "$installed"; then
  echo "$installed"
  exit
fi

cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors
home=$cache/emacs
if [[ -x $home/emacs ]] && is_new_enough "$home/emacs"; then
  echo "$home/emacs"
  exit
fi

mkdir -p "$cache"
# Two tests that start together install once.
exec 9>"$cache/emacs.lock"
flock 9
if [[ -x $home/emacs ]] && is_new_enough "$home/emacs"; then
  echo "$home/emacs"
  exit
fi

rm -rf "$home"
"$(dirname "${BASH_SOURCE[0]}")/unpack-debian.sh" "$home/root" emacs-nox >&2
loader=$(find "$home/root" -name 'ld-linux-*.so.*' -print -quit)
libraries=$(dirname "$(find "$home/root" -name 'libc.so.6' -print -quit)")
dump=$(find "$home/root" -name 'emacs-*.pdmp' -print -quit)
share=$(find "$home/root/usr/share/emacs" -mindepth 1 -maxdepth 1 -name '[0-9]*' -print -quit)
load_path=$(find "$share/lisp" -type d -printf '%p:')
cat > "$home/emacs" <<END
#!/bin/bash
export EMACSLOADPATH='${load_path%:}' EMACSDATA='$share/etc' EMACSDOC='$share/etc' EMACSPATH='$(dirname "$dump")'
exec '$loader' --library-path '$libraries' '$home/root/usr/bin/emacs-nox' --dump-file='$dump' "\$@"
END
chmod +x "$home/emacs"
is_new_enough "$home/emacs" || { echo "the Emacs in $home does not run" >&2; exit 1; }
echo "$home/emacs"
