#!/bin/bash
# kokopu 4.13.4: `pgnRead` and `pgnWrite`.
#
# One would guess: a game that is read and written again keeps its tags, those that the library does not know as text.
# It is so: the library's game has a field for each tag that it knows, and no place for others. TimeControl, PlyCount,
#   EventDate and Source are gone, tags of PGN's own supplement (9) among them. Nothing says so.
# Why it matters: whoever tidies a collection with it loses clocks and sources of every game, and sees only the moves.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit --ignore-scripts --prefix . kokopu@4.13.4 >/dev/null
cat >there_and_back.mjs <<'JS'
import { pgnRead, pgnWrite } from 'kokopu';
console.log(pgnWrite(pgnRead(`[Event "E"]
[Site "S"]
[Date "1998.02.28"]
[Round "1.2"]
[White "W"]
[Black "B"]
[Result "*"]
[WhiteElo "2700"]
[BlackElo "2600"]
[ECO "C20"]
[EventDate "1998.01.01"]
[TimeControl "40/7200:3600"]
[PlyCount "2"]
[Source "a book"]

1. e4 e5 *
`, 0)));
JS
seen=$(node there_and_back.mjs)
echo "$seen"
[[ $seen == *'[WhiteElo "2700"]'* && $seen == *'[BlackElo "2600"]'* && $seen == *'[ECO "C20"]'* ]]
for tag in EventDate TimeControl PlyCount Source; do
  [[ $seen != *"[$tag "* ]]
done
