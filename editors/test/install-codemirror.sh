#!/bin/bash
# install-codemirror.sh: prints the path of a script for pages that has CodeMirror and its client of language servers, and
# makes it in the cache from npm's packages if it is not there.
set -euo pipefail

packages=(codemirror@6.0.2 @codemirror/lsp-client@6.3.0 esbuild@0.28.2)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors/codemirror-lsp-client-6.3.0
mkdir -p "$(dirname "$home")"
# Two tests that start together install once.
exec 9>"$home.lock"
flock 9
if ! [[ -d $home/node_modules/@codemirror/lsp-client ]]; then
  rm -rf "$home"
  mkdir "$home"
  echo '{ "private": true }' > "$home/package.json"
  (cd "$home" && npm install --ignore-scripts --no-audit --no-fund "${packages[@]}") >&2
fi
cp "$here/codemirror/page.mjs" "$home/page.mjs"
(cd "$home" && node_modules/.bin/esbuild page.mjs --bundle --log-level=error --format=iife --outfile=page.js) >&2
echo "$home/page.js"
