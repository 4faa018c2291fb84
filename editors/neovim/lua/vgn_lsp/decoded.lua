-- `:VgnDecoded`: the file of a buffer as text that can be read, games with binary move sections too.

local server = require('vgn_lsp.server')

local M = {}

--- The buffer of this name, which is made if there is none.
local function buffer_named(name)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(buffer) == name then
      return buffer
    end
  end
  local buffer = vim.api.nvim_create_buf(true, true)
  vim.api.nvim_buf_set_name(buffer, name)
  return buffer
end

local function show(path, text)
  local buffer = buffer_named('vgn-decoded://' .. path)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, '\r?\n'))
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].filetype = 'vgn'
  vim.cmd.sbuffer(buffer)
end

--- Asks the server of a buffer for its decoded text, and shows it in a buffer that cannot be changed.
function M.show(buffer)
  server.ask(buffer, 'vgn/decodedText', { textDocument = server.document(buffer) }, function(answer)
    show(vim.api.nvim_buf_get_name(buffer), answer.text)
  end)
end

return M
