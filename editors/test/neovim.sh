#!/bin/bash
# neovim.sh SERVER: drives a real Neovim with the built server on a real annotated file, prints what was seen, and fails
# if it was not what it should be; the board also in a Neovim from before 0.11. Both are unpacked into the cache if
# there are none.
set -euo pipefail

server=$(realpath "${1:?the path of the built vgn-lsp}")
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
nvim=$("$project/editors/test/install-neovim.sh")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$project/tests/data/annotated/wcc_2023.pgn" "$work/"
chmod u+w "$work/wcc_2023.pgn"
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
export VGN_LSP_SERVER=$server

cd "$work"
timeout 120 "$nvim" --clean --headless --cmd "set runtimepath^=$project/editors/neovim" \
  -S "$project/editors/test/neovim.lua"
timeout 120 "$nvim" --clean --headless --cmd "set runtimepath^=$project/editors/neovim" \
  -S "$project/editors/test/neovim_features.lua"
timeout 120 "$nvim" --clean --headless --cmd "set runtimepath^=$project/editors/neovim" \
  -S "$project/editors/test/neovim_engine.lua"
for program in "$nvim" "$("$project/editors/test/install-neovim.sh" old)"; do
  NVIM_PROGRAM=$program NVIM_PLUGIN=$project/editors/neovim timeout 120 "$nvim" --clean --headless \
    -S "$project/editors/test/neovim_board.lua"
done
