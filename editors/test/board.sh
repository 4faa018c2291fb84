#!/bin/bash
# board.sh SERVER [PICTURES]: builds the page of the board, tests what of it needs no browser, and uses it in headless
# Chromium by mouse and by keyboard, with a host that is no editor. The server has no part in it. Pictures are written to
# the folder PICTURES, if it is named.
set -euo pipefail

pictures=${2:-}
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ -n $pictures ]]; then
  mkdir -p "$pictures"
  pictures=$(realpath "$pictures")
fi

chromium=$("$project/editors/test/install-chromium.sh")
code_server=$("$project/editors/test/install-code-server.sh")
"$project/editors/test/build-board.sh"
cd "$project/editors/board"
npm run --silent test -- --test-reporter=dot
timeout --kill-after=10s 360 node test/browser/main.mjs "$code_server" "$chromium" "$project" "$pictures"
