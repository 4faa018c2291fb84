-- Texts for other programs: what stands at the cursor, put into a register.

local server = require('vgn_lsp.server')

local M = {}

--- Puts a text into the register that was named, and into the clipboard where there is one.
function M.put(text, name)
  vim.fn.setreg(vim.v.register, text)
  if vim.fn.has('clipboard') == 1 then
    pcall(vim.fn.setreg, '+', text)
  end
  vim.notify(('%s is copied: %s'):format(name, text))
end

--- Copies what one of the server's commands says of the cursor.
function M.run(command, name)
  local window = vim.api.nvim_get_current_win()
  server.command(vim.api.nvim_win_get_buf(window), command, server.place(window), function(text)
    M.put(text, name)
  end)
end

return M
