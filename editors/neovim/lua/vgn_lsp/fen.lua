-- What a FEN says: the pieces on their squares, those in pockets, whose turn it is, checks given.

local M = {}

--- `pieces` by square, as FEN's letters; `pockets` of white and black; `checks` that both have given, where the variant
--- counts them.
function M.read(fen)
  local ranks, turn = fen:match('^(%S+)%s*(%S*)')
  local read = { pieces = {}, pockets = { white = '', black = '' }, turn = turn == 'b' and 'black' or 'white' }
  -- Crazyhouse has what was taken behind the eighth rank, in brackets or as a ninth.
  ranks = (ranks or ''):gsub('%[(.*)%]$', '/%1')
  local rank = 8
  for line in vim.gsplit(ranks, '/', { plain = true }) do
    local file = 0
    for sign in line:gmatch('[%w]') do
      if rank < 1 then
        local side = sign == sign:upper() and 'white' or 'black'
        read.pockets[side] = read.pockets[side] .. sign
      elseif sign:find('%d') then
        file = file + tonumber(sign)
      else
        read.pieces[('abcdefgh'):sub(file + 1, file + 1) .. rank] = sign
        file = file + 1
      end
    end
    rank = rank - 1
  end
  -- Those that are still to be given.
  local white, black = fen:match(' ([0-3])%+([0-3])%f[%s%z]')
  if white then
    read.checks = { white = 3 - white, black = 3 - black }
  end
  return read
end

--- Where a side's king stands.
function M.king(read, side)
  local king = side == 'white' and 'K' or 'k'
  for square, sign in pairs(read.pieces) do
    if sign == king then
      return square
    end
  end
end

return M
