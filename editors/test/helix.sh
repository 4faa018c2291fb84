#!/bin/bash
# helix.sh SERVER: the built server in a real Helix (terminal.sh).
exec "$(dirname "${BASH_SOURCE[0]}")/terminal.sh" helix "$@"
