-- The page of a diagnostic in a split of its own.

local server = require('vgn_lsp.server')

local M = {}

--- Asks the server of a buffer for the page of a code, and shows it.
function M.show(asking, code)
  local uri = ('vgn-explain:/%s.md'):format(code)
  server.ask(asking, 'workspace/textDocumentContent', { uri = uri }, function(answer)
    local buffer = vim.fn.bufadd(uri)
    vim.fn.bufload(buffer)
    vim.bo[buffer].buftype = 'nofile'
    vim.bo[buffer].bufhidden = 'wipe'
    vim.bo[buffer].swapfile = false
    vim.bo[buffer].modifiable = true
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(answer.text, '\n'))
    vim.bo[buffer].modifiable = false
    vim.cmd.sbuffer(buffer)
    vim.bo[buffer].filetype = 'markdown'
  end)
end

return M
