-- The server of a buffer, asked in the same way by every Neovim from 0.8 on.

local M = {}

M.NAME = 'vgn_lsp'
local IS_NEW = vim.fn.has('nvim-0.11') == 1

--- The client of a buffer's server; nil where none runs.
function M.of(buffer)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ bufnr = buffer, name = M.NAME })[1]
  end
  for _, client in ipairs(vim.lsp.get_active_clients({ bufnr = buffer })) do
    if client.name == M.NAME then
      return client
    end
  end
end

--- Sends a request of a buffer; `answered` gets the problem, if there is one, and the result. False where none runs.
function M.send(buffer, method, params, answered)
  local client = M.of(buffer)
  if not client then
    return false
  end
  local function handler(problem, result)
    answered(problem, result ~= vim.NIL and result or nil)
  end
  if IS_NEW then
    return (client:request(method, params, handler, buffer))
  end
  return (client.request(method, params, handler, buffer))
end

--- Sends a request for a person, who is told why there is no answer.
function M.ask(buffer, method, params, answered)
  local is_sent = M.send(buffer, method, params, function(problem, result)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
      return
    end
    answered(result)
  end)
  if not is_sent then
    vim.notify('vgn-lsp does not run for this buffer; :checkhealth vgn_lsp says why', vim.log.levels.ERROR)
  end
end

--- Has the server run one of its commands.
function M.command(buffer, name, argument, answered)
  M.ask(buffer, 'workspace/executeCommand', { command = name, arguments = { argument } }, answered)
end

function M.document(buffer)
  return { uri = vim.uri_from_bufnr(buffer) }
end

--- The document and the position of a window's cursor.
function M.place(window)
  local client = M.of(vim.api.nvim_win_get_buf(window))
  return vim.lsp.util.make_position_params(window, client and client.offset_encoding or 'utf-16')
end

--- The byte of a line, from 0 on, at which a position is.
local function column(client, line, character)
  local encoding = client.offset_encoding
  if encoding == 'utf-8' then
    return math.min(character, #line)
  end
  local ok, byte
  if IS_NEW then
    ok, byte = pcall(vim.str_byteindex, line, encoding, character, false)
  else
    ok, byte = pcall(vim.str_byteindex, line, character, encoding == 'utf-16')
  end
  return ok and byte or #line
end

--- Puts the cursor of a window where a range of its buffer begins.
function M.go(window, range)
  local buffer = vim.api.nvim_win_get_buf(window)
  local client = M.of(buffer)
  local row = math.min(range.start.line, vim.api.nvim_buf_line_count(buffer) - 1)
  local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
  vim.api.nvim_win_set_cursor(window, { row + 1, client and column(client, line, range.start.character) or 0 })
  vim.api.nvim_win_call(window, function()
    vim.cmd('normal! zv')
  end)
end

--- Puts the cursor of a window at the first text of a range, behind empty lines.
function M.go_to_text(window, range)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), range.start.line, range['end'].line, false)
  for offset, line in ipairs(lines) do
    if line:find('%S') then
      local character = offset == 1 and range.start.character or 0
      M.go(window, { start = { line = range.start.line + offset - 1, character = character } })
      return
    end
  end
  M.go(window, range)
end

return M
