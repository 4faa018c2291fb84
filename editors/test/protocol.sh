#!/bin/bash
# protocol.sh: reads a session from the standard input, a message a line as {"from": "client" or "server", "message": …},
# and fails if a message of the server is not what the protocol's own types say (lsprotocol, which is generated from the
# protocol's meta model). `protocol.sh initialize` prints parameters of `initialize` that these types allow. lsprotocol
# is installed into the cache from PyPI if it is not there.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec "$here/../../tests/support/python-with.sh" lsprotocol==2025.0.0 lsprotocol "$here/${1:-protocol}.py"
