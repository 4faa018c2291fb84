" Chess games in VGN and PGN text: tags, comments, numbers, moves, boards, NAGs, variations, ends.

if exists('b:current_syntax')
  finish
endif
syntax case match
" Long comments and variations run over many lines.
syntax sync minlines=200

syntax match vgnEscapeLine /^%.*$/
syntax region vgnComment start=/{/ end=/}/ end=/\ze\_^\[Event\s\+"/ contains=vgnCommand,@Spell
syntax match vgnCommand /\[%\w\+[^\]}]*\]/ contained contains=vgnCommandName
syntax match vgnCommandName /%\w\+/ contained
syntax match vgnLineComment /;.*$/ contains=@Spell

syntax region vgnTag matchgroup=vgnTagBracket start=/\[/ end=/\]/ end=/\ze\[/ end=/^\s*$/ contains=vgnTagName,vgnTagValue
syntax match vgnTagName /\w\+/ contained
syntax region vgnTagValue start=/"/ skip=/\\./ end=/"/ end=/$/ contained oneline

syntax match vgnStray /[^ \t\[\](){};$*!?."]\+/
syntax match vgnStray /[)\]}]/
syntax match vgnNumber /\<\d\+\%(\.5\|\.*\)\ze\%([^0-9\/-]\|$\)/
syntax match vgnMove /[[:alnum:]♔-♟]\?[a-hA-H]\?[1-8]\?[-xX:]\?[a-hA-H][1-8][a-zA-Z=:()]*[+#]*\ze\%([][ \t(){};$*!?.]\|$\)/
syntax match vgnMove /[a-zA-Z]\?[a-hA-H][1-8][-xX:]\?[a-hA-H][1-8][a-zA-Z=]*[+#]*\ze\%([][ \t(){};$*!?.]\|$\)/
syntax match vgnMove /\%([Oo0]\%(-[Oo0]\)\{1,2}\|[KQkq][Cc]\|--\|Z0\|0000\)[+#]*\ze\%([][ \t(){};$*!?.]\|$\)/
" What books print in place of NAGs, alone or behind a move.
syntax match vgnGlyph /\%(+\/\?[-=‐-―−]\|[-‐-―−]\/\?+\|=\/\?+\|=\/&\|=\|+\{1,2}[-‐-―−]\{2}\|[-‐-―−]\{2}+\{1,2}\|[+-]>\|\~\|RR\|D\|TN\|inf\|unclear\|zz\|ZZ\|[=/]*[^ -~]\+[=/]*\)\ze\%([][ \t(){};$*!?.]\|$\)/
syntax match vgnGlyph /N\ze\%([][ \t(){};$*!?.]\|$\)/ contained
syntax match vgnMove /[[:alnum:]♔-♟]\?[a-hA-H]\?[1-8]\?[-xX:]\?[a-hA-H][1-8]\%(=[QRBN]\)\?[+#]\{-}\ze\%(N\|\%(+\/\?[-=‐-―−]\|[-‐-―−]\/\?+\|=\/\?+\|=\/&\|=\|+\{1,2}[-‐-―−]\{2}\|[-‐-―−]\{2}+\{1,2}\|[+-]>\|\~\|RR\|D\|TN\|inf\|unclear\|zz\|ZZ\|[=/]*[^ -~]\+[=/]*\)\)\%([][ \t(){};$*!?.]\|$\)/ nextgroup=vgnGlyph
syntax match vgnMove /[Oo0]\%(-[Oo0]\)\{1,2}[+#]\{-}\ze\%(N\|\%(+\/\?[-=‐-―−]\|[-‐-―−]\/\?+\|=\/\?+\|=\/&\|=\|+\{1,2}[-‐-―−]\{2}\|[-‐-―−]\{2}+\{1,2}\|[+-]>\|\~\|RR\|D\|TN\|inf\|unclear\|zz\|ZZ\|[=/]*[^ -~]\+[=/]*\)\)\%([][ \t(){};$*!?.]\|$\)/ nextgroup=vgnGlyph
syntax match vgnBoard /\%([KQRBNPkqrbnp1-8]\{1,8}\/\)\{7}[KQRBNPkqrbnp1-8]\{1,8}\%( [wWbB]\>\)\?\%( \%(-\|[KQkqA-Ha-h]\{1,4}\)\ze\%(\s\|$\)\)\?\%( \%(-\|[a-h][1-8]\)\ze\%(\s\|$\)\)\?\%( \d\+ \d\+\ze\%(\s\|$\)\)\?/
syntax match vgnEnd /\%(1-0\|0-1\|1\/2-1\/2\|\*\)\ze\%([][ \t(){};$!?]\|$\)/
syntax match vgnNag /\$\d\+\%(\.\d\+\)*/
syntax match vgnSuffix /[!?]\+/
syntax region vgnVariation matchgroup=vgnParenthesis start=/(/ end=/)/ end=/\ze\_^\s*\[\s*\w\+\s*"/ contains=TOP fold

highlight default link vgnEscapeLine Comment
highlight default link vgnComment Comment
highlight default link vgnLineComment Comment
highlight default link vgnCommand SpecialComment
highlight default link vgnCommandName PreProc
highlight default link vgnTagBracket Delimiter
highlight default link vgnTagName Identifier
highlight default link vgnTagValue String
highlight default link vgnNumber Number
highlight default link vgnMove Function
highlight default link vgnBoard Constant
highlight default link vgnEnd Keyword
highlight default link vgnNag Identifier
highlight default link vgnSuffix Identifier
highlight default link vgnGlyph Special
highlight default link vgnParenthesis Delimiter
highlight default link vgnStray Error

" What the server paints: semantic tokens.
if has('nvim')
  highlight default vgnMainLine cterm=bold gui=bold
  highlight default link @lsp.type.moveNumber vgnNumber
  highlight default link @lsp.type.move vgnMove
  highlight default link @lsp.type.piece Type
  highlight default link @lsp.type.checkMark Operator
  highlight default link @lsp.type.nag vgnNag
  highlight default link @lsp.type.tagName vgnTagName
  highlight default link @lsp.type.tagValue vgnTagValue
  highlight default link @lsp.type.commentCommand vgnCommandName
  highlight default link @lsp.type.commandOperands vgnCommand
  highlight default link @lsp.type.quotedMove vgnMove
  highlight default link @lsp.type.terminator vgnEnd
  for s:part in ['move', 'piece', 'checkMark']
    execute 'highlight default link @lsp.typemod.' . s:part . '.mainLine vgnMainLine'
    execute 'highlight default link @lsp.typemod.' . s:part . '.illegal vgnStray'
    for s:depth in ['subvariation', 'deepVariation']
      execute 'highlight default link @lsp.typemod.' . s:part . '.' . s:depth . ' NonText'
    endfor
  endfor
endif

let b:current_syntax = 'vgn'
