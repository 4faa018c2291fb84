#!/bin/bash
# build-web-module.sh: builds the server's WebAssembly module for tests, and prints its path. It is sooner built than that of
# a release, and larger.
set -euo pipefail

test=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Another folder than a release's: each would build what the other has built.
export VGN_WASM_TARGET="${VGN_WASM_TARGET:-$test/../../target/wasm-test}"
export CARGO_PROFILE_WEB_LTO=off CARGO_PROFILE_WEB_CODEGEN_UNITS=16 CARGO_PROFILE_WEB_OPT_LEVEL=1
exec "$test/../web/scripts/build-module.sh"
