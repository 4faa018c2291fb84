-- What stands at the cursor, for a status line.

local cursor = require('vgn_lsp.cursor')

local M = {}

local latest = {}
local is_listening = false

local function text_of(found)
  local parts = {}
  if found.game and found.games and found.games > 1 then
    table.insert(parts, ('game %d/%d'):format(found.game, found.games))
  end
  local half_move = found.halfMove
  if half_move then
    -- The line's last word is the half-move in SAN.
    local san = found.line and found.line:match('(%S+)$') or ''
    table.insert(parts, ('%d%s %s'):format(half_move.number, half_move.color == 'white' and '.' or '...', san))
  end
  if found.opening then
    table.insert(parts, ('%s %s'):format(found.opening.eco, found.opening.name))
  end
  return table.concat(parts, ' · ')
end

local function hear(at)
  local text = at.found and text_of(at.found) or ''
  if latest[at.buffer] ~= text then
    latest[at.buffer] = text
    vim.cmd('redrawstatus!')
  end
end

--- `game 2/14 · 12... Nf6 · C42 Petrov's Defense`; empty where there is no game.
function M.text()
  if not is_listening then
    is_listening = true
    vim.schedule(function()
      cursor.listen('statusline', hear)
    end)
  end
  local buffer = vim.api.nvim_win_get_buf(vim.g.statusline_winid or 0)
  -- A percent sign begins an item there.
  return (latest[buffer] or ''):gsub('%%', '%%%%')
end

return M
