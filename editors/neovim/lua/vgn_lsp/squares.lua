-- The board itself as rows of text: coordinates, squares, pieces.

local colours = require('vgn_lsp.colours')
local fen = require('vgn_lsp.fen')

local M = {}

local FILLED = { k = '♚', q = '♛', r = '♜', b = '♝', n = '♞', p = '♟' }
local HOLLOW = { k = '♔', q = '♕', r = '♖', b = '♗', n = '♘', p = '♙' }

--- A piece's sign: where colours tell the sides apart, filled for both.
function M.sign(letter)
  local is_white = letter == letter:upper()
  local signs = is_white and not colours.are_shown() and HOLLOW or FILLED
  return signs[letter:lower()] or letter
end

--- A text in the middle of so many columns.
local function middle(text, columns)
  local free = math.max(columns - vim.fn.strdisplaywidth(text), 0)
  local left = math.floor(free / 2)
  return (' '):rep(left) .. text .. (' '):rep(free - left)
end

--- The colour of a square, by what is to be seen on it.
local function group_of(square, marks)
  local is_light = (square:byte(1) + square:byte(2)) % 2 == 1
  if marks.check == square then
    return 'VgnBoardCheck'
  elseif marks.circles[square] then
    return marks.circles[square]
  elseif marks.last[square] then
    return is_light and 'VgnBoardLastLight' or 'VgnBoardLastDark'
  end
  return is_light and 'VgnBoardLight' or 'VgnBoardDark'
end

--- The colours that circled squares have.
local function circles_of(shapes)
  local known = { green = 'VgnBoardGreen', red = 'VgnBoardRed', yellow = 'VgnBoardYellow', blue = 'VgnBoardBlue' }
  local circles = {}
  for _, shape in ipairs(shapes or {}) do
    if not shape.to then
      circles[shape.from] = known[shape.color] or 'VgnBoardGreen'
    end
  end
  return circles
end

--- Rows of chunks `{ text, groups }`: eight ranks and the files' names. `move` is the half-move played last, if any.
function M.rows(read, move, shapes, is_flipped, columns)
  local last = {}
  for _, square in ipairs(move and move.squares or {}) do
    last[square] = true
  end
  local marks = { last = last, circles = circles_of(shapes), check = move and move.check and fen.king(read, read.turn) }
  local from, to, step = 1, 8, 1
  if is_flipped then
    from, to, step = 8, 1, -1
  end
  local rows, names = {}, { { '  ', {} } }
  for rank = 9 - from, 9 - to, -step do
    local row = { { rank .. ' ', { 'VgnBoardCoordinate' } } }
    for file = from, to, step do
      local square = ('abcdefgh'):sub(file, file) .. rank
      local letter = read.pieces[square]
      local groups = { group_of(square, marks) }
      if letter then
        table.insert(groups, letter == letter:upper() and 'VgnBoardWhite' or 'VgnBoardBlack')
      end
      table.insert(row, { middle(letter and M.sign(letter) or '', columns), groups })
    end
    table.insert(rows, row)
  end
  for file = from, to, step do
    table.insert(names, { middle(('abcdefgh'):sub(file, file), columns), { 'VgnBoardCoordinate' } })
  end
  table.insert(rows, names)
  return rows
end

return M
