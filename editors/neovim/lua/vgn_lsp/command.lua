-- `:Vgn`: one command for all that can be done, with its completion.

local server = require('vgn_lsp.server')
local steps = require('vgn_lsp.steps')

local M = {}

local function buffer()
  return vim.api.nvim_get_current_buf()
end

local function board()
  return require('vgn_lsp.board')
end

--- The notations that a game can be converted to, as the server names them.
local function notations()
  local found
  server.send(buffer(), 'workspace/executeCommand', {
    command = 'vgn.gameAs',
    arguments = { server.place(0) },
  }, function(_, list)
    found = list or {}
  end)
  vim.wait(1000, function()
    return found ~= nil
  end, 5)
  return found or {}
end

local function convert(to)
  local context = { only = { 'refactor.rewrite' }, diagnostics = {} }
  if not to then
    vim.lsp.buf.code_action({ context = context })
    return
  end
  local title
  local known = notations()
  for _, notation in ipairs(known) do
    if notation.to:lower() == to:lower() then
      title = 'Convert this game to ' .. notation.name
    end
  end
  if not title then
    local all = vim.tbl_map(function(notation)
      return notation.to
    end, known)
    local there = #all > 0 and ('there are ' .. table.concat(all, ', ')) or 'there is no game at the cursor'
    vim.notify(('No notation `%s`: %s'):format(to, there), vim.log.levels.ERROR)
    return
  end
  vim.lsp.buf.code_action({
    context = context,
    apply = true,
    filter = function(action)
      return action.title == title
    end,
  })
end

--- Goes to a game by its number, or lets one be chosen.
local function game(number)
  local games = require('vgn_lsp.game')
  local window, here = vim.api.nvim_get_current_win(), buffer()
  if number then
    games.load(here, { game = tonumber(number) or 0 }, function(found)
      if found then
        server.go_to_text(window, found.range)
      else
        vim.notify(('There is no game %s'):format(number), vim.log.levels.ERROR)
      end
    end)
    return
  end
  local params = { textDocument = server.document(here) }
  server.ask(here, 'textDocument/documentSymbol', params, function(symbols)
    vim.ui.select(symbols or {}, {
      prompt = 'Game',
      format_item = function(symbol)
        return symbol.detail and symbol.detail ~= '' and symbol.name .. ', ' .. symbol.detail or symbol.name
      end,
    }, function(symbol)
      if symbol then
        server.go_to_text(window, symbol.range or symbol.location.range)
      end
    end)
  end)
end

--- The board's own functions where its window is the current one.
local function is_board()
  return vim.bo.filetype == 'vgnboard'
end

local function towards(way)
  return function(kind)
    kind = kind or 'move'
    if not vim.tbl_contains(steps.kinds, kind) then
      vim.notify(('No step leads to a %s: %s'):format(kind, table.concat(steps.kinds, ', ')), vim.log.levels.ERROR)
    elseif is_board() then
      board()[kind == 'game' and way .. '_game' or way]()
    else
      steps.step(way .. kind:sub(1, 1):upper() .. kind:sub(2))
    end
  end
end

local function browse(guess)
  if is_board() then
    board().browse(guess)
  else
    require('vgn_lsp.browser').open(vim.api.nvim_get_current_win(), guess)
  end
end

local function names(list, key)
  return function()
    return key and vim.tbl_map(function(one)
      return one[key]
    end, list()) or list
  end
end

local function engine()
  return require('vgn_lsp.engine')
end

--- What each does, and what can stand behind it.
local SUBCOMMANDS = {
  board = { function() board().toggle('split') end },
  float = { function() board().toggle('float') end },
  flip = { function() board().turn() end },
  next = { towards('next'), names(steps.kinds) },
  previous = { towards('previous'), names(steps.kinds) },
  leave = {
    function()
      if is_board() then
        board().leave()
      else
        steps.step('leaveVariation')
      end
    end,
  },
  game = { game },
  fen = {
    function()
      if is_board() then
        board().copy()
      else
        require('vgn_lsp.copy').run('vgn.fen', 'The board')
      end
    end,
  },
  line = { function() require('vgn_lsp.copy').run('vgn.line', 'The line') end },
  browser = { function() browse(false) end },
  guess = { function() browse(true) end },
  engine = { function() engine().toggle() end },
  threat = { function() engine().threat() end },
  play = { function(number) engine().play(number) end },
  reply = { function() engine().play(1, 1) end },
  fix = {
    function()
      vim.lsp.buf.code_action({ context = { only = { 'source.fixAll' }, diagnostics = {} }, apply = true })
    end,
  },
  convert = { convert, names(notations, 'to') },
  decoded = { function() require('vgn_lsp.decoded').show(buffer()) end },
}

local function run(command)
  local name, argument = command.fargs[1], command.fargs[2]
  local subcommand = SUBCOMMANDS[name or 'board']
  if not subcommand then
    vim.notify(('There is no :Vgn %s'):format(name), vim.log.levels.ERROR)
  elseif #command.fargs > 2 or argument and #subcommand == 1 and name ~= 'game' and name ~= 'play' then
    vim.notify((':Vgn %s takes no `%s`'):format(name, command.fargs[#command.fargs]), vim.log.levels.ERROR)
  else
    subcommand[1](argument)
  end
end

local function complete(begun, line)
  local words = vim.split(line:sub(1, #line - #begun), '%s+', { trimempty = true })
  local offered = {}
  if #words <= 1 then
    offered = vim.tbl_keys(SUBCOMMANDS)
  elseif #words == 2 and (SUBCOMMANDS[words[2]] or {})[2] then
    offered = SUBCOMMANDS[words[2]][2]()
  end
  offered = vim.tbl_filter(function(word)
    return vim.startswith(word:lower(), begun:lower())
  end, offered)
  table.sort(offered)
  return offered
end

--- Gives a buffer the command.
function M.create(to)
  local options = { nargs = '*', complete = complete, desc = 'Chess games: board, steps, fixes, conversions' }
  vim.api.nvim_buf_create_user_command(to, 'Vgn', run, options)
end

return M
