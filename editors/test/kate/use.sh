#!/bin/bash
# use.sh FOLDER: run by kate.sh where there is a screen: opens a game in Kate, types in it, saves it and ends.
set -euo pipefail

work=$1

# wait_for WHAT COMMAND...: waits until the command succeeds.
wait_for() {
  local what=$1
  shift
  for _ in $(seq 300); do
    "$@" && return
    sleep 0.1
  done
  echo "waited in vain for $what"
  return 1
}

# The last diagnostics are of this code, or of none.
found() {
  local last
  last=$(grep -a -o '"method":"textDocument/publishDiagnostics".*' "$work/received" 2>/dev/null | tail -n 1)
  if [[ $1 == none ]]; then [[ $last == *'"diagnostics":[]'* ]]; else [[ $last == *"\"code\":\"$1\""* ]]; fi
}

window() {
  xdotool search --onlyvisible --class kate >/dev/null
}

saved() {
  grep -q ' 2\. Ke2 ' "$work/a game.pgn"
}

ended() {
  [[ -e $work/code ]]
}

# The cursor is behind the illegal half-move.
kate --new --block --line 9 --column 16 "$work/a game.pgn" &
wait_for "the window" window
window=$(xdotool search --onlyvisible --class kate | tail -n 1)
xdotool windowfocus "$window"
wait_for "the diagnostic" found illegal-move
echo "found: illegal-move"
xdotool key --window "$window" BackSpace
xdotool type --window "$window" 2
wait_for "no diagnostics" found none
xdotool key --window "$window" Escape
xdotool key --window "$window" ctrl+s
wait_for "the saved text" saved
echo "mended and saved: $(tail -n 1 "$work/a game.pgn")"
xdotool key --window "$window" ctrl+q
wait_for "the server's end" ended
code=$(cat "$work/code")
echo "the server ended with $code"
if [[ $code != 0 ]] || grep -a '"error"' "$work/received"; then
  echo "the server did not answer all, or did not end well"
  exit 1
fi
echo "all as it should be"
