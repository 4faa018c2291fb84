-- A half-move's picture as rows of text: the board between its players, and what is said of the half-move.

local fen = require('vgn_lsp.fen')
local games = require('vgn_lsp.game')
local squares = require('vgn_lsp.squares')

local M = {}

local SEVERITIES =
  { error = 'VgnBoardError', warning = 'VgnBoardWarning', information = 'VgnBoardInformation', hint = 'VgnBoardHint' }
-- Of a long comment its beginning is shown: the text has it all.
local MOST_ROWS = 8

local width_of = vim.fn.strdisplaywidth

--- The beginning of a text that has place in so many columns.
local function cut(text, columns)
  if width_of(text) <= columns then
    return text
  end
  local letters = vim.fn.strchars(text)
  while letters > 0 and width_of(vim.fn.strcharpart(text, 0, letters)) > columns - 1 do
    letters = letters - 1
  end
  return vim.fn.strcharpart(text, 0, letters) .. '…'
end

--- Rows of a text, broken between words.
local function wrapped(text, columns, group)
  local rows, line = {}, ''
  for word in text:gmatch('%S+') do
    local longer = line == '' and word or line .. ' ' .. word
    if line ~= '' and width_of(longer) > columns then
      table.insert(rows, { { line, { group } } })
      longer = word
    end
    line = cut(longer, columns)
  end
  if line ~= '' then
    table.insert(rows, { { line, { group } } })
  end
  if #rows > MOST_ROWS then
    rows = vim.list_slice(rows, 1, MOST_ROWS)
    rows[MOST_ROWS][1][1] = cut(rows[MOST_ROWS][1][1] .. ' …', columns)
  end
  return rows
end

local function time(seconds)
  local whole = math.floor(seconds)
  local hours, minutes = math.floor(whole / 3600), math.floor(whole / 60) % 60
  return hours > 0 and ('%d:%02d:%02d'):format(hours, minutes, whole % 60) or ('%d:%02d'):format(minutes, whole % 60)
end

--- A player's row: whose turn it is, title, name, rating, pocket or checks given, clock.
local function player(game, side, read, clock, columns, is_over)
  local prefix = side == 'white' and 'White' or 'Black'
  local name = games.tag(game, prefix) or prefix
  local title, rating = games.tag(game, prefix .. 'Title'), games.tag(game, prefix .. 'Elo')
  name = (title and title ~= '-') and title .. ' ' .. name or name
  name = rating and rating ~= '-' and ('%s (%s)'):format(name, rating) or name
  local right = clock and time(clock) or ''
  local pocket = ''
  for letter in read.pockets[side]:gmatch('.') do
    pocket = pocket .. squares.sign(letter)
  end
  right = pocket ~= '' and pocket .. (right ~= '' and ' ' .. right or '') or right
  if read.checks then
    local given = ('%d/3 checks'):format(read.checks[side])
    right = given .. (right ~= '' and ' ' .. right or '')
  end
  local free = columns - 2 - width_of(right) - (right ~= '' and 1 or 0)
  name = cut(name, math.max(free, 4))
  return {
    { read.turn == side and not is_over and '● ' or '  ', { 'VgnBoardTurn' } },
    { name, { 'VgnBoardPlayer' } },
    { (' '):rep(math.max(columns - 2 - width_of(name) - width_of(right), 0)), {} },
    { right, { 'VgnBoardClock' } },
  }
end

local function evaluation(eval)
  if eval.mate then
    if eval.mate == 0 then
      return 'mate'
    end
    return ('%s mates in %d'):format(eval.mate > 0 and 'White' or 'Black', math.abs(eval.mate))
  end
  return ('%+.2f'):format(eval.cp / 100)
end

--- The half-move itself: number, SAN, glyphs, evaluation, check, what comes of it.
local function played(game, move, read)
  local turn = read.turn == 'white' and 'White to move' or 'Black to move'
  if not move then
    return { { 'The beginning', { 'VgnBoardMove' } }, { ', ' .. turn, {} } }
  end
  local row = { { games.spelled(move, true), { 'VgnBoardMove' } } }
  for _, nag in ipairs(move.nags or {}) do
    table.insert(row, { (nag.glyph and nag.glyph ~= '') and nag.glyph or '$' .. nag.code, { 'VgnBoardGlyph' } })
  end
  if move.eval then
    table.insert(row, { '  ' .. evaluation(move.eval), { 'VgnBoardClock' } })
  end
  local is_last = (move.depth or 0) == 0 and not games.next(game, move.id)[1]
  if is_last and (game.ending or game.result) then
    local said = game.ending and game.result and game.ending .. ', ' .. game.result or game.ending or game.result
    table.insert(row, { '  ' .. said, {} })
  elseif move.ending then
    table.insert(row, { '  ' .. move.ending, {} })
  else
    table.insert(row, { (move.check and '  check, ' or '  ') .. turn, {} })
  end
  return row
end

--- What follows in the text, and what could have been played here instead.
local function lines(game, id, columns)
  local rows = {}
  local function add(title, ids, group)
    local names = vim.tbl_map(function(other)
      return games.spelled(games.move(game, other), true)
    end, ids)
    if #names > 0 then
      vim.list_extend(rows, wrapped(title .. table.concat(names, ', '), columns, group))
    end
  end
  local following = games.next(game, id)
  add('next: ', vim.list_slice(following, 1, 1), 'VgnBoardMove')
  add('or: ', vim.list_slice(following, 2), 'VgnBoardVariation')
  local others = vim.tbl_filter(function(other)
    return other ~= id
  end, (games.beside(game, id)))
  add('instead: ', others, 'VgnBoardVariation')
  return rows
end

local function arrows(shapes)
  local names = {}
  for _, shape in ipairs(shapes or {}) do
    if shape.to then
      table.insert(names, shape.from .. '→' .. shape.to)
    end
  end
  return table.concat(names, ' ')
end

--- A row as one that has place in so many columns, or as several.
local function parted(row, columns)
  local rows, used = { {} }, 0
  for _, chunk in ipairs(row) do
    local text, groups = chunk[1], chunk[2]
    if used > 0 and used + width_of(text) > columns then
      text, used = text:gsub('^ +', ''), 0
      table.insert(rows, {})
    end
    table.insert(rows[#rows], { cut(text, columns), groups })
    used = used + width_of(text)
  end
  return rows
end

--- The rows that say what there is about a half-move.
local function said(game, id, read, is_known, view, columns)
  local move = games.move(game, id)
  local about = move or game
  local rows = parted(played(game, move, read), columns)
  local function add(text, group)
    vim.list_extend(rows, wrapped(text, columns, group))
  end
  if not is_known then
    add('The board after this is not known: it is the last one that is.', 'VgnBoardWarning')
  end
  for _, finding in ipairs(about.findings or {}) do
    add('✗ ' .. finding.message:gsub('`', ''), SEVERITIES[finding.severity] or 'VgnBoardHint')
  end
  for number, row in ipairs(view.engine or {}) do
    table.insert(rows, { { cut(row, columns), { number == 1 and 'VgnBoardClock' or 'VgnBoardHint' } } })
  end
  if view.opening then
    add(('%s %s'):format(view.opening.eco, view.opening.name), 'VgnBoardOpening')
  end
  -- Comments come last: they may be longer than the window.
  vim.list_extend(rows, lines(game, id, columns))
  add(arrows(about.shapes), 'VgnBoardGlyph')
  add(table.concat(about.before or {}, ' '), 'VgnBoardComment')
  add(table.concat(about.comments or {}, ' '), 'VgnBoardComment')
  return rows
end

--- Rows of chunks `{ text, groups }` for a window of so many columns and rows.
function M.rows(game, id, view)
  local text, is_known, shown = games.fen(game, id)
  local read = fen.read(text or '8/8/8/8/8/8/8/8 w')
  local columns = view.columns >= 26 and 3 or 2
  local wide = 2 + 8 * columns
  local move = games.move(game, id)
  local clocks = games.clocks(game, id)
  local top, bottom = 'black', 'white'
  if view.is_flipped then
    top, bottom = bottom, top
  end
  -- Beside the board where the window is wide and low, else below it.
  local is_beside = view.columns >= wide + 2 + 26 and view.rows < 20
  local names = is_beside and wide or math.max(view.columns, wide)
  local shapes = is_known and (move or game).shapes or nil
  local board = squares.rows(read, shown, shapes, view.is_flipped, columns)
  local is_over = move ~= nil and move.ending ~= nil
  table.insert(board, 1, player(game, top, read, clocks[top], names, is_over))
  table.insert(board, player(game, bottom, read, clocks[bottom], names, is_over))
  local texts = said(game, id, read, is_known, view, is_beside and view.columns - wide - 2 or view.columns)
  local rows = {}
  if is_beside then
    for line = 1, math.max(#board, #texts) do
      local row = board[line] or { { (' '):rep(wide), {} } }
      rows[line] = vim.list_extend(vim.list_extend(row, { { '  ', {} } }), texts[line] or {})
    end
  else
    rows = vim.list_extend(vim.list_extend(board, { {} }), texts)
  end
  return rows
end

return M
