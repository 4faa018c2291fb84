#!/bin/bash
# build-web.sh: builds the page with the whole server in it for tests, and prints its folder. Its module is sooner built
# than that of a release, and larger.
set -euo pipefail

scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")/../web/scripts" && pwd)
export CARGO_PROFILE_WEB_LTO=off CARGO_PROFILE_WEB_CODEGEN_UNITS=16 CARGO_PROFILE_WEB_OPT_LEVEL=1
"$scripts/build.sh" | tail -n 1
