#!/bin/bash
# install-neovim.sh [old]: prints the path of a Neovim that can run the tests, and unpacks Debian's into the cache if
# there is none; with `old` one from before 0.11, for what stands in for vim.lsp.enable there.
set -euo pipefail

version=${1:-new} suite=sid name=neovim
[[ $version == old ]] && suite=trixie name=neovim-0.10

# vim.lsp.enable is as old as 0.11.
is_fit() {
  "$1" --clean --headless -c "lua local is_new = vim.fn.has('nvim-0.11') == 1
    vim.cmd(is_new == ('$version' == 'new') and vim.fn.has('nvim-0.8') == 1 and 'qall!' or 'cquit')" >/dev/null 2>&1
}

if installed=$(command -v nvim) && is_fit "$installed"; then
  echo "$installed"
  exit
fi

cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors
home=$cache/$name
if [[ -x $home/nvim ]] && is_fit "$home/nvim"; then
  echo "$home/nvim"
  exit
fi

mkdir -p "$cache"
# Two tests that start together install once.
exec 9>"$cache/$name.lock"
flock 9
if [[ -x $home/nvim ]] && is_fit "$home/nvim"; then
  echo "$home/nvim"
  exit
fi

rm -rf "$home"
"$(dirname "${BASH_SOURCE[0]}")/unpack-debian.sh" "$home/root" neovim "$suite" >&2
loader=$(find "$home/root" -name 'ld-linux-*.so.*' -print -quit)
libraries=$(dirname "$(find "$home/root" -name 'libc.so.6' -print -quit)")
# The loader gets the libraries' place as an argument, not by the environment: programs that Neovim starts do not
# inherit it. The last part of the runtimepath holds the parsers that hovers are shown with.
cat > "$home/nvim" <<END
#!/bin/bash
export VIMRUNTIME='$home/root/usr/share/nvim/runtime'
exec '$loader' --library-path '$libraries' '$home/root/usr/bin/nvim' --cmd 'set runtimepath+=$home/root/usr/lib/nvim' "\$@"
END
chmod +x "$home/nvim"
is_fit "$home/nvim" || { echo "the Neovim in $home does not run" >&2; exit 1; }
echo "$home/nvim"
