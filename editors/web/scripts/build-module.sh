#!/bin/bash
# build-module.sh: builds the server as a WebAssembly module, and prints its path. Beside it is vgn_unpack.wasm, which
# unpacks files that browsers cannot.
#
# It needs a standard library for wasm32-unknown-unknown: the one that is installed, or that rustup fetches, or, on
# Debian, the one that rustc-web, cargo-web and rust-web-src build. Its folder is target/wasm, or VGN_WASM_TARGET.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

target=wasm32-unknown-unknown
profile=${VGN_WASM_PROFILE:-web}
has_library() { [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; }
sources=/usr/lib/rustlib/src/rust/library
cargo=cargo options=(--locked --package vgn-lsp-web --package vgn-unpack --target "$target" --profile "$profile")
if ! has_library && command -v rustup >/dev/null; then rustup --quiet target add "$target" 2>/dev/null || true; fi
if ! has_library; then
  if [ ! -d "$sources" ] && command -v apt-get >/dev/null; then
    root=()
    [ "$(id -u)" = 0 ] || root=(sudo -n)
    { "${root[@]}" apt-get update -qq && "${root[@]}" apt-get install -qq -y rustc-web cargo-web rust-web-src; } >&2
  fi
  if [ ! -d "$sources" ] || [ ! -x /usr/bin/cargo ]; then
    echo "build-module.sh: there is no standard library for $target: rustup target add $target" >&2
    exit 1
  fi
  export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
  # Its own linker is another package; rustup's compiler brings one.
  if command -v rustup >/dev/null; then
    linker=$(find "$(rustup run stable rustc --print sysroot)" -name rust-lld | head -n 1)
    [ -z "$linker" ] || export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker"
  fi
  cargo=/usr/bin/cargo
  options+=(-Zbuild-std=std,panic_abort)
fi
export CARGO_TARGET_DIR="${VGN_WASM_TARGET:-$PWD/target/wasm}"
"$cargo" build "${options[@]}" >&2
[ "$profile" != dev ] || profile=debug
echo "$CARGO_TARGET_DIR/$target/$profile/vgn_lsp_web.wasm"
