-- The window of the board: a split or a float, and the rows written into it.

local M = {}

local SPACE = vim.api.nvim_create_namespace('vgn_lsp_board')
local WIDTH = 40
-- The board with its players, and some rows of what is said.
local HEIGHT = 22

local OPTIONS = {
  number = false,
  relativenumber = false,
  signcolumn = 'no',
  foldcolumn = '0',
  foldenable = false,
  list = false,
  spell = false,
  wrap = false,
  cursorline = false,
  colorcolumn = '',
  fillchars = 'eob: ',
  winfixwidth = true,
}

local function float_config()
  local width = math.min(WIDTH, vim.o.columns - 4)
  local height = math.min(HEIGHT, vim.o.lines - 5)
  local config = {
    relative = 'editor',
    anchor = 'NE',
    row = 1,
    col = vim.o.columns - 1,
    width = math.max(width, 1),
    height = math.max(height, 1),
    style = 'minimal',
    border = 'rounded',
  }
  if vim.fn.has('nvim-0.9') == 1 then
    config.title, config.title_pos = ' Board ', 'center'
  end
  return config
end

--- Opens a window on a new buffer, and leaves the cursor where it is.
function M.open(kind)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'vgnboard'
  pcall(vim.api.nvim_buf_set_name, buffer, 'vgn-board')
  local window
  if kind == 'float' then
    window = vim.api.nvim_open_win(buffer, false, float_config())
  else
    local before = vim.api.nvim_get_current_win()
    vim.cmd(('botright %dvsplit'):format(math.min(WIDTH, math.max(math.floor(vim.o.columns / 2), 19))))
    window = vim.api.nvim_get_current_win()
    vim.api.nvim_win_set_buf(window, buffer)
    vim.api.nvim_set_current_win(before)
  end
  for name, value in pairs(OPTIONS) do
    vim.api.nvim_set_option_value(name, value, { scope = 'local', win = window })
  end
  return window, buffer
end

--- Shows a text in the board's window, or an empty one where it is gone, with the options that windows have.
function M.give_back(window, text)
  local buffer = text and vim.api.nvim_buf_is_valid(text) and text or vim.api.nvim_create_buf(true, false)
  vim.api.nvim_win_set_buf(window, buffer)
  for name in pairs(OPTIONS) do
    local value = vim.api.nvim_get_option_value(name, { scope = 'global' })
    vim.api.nvim_set_option_value(name, value, { scope = 'local', win = window })
  end
end

--- A float has its place by the screen's size.
function M.resize(window)
  if vim.api.nvim_win_get_config(window).relative ~= '' then
    vim.api.nvim_win_set_config(window, float_config())
  end
end

--- Writes rows of chunks `{ text, groups }`.
function M.write(buffer, rows)
  local lines, marks = {}, {}
  for row, chunks in ipairs(rows) do
    local line = ''
    for _, chunk in ipairs(chunks) do
      local text, groups = chunk[1], chunk[2]
      for layer, group in ipairs(groups) do
        table.insert(marks, { row - 1, #line, #line + #text, group, layer })
      end
      line = line .. text
    end
    lines[row] = line
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(buffer, SPACE, 0, -1)
  for _, mark in ipairs(marks) do
    local row, from, to, group, layer = unpack(mark)
    vim.api.nvim_buf_set_extmark(buffer, SPACE, row, from, { end_col = to, hl_group = group, priority = 100 + layer })
  end
end

return M
