-- What stands at the cursor, asked of the server as the cursor moves. One question is under way at a time, and after it
-- the latest is asked: nobody waits for places that the cursor has left.

local server = require('vgn_lsp.server')

local M = {}

local EVENTS = { 'CursorMoved', 'CursorMovedI', 'TextChanged', 'TextChangedI', 'BufEnter', 'LspAttach' }
-- An answer that has not come by then comes no more: the server has ended.
local PATIENCE = 3 -- seconds

local listeners = {}
local asked_at
local missed

--- Asks what stands at a window's cursor, and tells all who listen.
function M.ask(window)
  if asked_at and os.time() - asked_at < PATIENCE then
    missed = window
    return
  end
  local buffer = vim.api.nvim_win_get_buf(window)
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  local params, cursor = server.place(window), vim.api.nvim_win_get_cursor(window)
  local is_sent = server.send(buffer, 'vgn/cursor', params, function(problem, found)
    asked_at = nil
    -- What is said of a text that has changed is not shown.
    local is_current = vim.api.nvim_buf_is_valid(buffer) and vim.api.nvim_buf_get_changedtick(buffer) == tick
    if not problem and is_current then
      local has_moved = not vim.api.nvim_win_is_valid(window)
        or not vim.deep_equal(vim.api.nvim_win_get_cursor(window), cursor)
      for _, listener in pairs(listeners) do
        listener({ buffer = buffer, tick = tick, position = params.position, found = found, has_moved = has_moved })
      end
    end
    local next_window = missed
    missed = nil
    if next_window and vim.api.nvim_win_is_valid(next_window) then
      M.ask(next_window)
    end
  end)
  asked_at = is_sent and os.time() or nil
end

local function follow()
  local filetype = vim.bo.filetype
  if (filetype == 'vgn' or filetype == 'pgn') and server.of(vim.api.nvim_get_current_buf()) then
    M.ask(vim.api.nvim_get_current_win())
  end
end

--- Calls `listener` with what stands at the cursor, from now on; nil ends that.
function M.listen(name, listener)
  listeners[name] = listener
  local group = vim.api.nvim_create_augroup('vgn_lsp_cursor', { clear = true })
  if next(listeners) then
    vim.api.nvim_create_autocmd(EVENTS, { group = group, callback = follow })
    follow()
  end
end

return M
