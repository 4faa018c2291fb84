#!/bin/bash
# Scid 4.7.4 (Debian 12: scid 1:4.7.4+dfsg1-2), its interpreter tkscid.
#
# One would guess: a program refuses a NAG that it cannot store, or drops it, and says so.
# It is so: the number is taken modulo 256. `$300` (of VGN, and of programs that have numbers of their own) is imported
#   without a warning and exported as `$44`, which is another glyph of the standard's list: "White has sufficient
#   compensation for material deficit". And of the glyphs for one half-move, `$1` to `$6` exclude one another: the last
#   of them stays.
# Why it matters: the text stays valid, and says something that nobody wrote. An exporter for other programs has to keep
#   NAGs below 256.
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
sc_game load 1
puts [sc_game pgn -tags 1 -comments 1 -var 1 -width 75]
TCL
cat >game.pgn <<'PGN'
[Event "Nags"]
[Site "?"]
[Date "2020.01.01"]
[Round "1"]
[White "White"]
[Black "Black"]
[Result "*"]

1. e4 $255 e5 $300 2. Nf3 $1 $146 $3 *
PGN
seen=$(LD_LIBRARY_PATH=. usr/games/tkscid there_and_back.tcl "$work/base" game.pgn)
echo "$seen"
[[ $seen == 'warnings: '$'\n'* && $seen == *'1.e4 $255 e5 $44 2.Nf3 '* && $seen != *'$1 '* ]]
