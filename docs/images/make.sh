#!/usr/bin/env bash
# Makes docs/images/check.png: what `vgn-lsp check` prints on docs/examples/study.vgn, as a terminal shows it.
# Needs Debian's packages aha and chromium.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --quiet
{
  echo '$ vgn-lsp check docs/examples/study.vgn'
  target/debug/vgn-lsp check --no-config --color always docs/examples/study.vgn 2>&1 || true
} | sed -E 's/ in [0-9.]+ m?s:/:/' > "$work/ansi"
aha --black --title check < "$work/ansi" |
  sed 's#<pre>#<pre style="font: 15px/1.35 DejaVu Sans Mono, monospace; margin: 18px">#' > "$work/check.html"
lines=$(wc -l < "$work/ansi")
chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update \
  --disable-sync --user-data-dir="$work/profile" --hide-scrollbars --window-size=1000,$((lines * 21 + 40)) \
  --screenshot=docs/images/check.png "file://$work/check.html" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
