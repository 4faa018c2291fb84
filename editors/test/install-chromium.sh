#!/bin/bash
# install-chromium.sh: prints the path of a Chromium, and installs Debian's if there is none and this is root.
set -euo pipefail

find_chromium() {
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return
  done
  return 1
}

find_chromium && exit
if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
  echo "no Chromium here: install it (Debian: apt-get install chromium)" >&2
  exit 1
fi
{
  apt-get -q update
  DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends -o Acquire::Retries=3 install chromium
} >&2
find_chromium
