#!/bin/bash
# install-code-server.sh: prints a folder that holds VS Code for a browser (code-server) and what drives one
# (playwright-core), and fills it from npm's registry if there is none.
#
# A plain `npm install code-server` stops at downloads from elsewhere; so the scripts of all packages stay off, and only
# the modules that an editor without search and sign-in needs are built, with the compiler of the machine.
set -euo pipefail

playwright=1.65.1

for tool in node npm python3 make c++ flock; do
  command -v "$tool" >/dev/null || { echo "VS Code for a browser wants $tool, which is not installed" >&2; exit 1; }
done
node_major=$(node --print 'process.versions.node.split(".")[0]')
case $node_major in
  20) code_server=4.100.3 ;;
  22) code_server=4.117.0 ;;
  *) echo "code-server wants Node 20 or 22, and this is $(node --version)" >&2; exit 1 ;;
esac

cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors
home=$cache/code-server-$code_server-$playwright
if [[ -e $home/complete ]]; then
  echo "$home"
  exit
fi
mkdir -p "$cache"
# Two tests that start together install once.
exec 9>"$cache/code-server.lock"
flock 9
if [[ -e $home/complete ]]; then
  echo "$home"
  exit
fi

# A module that would ask a question gets an answer; headers come from Node itself where it has them.
export npm_config_yes=true npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
headers=$(dirname "$(dirname "$(command -v node)")")
if [[ -e $headers/include/node/node.h ]]; then
  export npm_config_nodedir=$headers
fi

rm -rf "$home"
mkdir "$home"
{
  cd "$home"
  echo '{"private":true}' > package.json
  npm install "code-server@$code_server" "playwright-core@$playwright" --ignore-scripts
  # Without this, argon2 first tries a download.
  npm_config_build_from_source=true npm rebuild --foreground-scripts argon2
  cd node_modules/code-server/lib/vscode
  npm install --omit=dev --ignore-scripts
  npm rebuild --foreground-scripts node-pty @vscode/spdlog native-watchdog @parcel/watcher
  ln -s node_modules node_modules.asar
  (cd bin/remote-cli && ln -sf code-linux.sh code-server)
  (cd bin/helpers && ln -sf browser-linux.sh browser.sh)
  (cd extensions && npm install --omit=dev --ignore-scripts)
  cd "$home"
  node node_modules/code-server/out/node/entry.js --version
} >&2
touch "$home/complete"
echo "$home"
