#!/bin/bash
# kakoune.sh SERVER: the built server in a real Kakoune (terminal.sh).
exec "$(dirname "${BASH_SOURCE[0]}")/terminal.sh" kakoune "$@"
