-- What the list of completions calls its items: the protocol has words for programs only, such as "Value" for a move.

local M = {}

local KINDS = {
  Value = 'Move',
  Constant = 'Number',
  Keyword = 'Result',
  Property = 'Tag',
  EnumMember = 'Value',
  Operator = 'Glyph',
  Function = 'Command',
}

--- For `convert` of `vim.lsp.completion.enable`.
function M.convert(item)
  local kind = vim.lsp.protocol.CompletionItemKind[item.kind]
  return { kind = KINDS[kind] or kind }
end

--- From Neovim 0.11 on; where a configuration has done so already, that counts.
function M.enable(client, buffer)
  if vim.lsp.completion and vim.api.nvim_buf_is_valid(buffer) and not client:is_stopped() then
    vim.lsp.completion.enable(true, client.id, buffer, { convert = M.convert })
  end
end

return M
