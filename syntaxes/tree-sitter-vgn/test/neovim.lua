-- neovim.lua: the grammar in a real Neovim: colours, folds, text objects and errors of a real study. $VGN_PARSER is the
-- built parser, $VGN_QUERIES the folder of the queries, $VGN_GAMES the file. Prints what was seen, and fails if it is
-- not what it should be.

local function check(is_so, what)
  if not is_so then
    print('NOT AS IT SHOULD BE: ' .. what)
    vim.cmd('cquit')
  end
end

--- A query from the file beside the others, as Neovim finds it by the runtimepath.
local function set_query(name)
  local text = table.concat(vim.fn.readfile(vim.env.VGN_QUERIES .. '/' .. name .. '.scm'), '\n')
  vim.treesitter.query.set('vgn', name, text)
end

vim.treesitter.language.add('vgn', { path = vim.env.VGN_PARSER })
vim.treesitter.language.register('vgn', { 'vgn', 'pgn' })
for _, name in ipairs({ 'highlights', 'folds', 'injections', 'textobjects' }) do
  set_query(name)
end

vim.cmd.edit(vim.env.VGN_GAMES)
vim.bo.filetype = 'pgn'
vim.treesitter.start()
local parser = vim.treesitter.get_parser(0, 'vgn')
local tree = parser:parse(true)[1]
check(not tree:root():has_error(), 'the file has no error')

--- The captures at the first place of a text.
local function captures(text)
  vim.fn.cursor(1, 1)
  local row, column = unpack(vim.fn.searchpos('\\V' .. text, 'c'))
  check(row > 0, text .. ' is in the file')
  local found = vim.treesitter.get_captures_at_pos(0, row - 1, column - 1)
  local names = vim.tbl_map(function(capture) return capture.capture end, found)
  return table.concat(names, ' '), row
end

local function shows(text, expected)
  local names, row = captures(text)
  print(('%d: %s: %s'):format(row, text, names))
  check((' ' .. names .. ' '):find(' ' .. expected .. ' ', 1, true), text .. ' is shown as ' .. expected)
end

shows('White ', 'tag')
shows('"FIDE World', 'string')
shows('1. ', 'number')
shows('Nf6 ', 'function')
shows('{', 'comment')
shows('(1', 'punctuation.bracket')
shows('$', 'keyword')
shows('1/2-1/2\\$', 'constant.builtin')

vim.wo.foldmethod = 'expr'
vim.wo.foldexpr = 'v:lua.vim.treesitter.foldexpr()'
-- Folds are made when the tree is.
vim.wait(5000, function() return vim.fn.foldlevel(2) == 2 end)
vim.cmd('normal! zM')
local folds, row = {}, 1
while row <= vim.fn.line('$') do
  local last = vim.fn.foldclosedend(row)
  if last > 0 then
    table.insert(folds, row .. '-' .. last)
    row = last
  end
  row = row + 1
end
print('folds: ' .. table.concat(folds, ' '))
check(#folds == 3, 'each of the three games folds')
check(vim.fn.foldlevel(2) == 2, 'the tags fold within the game')

local objects = vim.treesitter.query.get('vgn', 'textobjects')
local counts = {}
for id in objects:iter_captures(tree:root(), 0) do
  local name = objects.captures[id]
  counts[name] = (counts[name] or 0) + 1
end
print(('games %d, variations %d, comments %d, half-moves %d'):format(
  counts['class.outer'], counts['function.outer'], counts['comment.outer'], counts['parameter.inner']))
check(counts['class.outer'] == 3 and counts['function.outer'] == 195 and counts['comment.outer'] == 322, 'objects')

-- A comment that loses its brace, and gets it again: the tree follows.
local before = tree:root():sexpr()
vim.fn.cursor(1, 1)
local open = vim.fn.searchpos('{')
vim.api.nvim_buf_set_text(0, open[1] - 1, open[2] - 1, open[1] - 1, open[2], { '' })
check(parser:parse(true)[1]:root():sexpr() ~= before, 'a brace is lost')
vim.api.nvim_buf_set_text(0, open[1] - 1, open[2] - 1, open[1] - 1, open[2] - 1, { '{' })
check(parser:parse(true)[1]:root():sexpr() == before, 'with its brace the tree is what it was')
print('Neovim ' .. tostring(vim.version()) .. ': all as it should be')
vim.cmd('qall!')
