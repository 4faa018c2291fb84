-- The keys of the board's window.

local M = {}

--- What they are, what they do (a function of the board), and how that is told.
M.ALL = {
  { { 'l', '<Right>' }, 'next', 'the next half-move' },
  { { 'h', '<Left>' }, 'previous', 'the half-move before' },
  { { 'j', '<Down>' }, 'beside', 'the next variation here' },
  { { 'k', '<Up>' }, 'beside_before', 'the variation before' },
  { { 'o', '<BS>' }, 'leave', 'out of the variation' },
  { { 'gg', '<Home>' }, 'first', 'the beginning' },
  { { 'G', '<End>' }, 'last', 'the end of the line' },
  { { 'J', '<PageDown>' }, 'next_game', 'the next game' },
  { { 'K', '<PageUp>' }, 'previous_game', 'the game before' },
  { { 'f' }, 'flip', 'turns the board' },
  { { '<CR>' }, 'show', 'to the text' },
  { { 'y' }, 'copy', 'copies the board as FEN' },
  { { 'b' }, 'browse', 'the board in the browser' },
  { { 'e' }, 'engine', 'the engine, on and off' },
  { { 't' }, 'threat', 'what the other side threatens' },
  { { 'r' }, 'reply', "plays the engine's best move" },
  { { '1', '…', '5' }, 'line', "writes a line of the engine" },
  { { 'q' }, 'close', 'closes the board' },
  { { '?' }, 'help', 'these keys' },
}

--- Gives a buffer the keys.
function M.map(buffer, board)
  local options = { buffer = buffer, nowait = true, silent = true }
  for number = 1, 5 do
    vim.keymap.set('n', tostring(number), function()
      board.line(number)
    end, vim.tbl_extend('force', options, { desc = ('writes line %d of the engine'):format(number) }))
  end
  for _, key in ipairs(M.ALL) do
    for _, name in ipairs(key[2] == 'line' and {} or key[1]) do
      vim.keymap.set('n', name, board[key[2]], { buffer = buffer, nowait = true, silent = true, desc = key[3] })
    end
  end
end

--- The keys as rows of chunks.
function M.rows()
  local rows = { { { 'Keys of the board', { 'VgnBoardPlayer' } } }, {} }
  for _, key in ipairs(M.ALL) do
    local names = table.concat(key[1], ' ')
    table.insert(rows, { { names .. (' '):rep(13 - #names), { 'VgnBoardKey' } }, { key[3], {} } })
  end
  table.insert(rows, {})
  table.insert(rows, { { '? again: the board', { 'VgnBoardComment' } } })
  return rows
end

return M
