-- Edits that the server asks for. Neovim drops one that is meant for an older text and answers that it has applied it.

local M = {}

local METHOD = 'workspace/applyEdit'

--- Whether an edit of a document is meant for another text than the buffer's.
local function is_older(change)
  local document = change.textDocument
  if not document or document.version == nil or document.version == vim.NIL then
    return false
  end
  local buffer = vim.uri_to_bufnr(document.uri)
  local version = vim.lsp.util.buf_versions[buffer]
  return vim.api.nvim_buf_is_loaded(buffer) and version ~= nil and version ~= document.version
end

--- Applies an edit whole, or says that it was not applied.
function M.apply(problem, params, context, config)
  for _, change in ipairs(params.edit.documentChanges or {}) do
    if is_older(change) then
      return { applied = false, failureReason = 'The text has changed meanwhile.' }
    end
  end
  return vim.lsp.handlers[METHOD](problem, params, context, config)
end

return M
