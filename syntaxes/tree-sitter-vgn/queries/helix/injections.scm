; Addresses and TODO in comments.
([
  (comment)
  (line_comment)
] @injection.content
  (#set! injection.language "comment"))
