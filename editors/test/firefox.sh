#!/bin/bash
# firefox.sh SERVER [PICTURES]: uses the page with the whole server in it in Firefox without a window, which is driven by
# its own protocol; prints what was seen, and fails if it was not what it should be. Debian's Firefox is installed if there
# is none and this is root. VGN_WEB_PAGE names the folder of a page that is built already.
set -euo pipefail

server=$(realpath "${1:?the path of the built vgn-lsp}")
pictures=${2:-}
test=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
find_firefox() { command -v firefox-esr || command -v firefox; }
if ! firefox=$(find_firefox); then
  if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
    echo "no Firefox here: install it (Debian: apt-get install firefox-esr)" >&2
    exit 1
  fi
  {
    apt-get -q update
    DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends -o Acquire::Retries=3 install firefox-esr
  } >&2
  firefox=$(find_firefox)
fi
page=${VGN_WEB_PAGE:-$("$test/build-web.sh")}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [[ -n $pictures ]]; then
  mkdir -p "$pictures"
fi
timeout --kill-after=10s 180 python3 "$test/web/firefox.py" "$firefox" "$server" "$page" "$work" ${pictures:+"$pictures"}
