#!/usr/bin/env bash
# Makes docs/images/vscode*.png, colours.png, binary.png, board.png, board-light.png, guess.png and neovim.png: the built
# server in real editors, on a real annotated file.
# Needs what editors/test/run needs, and Debian's package tmux.
set -euo pipefail
cd "$(dirname "$0")/../.."
project=$PWD
work=$(mktemp -d)
cargo build --quiet
server=${CARGO_TARGET_DIR:-target}/debug/vgn-lsp
server=$(realpath "$server")

[[ ${1:-} == neovim ]] || editors/test/run --server "$server" --pictures "$work" vscode
[[ ${1:-} == neovim ]] || cp "$work/vscode-variation.png" docs/images/vscode.png
[[ ${1:-} == neovim ]] || cp "$work/vscode-colours-default-dark-modern.png" docs/images/colours.png
[[ ${1:-} == neovim ]] || cp "$work/vscode-fix.png" docs/images/vscode-fix.png
[[ ${1:-} == neovim ]] || cp "$work/vscode-decoded.png" docs/images/binary.png
[[ ${1:-} == neovim ]] || cp "$work/vscode-board.png" docs/images/board.png
[[ ${1:-} == neovim ]] || cp "$work/vscode-board-light.png" docs/images/board-light.png
[[ ${1:-} == neovim ]] || cp "$work/vscode-guess.png" docs/images/guess.png

# Neovim, with a terminal of its own.
nvim=$(editors/test/install-neovim.sh)
chromium=$(editors/test/install-chromium.sh)
cp tests/data/annotated/wcc_2023.pgn "$work/"
chmod u+w "$work/wcc_2023.pgn"
cat > "$work/init.lua" <<LUA
vim.opt.runtimepath:prepend('$project/editors/neovim')
vim.opt.termguicolors = true
vim.opt.number = true
vim.opt.swapfile = false
vim.opt.winborder = 'rounded'
vim.lsp.config('vgn_lsp', { cmd = { '$server', '--stdio' } })
vim.lsp.enable('vgn_lsp')
LUA
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_DATA_HOME=$work/data COLORTERM=truecolor
export NVIM_LOG_FILE=$work/log
cd "$work"
"$nvim" --clean -u init.lua --headless --listen "$work/socket" wcc_2023.pgn 2> /dev/null &
editor=$!
trap 'kill $editor 2> /dev/null || true; tmux -S "$work/tmux" kill-server 2> /dev/null || true; rm -rf "$work"' EXIT

ask() { "$nvim" --server "$work/socket" --remote-expr "$1"; }
# wait_for CONDITION: until the expression is true in the editor, for ten seconds at most.
wait_for() {
  local attempt
  for attempt in {1..100}; do
    [[ $(ask "$1" 2> /dev/null) == 1 ]] && return
    sleep 0.1
  done
  echo "waited in vain for $1 ($attempt times)" >&2
  return 1
}

wait_for 'luaeval("#vim.diagnostic.get(0)") > 0'
tmux -S tmux -f /dev/null new-session -d -x 112 -y 34 \
  "TERM=xterm-256color VTE_VERSION=7600 '$nvim' --server '$work/socket' --remote-ui"
wait_for 'len(nvim_list_uis()) > 0'
ask 'search("^there. })", "w") + search("10. \\zsNc4") + len(execute("normal! zt"))' > /dev/null
tmux -S tmux send-keys K
wait_for 'len(nvim_list_wins()) > 1'
ask 'len(execute("redraw!"))' > /dev/null
sleep 1
tmux -S tmux capture-pane -e -p > screen
node "$project/docs/images/terminal.mjs" screen > screen.html
"$chromium" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
  --disable-component-update --disable-sync --user-data-dir="$work/profile" --hide-scrollbars --window-size=1048,690 \
  --screenshot="$project/docs/images/neovim.png" "file://$work/screen.html" > chromium.log 2>&1 || { cat chromium.log; exit 1; }
