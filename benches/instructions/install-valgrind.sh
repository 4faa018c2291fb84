#!/bin/bash
# install-valgrind.sh: prints the path of a valgrind, and unpacks Debian's into the cache if there is none.
set -euo pipefail

runs() {
  "$1" --tool=callgrind --callgrind-out-file=/dev/null /bin/true >/dev/null 2>&1
}

if installed=$(command -v valgrind) && runs "$installed"; then
  echo "$installed"
  exit
fi

cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-valgrind
if [[ -x $cache/valgrind ]] && runs "$cache/valgrind"; then
  echo "$cache/valgrind"
  exit
fi

for tool in apt-get dpkg-deb; do
  command -v "$tool" >/dev/null || { echo "no valgrind here, and no $tool to unpack one with" >&2; exit 1; }
done
mkdir -p "$cache"
# Two that start together install once.
exec 9>"$cache/lock"
flock 9
rm -rf "$cache/root" "$cache"/*.deb
{
  cd "$cache"
  # The system's own release, for it runs with the system's own C library.
  apt-get -q download valgrind || { apt-get -q update && apt-get -q download valgrind; }
  dpkg-deb -x valgrind_*.deb root
} >&2
library=$(find "$cache/root" -name 'callgrind-*-linux' -print -quit)
cat > "$cache/valgrind" <<END
#!/bin/bash
export VALGRIND_LIB='$(dirname "$library")'
exec '$cache/root/usr/bin/valgrind' "\$@"
END
chmod +x "$cache/valgrind"
runs "$cache/valgrind" || { echo "the valgrind in $cache does not run: apt-get install valgrind" >&2; exit 1; }
echo "$cache/valgrind"
