#!/bin/bash
# build-web.sh: builds the page with the whole server in it for tests, and prints its folder.
set -euo pipefail

test=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"$test/../web/scripts/build.sh" "${VGN_WEB_MODULE:-$("$test/build-web-module.sh")}" | tail -n 1
