#!/bin/bash
# readers.sh names | read READER FILE... | compare BEFORE AFTER [READER...] | agree FILE [READER...]
#
# Runs the programs and libraries of `src/engine/lint/portability/readers.tsv` on PGN files. They are installed into the cache from PyPI, npm and Debian
# if they are not there; nothing is skipped: what cannot be run fails. readers.py says what is printed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
versions=$here/../../src/engine/lint/portability/readers.tsv
cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors
mkdir -p "$cache"

# once FOLDER COMMAND...: runs the command, which fills the folder, if that has not been done; of two at a time one waits.
once() {
  local home=$1
  [[ -e $home/complete ]] && return
  exec 9>"$home.lock"
  flock 9
  if [[ ! -e $home/complete ]]; then
    rm -rf "$home"
    mkdir -p "$home"
    "${@:2}" "$home" >&2 || { rm -rf "$home"; echo "$(basename "$home") cannot be installed" >&2; exit 1; }
    touch "$home/complete"
  fi
  exec 9>&-
}

from_npm() {
  command -v npm >/dev/null || { echo "npm is not installed" >&2; return 1; }
  echo '{"private": true}' > "$1/package.json"
  # shellcheck disable=SC2046
  npm install --prefix "$1" --ignore-scripts --no-audit --no-fund --save-exact --loglevel=error \
    $(awk '$2 == "npm" { print $3 "@" $4 }' "$versions")
}

# The version is the one that the named release of Debian has, or the line in that file is out of date.
from_debian() {
  local root=$1/root
  "$here/../../editors/test/unpack-debian.sh" "$root" "$package" "$suite"
  loader=$(find "$root" -name 'ld-linux-*.so.*' -print -quit)
  libraries=$(dirname "$(find "$root" -name 'libc.so.6' -print -quit)")
  # The loader gets the libraries' place as an argument, so that no program that is started inherits it.
  program=$(find "$root/usr/games" "$root/usr/bin" -name "${package/#scid/tkscid}" -print -quit 2>/dev/null)
  printf '#!/bin/bash\nexport TCL_LIBRARY=%q\nexec %q --library-path %q %q "$@"\n' \
    "$root/usr/share/tcltk/tcl8.6" "$loader" "$libraries:$root/usr/lib/$(uname -m)-linux-gnu" "$program" > "$1/$package"
  chmod +x "$1/$package"
}

export READERS_NPM=$cache/readers-npm-$(awk '$2 == "npm" { print $3, $4 }' "$versions" | sha256sum | cut -c1-12)
once "$READERS_NPM" from_npm
while read -r package _ suite version; do
  home=$cache/$package-$suite-$version
  once "$home" from_debian
  declare -x "READERS_${package//-/_}=$home/$package"
done < <(awk '$2 == "debian"' "$versions")
python=$(awk '$1 == "python-chess" { print $3 "==" $4 }' "$versions")
exec "$here/../support/python-with.sh" "$python" chess.pgn "$here/readers.py" "$@"
