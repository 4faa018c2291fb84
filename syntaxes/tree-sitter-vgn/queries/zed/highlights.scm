; Zed names its captures otherwise (https://zed.dev/docs/extensions/languages#syntax-highlighting). No node matches
; two patterns, so that their order does not matter.

(tag_pair ["[" "]"] @punctuation.bracket)
((tag_pair name: (tag_name) @tag value: [(tag_value) (unclosed_value)] @string)
  (#not-any-of? @tag "GameFormat" "MoveFormat" "Variant" "Rules" "SetUp" "FEN"))
; What the program reads, and not only people.
((tag_pair name: (tag_name) @tag value: [(tag_value) (unclosed_value)] @string.special)
  (#any-of? @tag "GameFormat" "MoveFormat" "Variant" "Rules" "SetUp" "FEN"))
(tag_pair !value name: (tag_name) @tag)
(escape_sequence) @string.escape

(move_number) @number
(periods) @number

; The main line, and variations.
(movetext [(algebraic_move) (coordinate_move) (castling) (drop)] @function)
(variation [(algebraic_move) (coordinate_move) (castling) (drop)] @variable)
(null_move) @constant
(en_passant) @operator

(ranks) @function
(side) @constant
(castling_rights) @constant
(square) @variable
(clock) @number
(mark) @operator

(suffix) @keyword
(nag) @keyword
(variation "(" @punctuation.bracket close: ")" @punctuation.bracket)
; It is not closed.
(variation "(" @hint !close)
(terminator) @constant
(stray) @hint

(comment) @comment
(line_comment) @comment
(escape) @preproc
(command ["[%" "]"] @punctuation.special)
(command_name) @attribute
(operand) @string.special
