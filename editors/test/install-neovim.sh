#!/bin/bash
# install-neovim.sh: prints the path of a Neovim that can run the tests, and unpacks one into the cache if there is none.
#
# Nothing on the system changes. The packages come from the mirror that this machine's own apt is configured with, with
# all they depend on, down to the C library: so they run whatever the system's own libraries are.
set -euo pipefail

# vim.lsp.enable is as old as 0.11.
is_new_enough() {
  "$1" --clean --headless -c "lua vim.cmd(vim.fn.has('nvim-0.11') == 1 and 'qall!' or 'cquit')" >/dev/null 2>&1
}

if installed=$(command -v nvim) && is_new_enough "$installed"; then
  echo "$installed"
  exit
fi

cache=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors
home=$cache/neovim
if [[ -x $home/nvim ]] && is_new_enough "$home/nvim"; then
  echo "$home/nvim"
  exit
fi

for tool in apt-get dpkg-deb flock; do
  command -v "$tool" >/dev/null || { echo "no Neovim 0.11 or newer here, and no $tool to unpack one with" >&2; exit 1; }
done
mkdir -p "$cache"
# Two tests that start together install once.
exec 9>"$cache/neovim.lock"
flock 9
if [[ -x $home/nvim ]] && is_new_enough "$home/nvim"; then
  echo "$home/nvim"
  exit
fi

work=$(mktemp -d "$cache/neovim.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{lists/partial,archives/partial,root}
: > "$work/status"
debian_mirror() {
  apt-get indextargets --format "\$(ORIGIN)|\$(REPO_URI)" 2>/dev/null | sed -n 's/^Debian|//p' | grep -v security | sed -n 1p
}
mirror=$(debian_mirror)
if [[ -z $mirror ]]; then
  apt-get -q update >&2 || true
  mirror=$(debian_mirror)
fi
[[ -n $mirror ]] || { echo "apt knows no Debian mirror (is apt-get update allowed?): install Neovim 0.11 or newer" >&2; exit 1; }
printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s sid main\n' "$mirror" > "$work/sources.list"
# An empty status: for apt nothing is installed, so it fetches every library too.
apt=(apt-get -q -y --no-install-recommends
  -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
  -o "Dir::State::lists=$work/lists" -o "Dir::State::status=$work/status"
  -o "Dir::Cache=$work" -o "Dir::Cache::archives=$work/archives"
  -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1)
{
  "${apt[@]}" update
  "${apt[@]}" --download-only install neovim
} >&2
for package in "$work"/archives/*.deb; do
  dpkg-deb -x "$package" "$work/root"
done
rm -rf "$home"
mkdir "$home"
mv "$work/root" "$home/root"

loader=$(find "$home/root" -name 'ld-linux-*.so.*' -print -quit)
libraries=$(dirname "$(find "$home/root" -name 'libc.so.6' -print -quit)")
# The loader gets the libraries' place as an argument, not by the environment: programs that Neovim starts do not
# inherit it. The last part of the runtimepath holds the parsers that hovers are shown with.
cat > "$home/nvim" <<EOF
#!/bin/bash
export VIMRUNTIME='$home/root/usr/share/nvim/runtime'
exec '$loader' --library-path '$libraries' '$home/root/usr/bin/nvim' --cmd 'set runtimepath+=$home/root/usr/lib/nvim' "\$@"
EOF
chmod +x "$home/nvim"
is_new_enough "$home/nvim" || { echo "the Neovim in $home does not run" >&2; exit 1; }
echo "$home/nvim"
