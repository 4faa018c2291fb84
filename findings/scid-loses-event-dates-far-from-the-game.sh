#!/bin/bash
# Scid 4.7.4 (Debian 12: scid 1:4.7.4+dfsg1-2), its interpreter tkscid, databases of the format si4.
#
# One would guess: a tag of PGN's supplement (9.1.2, EventDate) that has a well-formed date comes back from a database.
# It is so: the database keeps it as a distance from the tag Date, in three bits for the years. An event that began more
#   than three years before the game (correspondence chess, a team's league) has no EventDate any more after the database
#   was closed, without a warning; and the years of Date end at 2047: a later one is `????`, its month and day stay.
# Why it matters: what an import shows first is the game in memory, with the tag; the loss shows at the next start. Who
#   checks a collection that comes from there must not take a missing EventDate for the author's.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq -o APT::Sandbox::User=root download scid=1:4.7.4+dfsg1-2
dpkg -x scid_*.deb .
cat >there_and_back.tcl <<'TCL'
lassign $argv base pgn
sc_base create SCID4 $base
puts "warnings: [lindex [sc_base import [sc_base current] $pgn] 1]"
sc_base close [sc_base current]
sc_base open $base
for {set game 1} {$game <= 3} {incr game} {
    sc_game load $game
    puts [sc_game pgn -tags 1 -comments 1 -var 1 -width 75]
}
TCL
game() {
  printf '[Event "?"]\n[Site "?"]\n[Date "%s"]\n[Round "1"]\n[White "W"]\n[Black "B"]\n[Result "*"]\n[EventDate "%s"]\n\n1. e4 *\n\n' "$@"
}
{
  game 2001.05.03 1998.01.01
  game 2001.05.03 1996.01.01
  game 2050.05.03 2050.05.01
} >games.pgn
seen=$(LD_LIBRARY_PATH=. usr/games/tkscid there_and_back.tcl "$work/base" games.pgn)
echo "$seen"
[[ $seen == 'warnings: '$'\n'* ]]
[[ $seen == *'[EventDate "1998.01.01"]'* && $seen != *1996* ]]
[[ $seen == *'[Date "????.05.03"]'* ]]
