#!/bin/bash
# compare.sh ORIGINAL CONVERTED...: reads PGN files with python-chess, and fails if a converted one does not give every
# half-move of the original its own comments, NAGs and variations.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec "$here/python.sh" "$here/compare.py" "$@"
