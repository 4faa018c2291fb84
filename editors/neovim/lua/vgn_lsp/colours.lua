-- The board's highlight groups. Squares have colours on which white and black pieces stand out alike (three to one at
-- least), on a light background as on a dark one; texts have the colours of the theme.

local M = {}

local SQUARES = {
  VgnBoardLight = { '#ab8c66', 137 },
  VgnBoardDark = { '#76583c', 95 },
  VgnBoardLastLight = { '#a29532', 142 },
  VgnBoardLastDark = { '#76701f', 100 },
  VgnBoardCheck = { '#b8423a', 131 },
  VgnBoardGreen = { '#4f8a4f', 65 },
  VgnBoardRed = { '#b4524c', 131 },
  VgnBoardYellow = { '#a08420', 136 },
  VgnBoardBlue = { '#4d78b5', 67 },
}
local PIECES = {
  VgnBoardWhite = { '#ffffff', 231 },
  VgnBoardBlack = { '#000000', 16 },
}
local LINKS = {
  VgnBoardCoordinate = 'Comment',
  VgnBoardPlayer = 'Title',
  VgnBoardTurn = 'Special',
  VgnBoardClock = 'Number',
  VgnBoardMove = 'Function',
  VgnBoardGlyph = 'Special',
  VgnBoardOpening = 'String',
  VgnBoardComment = 'Comment',
  VgnBoardVariation = 'Comment',
  VgnBoardError = 'DiagnosticError',
  VgnBoardWarning = 'DiagnosticWarn',
  VgnBoardInformation = 'DiagnosticInfo',
  VgnBoardHint = 'DiagnosticHint',
  VgnBoardKey = 'Identifier',
}

local function define()
  for name, colour in pairs(SQUARES) do
    vim.api.nvim_set_hl(0, name, { bg = colour[1], ctermbg = colour[2], default = true })
  end
  for name, colour in pairs(PIECES) do
    vim.api.nvim_set_hl(0, name, { fg = colour[1], ctermfg = colour[2], bold = true, default = true })
  end
  for name, link in pairs(LINKS) do
    vim.api.nvim_set_hl(0, name, { link = link, default = true })
  end
end

--- Defines the groups that a theme or the user has not, now and with each theme to come.
function M.define()
  define()
  local group = vim.api.nvim_create_augroup('vgn_lsp_colours', { clear = true })
  vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = define })
end

--- Whether squares and pieces can be told apart by their colours here: consoles have sixteen at most.
function M.are_shown()
  local terminal = vim.env.TERM or ''
  local is_poor = terminal == '' or terminal:find('^dumb') or terminal:find('^linux') or terminal:find('^vt%d')
  return vim.o.termguicolors or vim.fn.has('gui_running') == 1 or not is_poor
end

return M
