; Helix names its captures otherwise (https://docs.helix-editor.com/themes.html). No node matches two patterns, so that
; their order does not matter.

(tag_pair ["[" "]"] @punctuation.bracket)
((tag_pair name: (tag_name) @tag value: [(tag_value) (unclosed_value)] @string)
  (#not-any-of? @tag "GameFormat" "MoveFormat" "Variant" "Rules" "SetUp" "FEN"))
; What the program reads, and not only people.
((tag_pair name: (tag_name) @tag value: [(tag_value) (unclosed_value)] @string.special)
  (#any-of? @tag "GameFormat" "MoveFormat" "Variant" "Rules" "SetUp" "FEN"))
(tag_pair !value name: (tag_name) @tag)
(escape_sequence) @constant.character.escape

(move_number) @constant.numeric
(periods) @constant.numeric

; The main line, and variations.
(movetext [(algebraic_move) (coordinate_move) (castling) (drop)] @function)
(variation [(algebraic_move) (coordinate_move) (castling) (drop)] @variable)
(null_move) @constant.builtin
(en_passant) @operator

(ranks) @function
(side) @constant.builtin
(castling_rights) @constant
(square) @variable
(clock) @constant.numeric
(mark) @operator

(suffix) @keyword
(nag) @keyword
(variation "(" @punctuation.bracket close: ")" @punctuation.bracket)
; It is not closed.
(variation "(" @error !close)
(terminator) @constant.builtin
(stray) @error

(comment) @comment.block
(line_comment) @comment.line
(escape) @keyword.directive
(command ["[%" "]"] @punctuation.special)
(command_name) @attribute
(operand) @string.special
