; The names of nvim-treesitter-textobjects: a game is a class, a variation a function and a block, a half-move with its
; glyphs a parameter, a tag pair an assignment.

(game) @class.outer
(game (movetext) @class.inner)

(variation) @function.outer @block.outer
(variation
  "("
  (_)+ @function.inner @block.inner
  ")")

([
  (algebraic_move)
  (coordinate_move)
  (castling)
  (drop)
  (null_move)
  (board)
] @parameter.inner @parameter.outer
  .
  [
    (suffix)
    (nag)
    (en_passant)
  ]* @parameter.outer)

(move_number) @number.inner

(comment) @comment.outer
(line_comment) @comment.outer
(comment (command) @attribute.outer)
(command operand: (operand) @attribute.inner)

(tag_pair) @assignment.outer
(tag_pair
  name: (tag_name) @assignment.lhs
  value: (tag_value) @assignment.rhs @assignment.inner)
