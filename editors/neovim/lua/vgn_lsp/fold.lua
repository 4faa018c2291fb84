-- Each game folds from its first tag on.

local M = {}

function M.level(line)
  local text, before = vim.fn.getline(line), vim.fn.getline(line - 1)
  return text:find('^%s*%[') and not before:find('^%s*%[') and '>1' or '='
end

return M
