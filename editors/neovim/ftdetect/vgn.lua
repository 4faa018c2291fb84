vim.filetype.add({ extension = { pgn = 'pgn', vgn = 'vgn' } })
