-- A game as the server tells it, with the lines that lead on from each half-move.

local server = require('vgn_lsp.server')

local M = {}

M.BEGINNING = -1

--- Half-moves by the one that they follow, the main one first.
local function branches(moves)
  local after = {}
  for _, move in ipairs(moves) do
    after[move.parent] = after[move.parent] or {}
    table.insert(after[move.parent], move.id)
  end
  return after
end

--- Asks for a game: `about` has its number or a position in it. `done` gets nil where there is none.
function M.load(buffer, about, done)
  local params = vim.tbl_extend('force', { textDocument = server.document(buffer) }, about)
  local whole
  local function page(problem, part)
    if problem or not part then
      done(nil)
      return
    end
    if whole and part.version == whole.version then
      vim.list_extend(whole.moves, part.moves)
    else
      whole = part
    end
    if #whole.moves < (whole.total or 0) and #part.moves > 0 then
      params.from = #whole.moves
      server.send(buffer, 'vgn/game', params, page)
      return
    end
    whole.after = branches(whole.moves)
    done(whole)
  end
  return server.send(buffer, 'vgn/game', params, page)
end

--- A half-move; nil at the beginning.
function M.move(game, id)
  return game.moves[id + 1]
end

--- All that can follow a half-move in the text, the main line first.
function M.next(game, id)
  return game.after[id] or {}
end

--- The half-move before; the beginning stays where it is.
function M.previous(game, id)
  local move = M.move(game, id)
  return move and move.parent or M.BEGINNING
end

--- Half-moves at the same place of the game, and which of them this one is.
function M.beside(game, id)
  local move = M.move(game, id)
  local all = move and M.next(game, move.parent) or {}
  for place, other in ipairs(all) do
    if other == id then
      return all, place
    end
  end
  return all, 0
end

--- The last half-move of the line that goes on from here.
function M.last(game, id)
  local following = M.next(game, id)[1]
  while following do
    id, following = following, M.next(game, following)[1]
  end
  return id
end

--- The half-move that the variation replaces; nil in the main line.
function M.replaced(game, id)
  local here = M.move(game, id)
  while here and (here.depth or 0) > 0 do
    local all, place = M.beside(game, here.id)
    local first = M.move(game, all[1])
    if place > 1 and (first.depth or 0) < here.depth then
      return first.id
    end
    here = M.move(game, here.parent)
  end
end

--- What both sides' clocks say, in seconds.
function M.clocks(game, id)
  local clocks = {}
  local move = M.move(game, id)
  while move and not (clocks.white and clocks.black) do
    clocks[move.color] = clocks[move.color] or move.clock
    move = M.move(game, move.parent)
  end
  return clocks
end

--- The board after a half-move, and whether it is that one: else it is the last one before that is known.
function M.fen(game, id)
  local move = M.move(game, id)
  local is_known = true
  while move and not move.fen do
    move, is_known = M.move(game, move.parent), false
  end
  return move and move.fen or game.start, is_known, move
end

function M.tag(game, name)
  for _, tag in ipairs(game.tags) do
    if tag.name == name and tag.value ~= '' and tag.value ~= '?' then
      return tag.value
    end
  end
end

--- A half-move with its number.
function M.spelled(move, is_alone)
  local san = move.san or move.text
  if move.color == 'white' then
    return ('%d. %s'):format(move.number, san)
  end
  return is_alone and ('%d... %s'):format(move.number, san) or san
end

return M
