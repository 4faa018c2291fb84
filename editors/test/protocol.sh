#!/bin/bash
# protocol.sh: reads a session from the standard input, a message a line as {"from": "client" or "server", "message": …},
# and fails if a message of the server is not what the protocol's own types say (lsprotocol, which is generated from the
# protocol's meta model). lsprotocol is installed into the cache from PyPI if it is not there.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors/lsprotocol-2025.0.0
python=$home/bin/python
if ! "$python" -c 'import lsprotocol' 2>/dev/null; then
  command -v python3 >/dev/null || { echo "python3 is not installed" >&2; exit 1; }
  mkdir -p "$(dirname "$home")"
  # Two tests that start together install once.
  exec 9>"$home.lock"
  flock 9
  if ! "$python" -c 'import lsprotocol' 2>/dev/null; then
    rm -rf "$home"
    {
      python3 -m venv "$home" && "$home/bin/pip" install --quiet --disable-pip-version-check lsprotocol==2025.0.0
    } >&2 || { rm -rf "$home"; echo "lsprotocol cannot be installed (Debian: python3-venv)" >&2; exit 1; }
  fi
fi
exec "$python" "$here/protocol.py"
