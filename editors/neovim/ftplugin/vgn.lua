-- Chess games: comments in braces, long lines wrapped between words, a fold for each game.

if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

local options = vim.opt_local
options.commentstring = '{%s}'
options.comments = 's:{,e:},:;,:%'
options.matchpairs = '(:),[:],{:}'
options.wrap = true
options.linebreak = true
-- Words are moves: Pe2-e4, O-O, e8=Q+.
options.iskeyword = '@,48-57,_,-,=,+,#,192-255'
options.formatoptions:remove('t')
options.foldmethod = 'expr'
options.foldexpr = "v:lua.require'vgn_lsp.fold'.level(v:lnum)"
options.foldlevel = 99 -- open at first

vim.api.nvim_buf_create_user_command(0, 'VgnDecoded', function()
  require('vgn_lsp.decoded').show(vim.api.nvim_get_current_buf())
end, { desc = 'Show the file as text, its binary games decoded' })

require('vgn_lsp.steps').commands(0)
require('vgn_lsp.command').create(0)

vim.b.undo_ftplugin = 'setlocal commentstring< comments< matchpairs< wrap< linebreak< iskeyword< formatoptions<'
  .. ' foldmethod< foldexpr< foldlevel< | delcommand -buffer VgnDecoded'
  .. ' | delcommand -buffer VgnNext | delcommand -buffer VgnPrevious | delcommand -buffer VgnLeaveVariation'
  .. ' | delcommand -buffer Vgn'
