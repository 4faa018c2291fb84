-- The board in the browser: the server opens it, and is told where the cursor is from then on.

local cursor = require('vgn_lsp.cursor')
local server = require('vgn_lsp.server')

local M = {}

--- Opens the board of a window's text; `guess` to guess moves there.
function M.open(window, guess)
  local argument = vim.tbl_extend('force', server.place(window), { guess = guess or nil })
  server.command(vim.api.nvim_win_get_buf(window), 'vgn.openBoard', argument, function(address)
    vim.notify('The board is at ' .. address)
    -- What is asked about the cursor tells the server where it is.
    cursor.listen('browser', function() end)
  end)
end

return M
