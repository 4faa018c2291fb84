" PGN looks as VGN does.

if exists('b:current_syntax')
  finish
endif
runtime! syntax/vgn.vim
let b:current_syntax = 'pgn'
