#!/bin/bash
# unpack-debian.sh FOLDER PACKAGE [SUITE]: unpacks a Debian package, with all it depends on down to the C library, into
# FOLDER; the newest one, unless a SUITE such as trixie is named.
#
# Nothing on the system changes, no right to install is needed, and the programs run whatever the system's own libraries
# are. The packages come from the mirror that this machine's own apt is configured with.
set -euo pipefail

folder=${1:?the folder to unpack into} package=${2:?the package} suite=${3:-sid}
for tool in apt-get dpkg-deb; do
  command -v "$tool" >/dev/null || { echo "no $package here, and no $tool to unpack one with" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{lists/partial,archives/partial}
: > "$work/status"
debian_mirror() {
  apt-get indextargets --format "\$(ORIGIN)|\$(REPO_URI)" 2>/dev/null | sed -n 's/^Debian|//p' | grep -v security | sed -n 1p
}
mirror=$(debian_mirror)
if [[ -z $mirror ]]; then
  apt-get -q update >&2 || true
  mirror=$(debian_mirror)
fi
[[ -n $mirror ]] || { echo "apt knows no Debian mirror (is apt-get update allowed?): install $package" >&2; exit 1; }
printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' "$mirror" "$suite" > "$work/sources.list"
# An empty status: for apt nothing is installed, so it fetches every library too.
apt=(apt-get -q -y --no-install-recommends
  -o Acquire::Retries=3
  -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
  -o "Dir::State::lists=$work/lists" -o "Dir::State::status=$work/status"
  -o "Dir::Cache=$work" -o "Dir::Cache::archives=$work/archives"
  -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1)
{
  "${apt[@]}" update
  "${apt[@]}" --download-only install "$package"
} >&2
mkdir -p "$folder"
for archive in "$work"/archives/*.deb; do
  dpkg-deb -x "$archive" "$folder"
done
