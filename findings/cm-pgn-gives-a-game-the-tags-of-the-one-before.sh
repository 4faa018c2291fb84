#!/bin/bash
# cm-pgn 5.0.0 (npm), the parser of cm-chess and of the boards built on it.
#
# One would guess: a text with two games gives the first one, or an error. A tag that is written again has the value that
#   was read.
# It is so: of two games the last one's moves are kept, with the tags of both: what the first has and the last has not,
#   such as its annotator, is rendered as a tag of the last. There is no error. And the value of a tag ends at its first
#   quote, escaped as the standard says or not: `[White "William \"Bill\" Smith"]` is rendered as `[White "William \"]`,
#   in which the quote that should end the value is escaped, so that for a reader of the standard the tag does not end.
# Why it matters: a page that opens a tournament's file and saves it keeps one game, and credits it to somebody else.
#   Who writes for such a page gives it one game at a time, and no quotes in tags.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm --silent init -y >/dev/null
npm --silent install cm-pgn@5.0.0 >/dev/null
cat >render.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Pgn } from "cm-pgn/src/Pgn.js";
process.stdout.write(new Pgn(readFileSync(0, "utf8")).render());
JS
two=$(printf '[Event "First"]\n[Annotator "Somebody"]\n[Result "1-0"]\n\n1. e4 {first} e5 1-0\n\n[Event "Second"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n' | node render.mjs)
quote=$(printf '[Event "Quotes"]\n[White "William \\"Bill\\" Smith"]\n[Result "*"]\n\n1. e4 e5 *\n' | node render.mjs)
echo "$two"
echo "$quote"
[[ $two == '[Event "Second"]'*'[Annotator "Somebody"]'*'1. d4 d5 0-1' && $two != *e4* ]]
[[ $quote == *'[White "William \"]'* ]]
