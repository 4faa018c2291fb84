#!/bin/bash
# python.sh ARGUMENTS...: runs Python with python-chess, which is installed into the cache from PyPI if it is not there.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec "$here/../support/python-with.sh" chess==1.11.2 chess.pgn "$@"
