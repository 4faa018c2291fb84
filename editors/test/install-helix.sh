#!/bin/bash
# install-helix.sh: prints the path of a Helix that can run the tests, and unpacks Debian's into the cache if there is
# none.
set -euo pipefail

is_fit() {
  "$1" --version 2>/dev/null | grep -Eq '^helix (2[5-9]|[3-9])'
}

for name in hx helix; do
  if installed=$(command -v $name) && is_fit "$installed"; then
    echo "$installed"
    exit
  fi
done

cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors
home=$cache/helix
mkdir -p "$cache"
# Two tests that start together install once.
exec 9>"$cache/helix.lock"
flock 9
if ! [[ -x $home/hx ]] || ! is_fit "$home/hx"; then
  rm -rf "$home"
  "$(dirname "${BASH_SOURCE[0]}")/unpack-debian.sh" "$home/root" hx >&2
  loader=$(find "$home/root" -name 'ld-linux-*.so.*' -print -quit)
  libraries=$(dirname "$(find "$home/root" -name 'libc.so.6' -print -quit)")
  cat > "$home/hx" <<END
#!/bin/bash
export HELIX_RUNTIME='$home/root/usr/lib/hx/runtime'
exec '$loader' --library-path '$libraries' '$home/root/usr/lib/hx/hx' "\$@"
END
  chmod +x "$home/hx"
  is_fit "$home/hx" || { echo "the Helix in $home does not run" >&2; exit 1; }
fi
echo "$home/hx"
