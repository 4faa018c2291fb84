#!/bin/bash
# install-cli.sh: prints the path of the tree-sitter program of the version that package.json names, and fetches it into
# the cache if there is none.
#
# The exact version matters: another one may write another parser. The package of npm is a program from GitHub's releases;
# where these cannot be reached, it is Debian's, if that has the version, or else built by cargo, which takes minutes.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
version=$(sed -n 's/.*"tree-sitter-cli": "\(.*\)".*/\1/p' "$here/../package.json")

is_fit() {
  [[ $("$1" --version 2>/dev/null) == "tree-sitter $version"* ]]
}

cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors
home=$cache/tree-sitter-$version
find_fit() {
  local program
  for program in "$(command -v tree-sitter)" "$home/tree-sitter" "$home/node_modules/.bin/tree-sitter" "$home/bin/tree-sitter"; do
    if [[ -n $program ]] && is_fit "$program"; then
      echo "$program"
      return
    fi
  done
  return 1
}

by_npm() {
  command -v npm >/dev/null && npm install --silent --no-save --no-audit --no-fund --prefix "$home" "tree-sitter-cli@$version"
}

by_debian() {
  "$here/../../../editors/test/unpack-debian.sh" "$home/root" tree-sitter-cli || return
  local loader libraries
  loader=$(find "$home/root" -name 'ld-linux-*.so.*' -print -quit)
  libraries=$(dirname "$(find "$home/root" -name 'libc.so.6' -print -quit)")
  cat > "$home/tree-sitter" <<END
#!/bin/bash
exec '$loader' --library-path '$libraries' '$home/root/usr/bin/tree-sitter' "\$@"
END
  chmod +x "$home/tree-sitter"
}

# Node reads the grammar: no JavaScript engine is built in.
by_cargo() {
  cargo install --quiet --locked --no-default-features --root "$home" --version "$version" tree-sitter-cli
}

find_fit && exit
mkdir -p "$cache"
# Two tests that start together install once.
exec 9>"$cache/tree-sitter.lock"
flock 9
find_fit && exit
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for way in by_npm by_debian by_cargo; do
  rm -rf "$home"
  mkdir -p "$home"
  echo "== $way" >> "$log"
  $way >> "$log" 2>&1 || true
  find_fit && exit
done
rm -rf "$home"
cat "$log" >&2
echo "tree-sitter $version is not installed, and could be had neither from npm nor from Debian nor by cargo" >&2
exit 1
