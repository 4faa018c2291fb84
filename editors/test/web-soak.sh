#!/bin/bash
# web-soak.sh SERVER [STEPS] [SEED]: edits, undoes, opens, closes and reloads at random in the page in headless Chromium,
# STEPS (500) times, and compares the text with a model after each; for by hand. SEED gives the same steps again.
# VGN_WEB_PAGE names the folder of a page that is built already.
set -euo pipefail

server=$(realpath "${1:?the path of the built vgn-lsp}")
test=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
chromium=$("$test/install-chromium.sh")
code_server=$("$test/install-code-server.sh")
page=${VGN_WEB_PAGE:-$("$test/build-web.sh")}
seed=${3:-$RANDOM}
echo "seed $seed"
node "$test/web/soak.mjs" "$code_server" "$chromium" "$server" "$page" "${2:-500}" "$seed"
