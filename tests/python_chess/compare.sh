#!/bin/bash
# compare.sh ORIGINAL CONVERTED...: reads PGN files with python-chess, and fails if a converted one does not give every
# half-move of the original its own comments, NAGs and variations. python-chess is installed into the cache from PyPI if it
# is not there.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${XDG_CACHE_HOME:-$HOME/.cache}/vgn-lsp-editors/chess-1.11.2
python=$home/bin/python
if ! "$python" -c 'import chess.pgn' 2>/dev/null; then
  command -v python3 >/dev/null || { echo "python3 is not installed" >&2; exit 1; }
  mkdir -p "$(dirname "$home")"
  # Two tests that start together install once.
  exec 9>"$home.lock"
  flock 9
  if ! "$python" -c 'import chess.pgn' 2>/dev/null; then
    rm -rf "$home"
    {
      python3 -m venv "$home" && "$home/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2
    } >&2 || { rm -rf "$home"; echo "python-chess cannot be installed (Debian: python3-venv)" >&2; exit 1; }
  fi
fi
exec "$python" "$here/compare.py" "$@"
