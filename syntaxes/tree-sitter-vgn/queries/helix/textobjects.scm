; A game is a class (mat, ]t), a variation a function (maf, ]f), a half-move with its glyphs a parameter (maa, ]a), a tag
; pair an entry (mae, ]e).

(game) @class.around
(game (movetext) @class.inside)

(variation) @function.around
(variation "(" (_)+ @function.inside ")")

([
  (algebraic_move)
  (coordinate_move)
  (castling)
  (drop)
  (null_move)
  (board)
] @parameter.inside @parameter.around
  .
  [
    (suffix)
    (nag)
    (en_passant)
  ]* @parameter.around)

(comment) @comment.inside @comment.around
(line_comment)+ @comment.around
(line_comment) @comment.inside

(tag_pair) @entry.around
(tag_pair value: (tag_value) @entry.inside)
