#!/bin/bash
# action.sh: the step of action.yml: fetches the release's archive for this runner, compares its checksum, and checks games.
#
# VGN_PATHS and VGN_ARGS have one value a line; VGN_VERSION is empty for the version of this checkout. VGN_DOWNLOADS stands
# for the address of the release's files, for a mirror or a test.
set -euo pipefail

fail() {
  echo "::error title=vgn-lsp::$1"
  exit 2
}

case "${RUNNER_OS:-}-${RUNNER_ARCH:-}" in
  Linux-X64) target=x86_64-unknown-linux-gnu ;;
  Linux-ARM64) target=aarch64-unknown-linux-gnu ;;
  macOS-X64) target=x86_64-apple-darwin ;;
  macOS-ARM64) target=aarch64-apple-darwin ;;
  Windows-X64) target=x86_64-pc-windows-msvc ;;
  *) fail "There is no vgn-lsp for runners of ${RUNNER_OS:-an unknown system} on ${RUNNER_ARCH:-an unknown processor}: use one with Linux, macOS or Windows (x64)." ;;
esac
archive=vgn-lsp-$target.tar.gz
[[ $RUNNER_OS != Windows ]] || archive=vgn-lsp-$target.zip
version=${VGN_VERSION:-$(sed -n '/^\[workspace.package\]/,/^version/s/^version = "\(.*\)"/\1/p' "$VGN_ACTION/Cargo.toml")}
version=${version#v}
from=${VGN_DOWNLOADS:-https://github.com/vgn-lsp/vgn-lsp/releases/download/v$version}

work=$(mktemp -d "${RUNNER_TEMP:?}/vgn-lsp.XXXXXX")
trap 'rm -rf "$work"' EXIT
for file in SHA256SUMS "$archive"; do
  curl --fail --silent --show-error --location --retry 3 --output "$work/$file" "$from/$file" ||
    fail "$from/$file cannot be fetched: is there a release $version?"
done
sum=$(sha256sum "$work/$archive" 2>/dev/null || shasum -a 256 "$work/$archive")
# Git's own shell on Windows writes a backslash before the sum of a file whose path has one.
sum=${sum#\\}
grep -Fqx "${sum%% *}  $archive" "$work/SHA256SUMS" ||
  fail "The checksum of $archive is not the one in SHA256SUMS: it is not used; run the job again, or name another version."
if [[ $archive == *.zip ]]; then
  unzip -q "$work/$archive" -d "$work"
else
  tar -xzf "$work/$archive" -C "$work"
fi

words=()
while IFS= read -r line; do
  [[ -z $line ]] || words+=("$line")
done <<<"${VGN_ARGS:-}"
words+=(--)
while IFS= read -r line; do
  [[ -z $line ]] || words+=("$line")
done <<<"${VGN_PATHS:-.}"
# The exit code is the program's: 1 for errors in games, 2 for what cannot be read.
"$work/vgn-lsp-$target/vgn-lsp" check --format github "${words[@]}"
