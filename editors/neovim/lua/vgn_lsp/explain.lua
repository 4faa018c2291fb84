-- The page of a diagnostic in a split of its own.

local M = {}

--- Asks the server for the page of a code, and shows it.
function M.show(client_id, code)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client then
    return
  end
  local uri = ('vgn-explain:/%s.md'):format(code)
  client:request('workspace/textDocumentContent', { uri = uri }, function(problem, answer)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
      return
    end
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
