-- Run inside Neovim by neovim.sh: an engine beside the text, without a board and with one. Without Stockfish all is passed
-- over.

local PATIENCE = 20000 -- milliseconds
local STOCKFISH = vim.fn.executable('/usr/games/stockfish') == 1 and '/usr/games/stockfish' or vim.fn.exepath('stockfish')
local GAME = '1. e4 e5 2. Nf3 {quiet} Nc6 3. Bb5 a6 *'

local function say(...)
  io.stdout:write(string.format(...), '\n')
end

local function fail(what)
  say('FAILED: %s', what)
  say('%s', vim.fn.execute('messages'))
  vim.cmd('cquit 1')
end

local function wait_for(what, condition)
  if not vim.wait(PATIENCE, condition, 20) then
    fail('waited in vain for ' .. what)
  end
end

if STOCKFISH == '' then
  say('no Stockfish here: its part is passed over')
  vim.cmd('quitall!')
end

vim.fn.writefile({ GAME }, 'engine.pgn')
local engine = { path = STOCKFISH, multiPv = 2 }
require('vgn_lsp').setup({ cmd = { vim.env.VGN_LSP_SERVER, '--stdio' }, settings = { vgn = { engine = engine } } })
vim.cmd('edit engine.pgn')
local buffer = vim.api.nvim_get_current_buf()
local function text()
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), ' ')
end
local function at(words)
  vim.api.nvim_win_set_cursor(0, { 1, GAME:find(words, 1, true) - 1 })
  vim.api.nvim_exec_autocmds('CursorMoved', {})
end
local function behind()
  local marks = vim.api.nvim_buf_get_extmarks(buffer, vim.api.nvim_create_namespace('vgn_lsp_engine'), 0, -1, { details = true })
  return marks[1] and marks[1][4].virt_text[1][1] or ''
end

wait_for('the server', function()
  return require('vgn_lsp.server').of(buffer) ~= nil
end)
at('e5')
vim.cmd('Vgn engine')
wait_for('an evaluation', function()
  return behind():find('[+-]%d%.%d%d d%d%d') ~= nil
end)
say('behind the line: %s', vim.trim(behind()))

-- What is typed elsewhere does not ask again; another place does.
local before = behind()
at('Bb5')
wait_for('another evaluation', function()
  return behind() ~= before and behind():find('d%d') ~= nil
end)
at('e5')
local AFTER_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
local function lines_are_there()
  return #require('vgn_lsp.engine').rows(buffer, AFTER_E5) == 3
end
wait_for('the first place again', lines_are_there)

vim.cmd('Vgn play 2')
wait_for('the line as a variation', function()
  return text():find('%(2%. ') ~= nil or text():find('Nc6 %(2') ~= nil
end)
say('written: %s', text())
vim.cmd('undo')
if text() ~= GAME then
  fail('the line is not one step to undo: ' .. text())
end

at('e5')
wait_for('the evaluation again', lines_are_there)
vim.cmd('Vgn threat')
wait_for('a threat', function()
  return behind():find('threat') ~= nil
end)
say('behind the line: %s', vim.trim(behind()))
vim.cmd('Vgn threat')

vim.cmd('Vgn board')
local function board()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local shown = vim.api.nvim_win_get_buf(window)
    if vim.bo[shown].filetype == 'vgnboard' then
      return table.concat(vim.api.nvim_buf_get_lines(shown, 0, -1, false), '\n')
    end
  end
  return ''
end
wait_for('the lines on the board', function()
  return board():find('1: [+-]%d') ~= nil and board():find('2: [+-]%d') ~= nil
end)
say('%s', board())

vim.cmd('Vgn engine')
wait_for('nothing of an engine', function()
  return behind() == '' and board():find('1: [+-]') == nil
end)
say('all as it should be')
vim.cmd('quitall!')
