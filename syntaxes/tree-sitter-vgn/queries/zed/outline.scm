; A game by its players.
((game
  (tag_section
    (tag_pair name: (tag_name) @_white value: (tag_value (text) @name))
    (tag_pair name: (tag_name) @_black value: (tag_value (text) @name)))) @item
  (#eq? @_white "White")
  (#eq? @_black "Black"))
