#!/bin/bash
# install.sh stockfish|fairy-stockfish: prints the path of the engine, and unpacks Debian's into the cache if there is none.
set -euo pipefail

name=${1:?the engine}
for found in "$(command -v "$name" || true)" "/usr/games/$name"; do
  if [[ -x $found ]]; then
    echo "$found"
    exit
  fi
done

cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors
home=$cache/$name
mkdir -p "$cache"
# Two tests that start together install once.
exec 9>"$cache/$name.lock"
flock 9
if [[ ! -x $home/$name ]]; then
  rm -rf "$home"
  # The versions that the documents speak of.
  "$(dirname "${BASH_SOURCE[0]}")/../../editors/test/unpack-debian.sh" "$home/root" "$name" bookworm >&2
  loader=$(find "$home/root" -name 'ld-linux-*.so.*' -print -quit)
  libraries=$(dirname "$(find "$home/root" -name 'libc.so.6' -print -quit)")
  printf '#!/bin/bash\nexec %q --library-path %q %q "$@"\n' \
    "$loader" "$libraries" "$home/root/usr/games/$name" > "$home/$name.new"
  chmod +x "$home/$name.new"
  mv "$home/$name.new" "$home/$name"
fi
echo "$home/$name"
