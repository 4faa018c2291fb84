-- The board: it shows the half-move at the cursor of the text, and its keys lead the cursor on.

local cursor = require('vgn_lsp.cursor')
local engine = require('vgn_lsp.engine')
local fen = require('vgn_lsp.fen')
local games = require('vgn_lsp.game')
local keys = require('vgn_lsp.keys')
local pane = require('vgn_lsp.pane')
local picture = require('vgn_lsp.picture')
local server = require('vgn_lsp.server')

local M = {}

-- What is shown: `window` and `buffer` are the board's own, `text` is the buffer of the games, `tick` the state of it
-- that `game` was read from, `id` the half-move.
local shown = {}
-- A game is being asked for; what is to be shown when it has come.
local is_loading, wanted = false, nil

local function is_open()
  return shown.window ~= nil and vim.api.nvim_win_is_valid(shown.window)
end

--- A window on the text, the current one first.
local function text_window()
  local current = vim.api.nvim_get_current_win()
  if shown.text and vim.api.nvim_win_get_buf(current) == shown.text then
    return current
  end
  local window = shown.text and vim.fn.bufwinid(shown.text) or -1
  return window ~= -1 and window or nil
end

local function draw()
  if not is_open() then
    return
  end
  if shown.is_help then
    pane.write(shown.buffer, keys.rows())
  elseif not shown.game then
    local window = text_window() or vim.api.nvim_get_current_win()
    local is_running = server.of(vim.api.nvim_win_get_buf(window)) ~= nil
    local why = is_running and 'There is no game at the cursor.' or 'No server here: see :checkhealth vgn_lsp'
    pane.write(shown.buffer, { { { why, { 'VgnBoardComment' } } } })
  else
    local is_flipped = (shown.game.orientation == 'black') ~= (shown.is_flipped == true)
    pane.write(shown.buffer, picture.rows(shown.game, shown.id, {
      columns = vim.api.nvim_win_get_width(shown.window),
      rows = vim.api.nvim_win_get_height(shown.window),
      is_flipped = is_flipped,
      opening = shown.opening,
      engine = engine.rows(shown.text, (games.fen(shown.game, shown.id))),
    }))
  end
end

--- The game that is shown is the text's as it is now.
local function is_current()
  return shown.game ~= nil and vim.api.nvim_buf_is_valid(shown.text)
    and vim.api.nvim_buf_get_changedtick(shown.text) == shown.tick
end

local function starts_alike(one, other)
  return one.start.line == other.start.line and one.start.character == other.start.character
end

--- Shows what stands at the cursor; its game is asked for where it is another one, or has changed.
local function see(at)
  -- After a step on the board itself the answer to an earlier one says where the board was.
  if not is_open() or at.has_moved and vim.api.nvim_get_current_win() == shown.window then
    return
  end
  if not at.found then
    shown.text, shown.game, shown.id = at.buffer, nil, nil
    draw()
    return
  end
  local id = at.found.move or games.BEGINNING
  if is_current() and shown.text == at.buffer and starts_alike(shown.game.range, at.found.range) then
    shown.id, shown.opening = id, at.found.opening
    draw()
    return
  end
  if is_loading then
    wanted = at
    return
  end
  local function loaded(game)
    is_loading = false
    local is_still = vim.api.nvim_buf_is_valid(at.buffer) and vim.api.nvim_buf_get_changedtick(at.buffer) == at.tick
    if game and is_still then
      shown.text, shown.tick, shown.game, shown.id, shown.opening = at.buffer, at.tick, game, id, at.found.opening
      draw()
    end
    local next_wanted = wanted
    wanted = nil
    if next_wanted then
      see(next_wanted)
    end
  end
  is_loading = games.load(at.buffer, { position = at.position }, loaded) and true or false
end

--- The text has been changed, perhaps from elsewhere: by a board in the browser, or undo in another window.
local function watch(buffer)
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function()
      if not is_open() or shown.text ~= buffer then
        shown.watched = shown.watched == buffer and nil or shown.watched
        return true
      end
      vim.schedule(function()
        local window = text_window()
        if window and window ~= vim.api.nvim_get_current_win() then
          cursor.ask(window)
        end
      end)
    end,
  })
end

local function listen(at)
  see(at)
  if is_open() and shown.text and shown.watched ~= shown.text then
    shown.watched = shown.text
    watch(shown.text)
  end
end

--- Goes to a half-move, on the board and in the text.
local function go(id)
  shown.id, shown.opening = id, nil
  draw()
  local window = text_window()
  if window then
    local move = games.move(shown.game, id)
    if move then
      server.go(window, move.range)
    else
      server.go_to_text(window, shown.game.range)
    end
    cursor.ask(window)
  end
end

--- Goes where `way` leads in the game as it is now.
local function step(way)
  if not shown.game or shown.is_help then
    return
  end
  if not is_current() then
    -- The text has changed since: what is shown comes first.
    local window = text_window()
    return window and cursor.ask(window)
  end
  local id = way(shown.game, shown.id)
  if id and id ~= shown.id then
    go(id)
  end
end

function M.next()
  step(function(game, id)
    return games.next(game, id)[1]
  end)
end

function M.previous()
  step(games.previous)
end

function M.first()
  step(function()
    return games.BEGINNING
  end)
end

function M.last()
  step(games.last)
end

function M.leave()
  step(games.replaced)
end

local function beside(way)
  step(function(game, id)
    local all, place = games.beside(game, id)
    return all[(place - 1 + way) % math.max(#all, 1) + 1]
  end)
end

function M.beside()
  beside(1)
end

function M.beside_before()
  beside(-1)
end

--- Goes to a game by its number.
function M.game(number)
  games.load(shown.text, { game = number }, function(game)
    local window = text_window()
    if game and window then
      server.go_to_text(window, game.range)
      -- No key counts until the other game has come.
      shown.tick = nil
      cursor.ask(window)
    end
  end)
end

local function other_game(way)
  local number = shown.game and shown.game.game and shown.game.game + way
  if number and number >= 1 and number <= (shown.game.games or number) then
    M.game(number)
  end
end

function M.next_game()
  other_game(1)
end

function M.previous_game()
  other_game(-1)
end

function M.flip()
  shown.is_flipped = not shown.is_flipped
  draw()
end

function M.help()
  shown.is_help = not shown.is_help
  draw()
end

--- Leads to the text, beside the board where no window has it.
function M.show()
  local window = text_window()
  if window then
    vim.api.nvim_set_current_win(window)
  elseif shown.text and vim.api.nvim_buf_is_valid(shown.text) then
    vim.cmd('vertical topleft sbuffer ' .. shown.text)
  end
end

--- Copies the board that is shown.
function M.copy()
  local text = shown.game and games.fen(shown.game, shown.id)
  if text and fen.read(text) then
    require('vgn_lsp.copy').put(text, 'The board')
  end
end

function M.browse(guess)
  local window = text_window()
  if window then
    require('vgn_lsp.browser').open(window, guess)
  end
end

--- Does something with the engine, in the window of the text.
local function in_text(act)
  local window = text_window()
  if window then
    vim.api.nvim_win_call(window, act)
  end
end

function M.engine()
  in_text(engine.toggle)
end

function M.threat()
  in_text(engine.threat)
end

--- Writes a line of the engine into the text, by its number.
function M.line(number)
  engine.play(number)
end

function M.reply()
  engine.play(1, 1)
end

function M.close()
  cursor.listen('board', nil)
  engine.listen(nil)
  vim.api.nvim_create_augroup('vgn_lsp_board', { clear = true })
  if is_open() and not pcall(vim.api.nvim_win_close, shown.window, true) then
    -- The last window cannot be closed: the text takes its place.
    pane.give_back(shown.window, shown.text)
  end
  shown, wanted = {}, nil
end

--- Opens the board as a `split` or a `float`; the same again closes it.
function M.toggle(kind)
  local was = is_open() and shown.kind
  M.close()
  if was == kind then
    return
  end
  require('vgn_lsp.colours').define()
  local text = vim.api.nvim_get_current_buf()
  local window, buffer = pane.open(kind)
  shown = { window = window, buffer = buffer, kind = kind, text = text }
  keys.map(buffer, M)
  require('vgn_lsp.command').create(buffer)
  local group = vim.api.nvim_create_augroup('vgn_lsp_board', { clear = true })
  vim.api.nvim_create_autocmd('VimResized', {
    group = group,
    callback = function()
      if is_open() then
        pane.resize(window)
        draw()
      end
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', { group = group, buffer = buffer, callback = vim.schedule_wrap(function()
    if shown.buffer == buffer then
      M.close()
    end
  end) })
  draw()
  engine.listen(draw)
  cursor.listen('board', listen)
end

--- Does something to the board, which is opened where there is none.
function M.turn()
  if not is_open() then
    M.toggle('split')
  end
  M.flip()
end

return M
