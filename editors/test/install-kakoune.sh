#!/bin/bash
# install-kakoune.sh: prints the path of a folder with a Kakoune and a kak-lsp that can run the tests. Where they are not
# on the machine, Debian's Kakoune is unpacked into the cache, and kak-lsp is built there from crates.io, which takes
# minutes once.
set -euo pipefail

LSP=22.0.0

cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors
home=$cache/kakoune-lsp
mkdir -p "$cache"
# Two tests that start together install once.
exec 9>"$cache/kakoune-lsp.lock"
flock 9
mkdir -p "$home/bin"
if ! [[ -x $home/bin/kak ]] || ! "$home/bin/kak" -version >/dev/null 2>&1; then
  rm -f "$home/bin/kak"
  if installed=$(command -v kak); then
    ln -s "$installed" "$home/bin/kak"
  else
    rm -rf "$home/root"
    "$(dirname "${BASH_SOURCE[0]}")/unpack-debian.sh" "$home/root" kakoune >&2
    loader=$(find "$home/root" -name 'ld-linux-*.so.*' -print -quit)
    libraries=$(dirname "$(find "$home/root" -name 'libc.so.6' -print -quit)")
    cat > "$home/bin/kak" <<END
#!/bin/bash
export KAKOUNE_RUNTIME='$home/root/usr/share/kak'
exec '$loader' --library-path '$libraries' '$home/root/usr/bin/kak' "\$@"
END
    chmod +x "$home/bin/kak"
  fi
  "$home/bin/kak" -version >/dev/null || { echo "the Kakoune in $home does not run" >&2; exit 1; }
fi
if ! [[ -x $home/bin/kak-lsp ]]; then
  if installed=$(command -v kak-lsp); then
    ln -s "$installed" "$home/bin/kak-lsp"
  else
    cargo install --locked --quiet --root "$home" --version "$LSP" kak-lsp >&2
  fi
fi
echo "$home/bin"
