; A game is a class, a variation a function.

(game) @class.around
(game (movetext) @class.inside)

(variation) @function.around
(variation "(" (_)* @function.inside ")")

(comment) @comment.around
(line_comment)+ @comment.around
