-- The board in the browser: the server opens it, and is told where the cursor is from then on.

local cursor = require('vgn_lsp.cursor')
local server = require('vgn_lsp.server')

local M = {}

--- Opens the board of a window's text.
function M.open(window)
  server.command(vim.api.nvim_win_get_buf(window), 'vgn.openBoard', server.place(window), function(address)
    vim.notify('The board is at ' .. address)
    -- What is asked about the cursor tells the server where it is.
    cursor.listen('browser', function() end)
  end)
end

return M
