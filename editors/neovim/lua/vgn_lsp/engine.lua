-- The chess engine beside the text: it thinks about the position at the cursor, is told of behind its line and on the
-- board, and its lines are written as variations.

local cursor = require('vgn_lsp.cursor')
local server = require('vgn_lsp.server')

local M = {}

local SPACE = vim.api.nvim_create_namespace('vgn_lsp_engine')
-- Half-moves behind a line, and of a line that is written.
local SHOWN, WRITTEN = 4, 12
-- The cursor rests so long before the engine is asked.
local REST = 120 -- milliseconds

-- `buffer` has the engine; `fen`, `game`, `move`, `version` are what the cursor's answer says of the position that was
-- asked about, `id` is the search, `info` what was told of it last.
local state
-- Called when there is something else to see.
local listener

local function evaluation(line)
  if line.mate then
    return ('#%d'):format(line.mate)
  end
  return ('%+.2f'):format((line.cp or 0) / 100)
end

local function moves(line, most)
  return table.concat(vim.list_slice(line.san, 1, most), ' ')
end

--- Behind the line of the cursor.
local function mark()
  if not state or not vim.api.nvim_buf_is_valid(state.buffer) then
    return
  end
  vim.api.nvim_buf_clear_namespace(state.buffer, SPACE, 0, -1)
  local text = M.text(state.buffer)
  local window = vim.fn.bufwinid(state.buffer)
  if text and window ~= -1 then
    local row = vim.api.nvim_win_get_cursor(window)[1] - 1
    vim.api.nvim_buf_set_extmark(state.buffer, SPACE, row, 0, { virt_text = { { '  ' .. text, 'VgnBoardHint' } } })
  end
end

local function show()
  mark()
  if listener then
    listener()
  end
end

--- `+0.38 d22 Nf3 Nc6`; nil where nothing is known.
function M.text(buffer)
  if not state or state.buffer ~= buffer then
    return nil
  end
  if state.why then
    return state.why
  end
  local best = state.info and state.info.lines[1]
  if not best then
    return nil
  end
  local threat = state.info.threat and 'threat ' or ''
  return ('%s%s d%d %s'):format(threat, evaluation(best), state.info.depth, moves(best, SHOWN))
end

--- What the board shows: a text a line. None where no engine thinks about this board.
function M.rows(buffer, fen)
  if not state or state.buffer ~= buffer then
    return {}
  end
  if state.why then
    return { state.why }
  end
  local info = state.info
  if not info or info.fen ~= fen then
    return {}
  end
  local rows = { ('%s%s, depth %d'):format(info.threat and 'threat: ' or '', info.engine or 'engine', info.depth) }
  for number, line in ipairs(info.lines) do
    table.insert(rows, ('%d: %s %s'):format(number, evaluation(line), moves(line, WRITTEN)))
  end
  return rows
end

--- Asks about the position that the cursor's answer has told.
local function ask()
  local asked = state
  local params = {
    textDocument = server.document(asked.buffer),
    position = asked.position,
    of = asked.is_threat and 'threat' or 'position',
  }
  asked.id, asked.info, asked.early, asked.why = nil, nil, nil, nil
  server.send(asked.buffer, 'vgn/engineStart', params, function(problem, started)
    if state ~= asked then
      return
    end
    if problem then
      asked.why = problem.message
      show()
    elseif started then
      asked.id = started.id
      if asked.early then
        M.told(asked.early)
      end
    end
  end)
end

local hear
function hear(at)
  if not state or not at.found then
    return
  end
  local is_other = at.buffer ~= state.buffer
  if is_other then
    M.stop()
    state = { buffer = at.buffer }
    cursor.listen('engine', hear)
  end
  state.position = at.position
  state.game, state.move, state.version = at.found.game, at.found.move or -1, at.found.version
  -- What is typed in a comment is no reason to ask again.
  if at.found.fen == state.fen then
    mark()
    return
  end
  state.fen, state.is_threat, state.info, state.why = at.found.fen, false, nil, nil
  show()
  local timer = state.timer or vim.loop.new_timer()
  state.timer = timer
  timer:start(REST, 0, vim.schedule_wrap(function()
    if state and state.timer == timer then
      ask()
    end
  end))
end

--- The server tells what was found (`vgn/engineInfo`).
function M.told(info)
  if not state or not state.id and info.uri ~= vim.uri_from_bufnr(state.buffer) then
    return
  end
  if not state.id then
    state.early = info
  elseif state.id == info.id then
    state.info = info
    state.why = info.error
    show()
  end
end

function M.is_on()
  return state ~= nil
end

--- The board, which shows more than a line.
function M.listen(to)
  listener = to
end

function M.start()
  if state then
    return
  end
  local buffer = vim.api.nvim_get_current_buf()
  if not server.of(buffer) then
    vim.notify('vgn-lsp does not run for this buffer; :checkhealth vgn_lsp says why', vim.log.levels.ERROR)
    return
  end
  require('vgn_lsp.colours').define()
  state = { buffer = buffer }
  cursor.listen('engine', hear)
end

function M.stop()
  local was = state
  state = nil
  if not was then
    return
  end
  cursor.listen('engine', nil)
  if was.timer then
    was.timer:stop()
    was.timer:close()
  end
  if vim.api.nvim_buf_is_valid(was.buffer) then
    vim.api.nvim_buf_clear_namespace(was.buffer, SPACE, 0, -1)
    server.send(was.buffer, 'vgn/engineStop', { textDocument = server.document(was.buffer) }, function() end)
  end
  if listener then
    listener()
  end
end

--- Starts the engine, or stops it.
function M.toggle()
  if state then
    M.stop()
  else
    M.start()
  end
end

--- What the other side threatens; the same again shows the best moves.
function M.threat()
  if not state then
    vim.notify('No engine runs: start it with :Vgn engine', vim.log.levels.ERROR)
    return
  end
  if state.position then
    state.is_threat = not state.is_threat
    ask()
  end
end

--- Writes a line by its number into the text, as one step to undo; `most` half-moves of it.
function M.play(number, most)
  local info = state and state.info
  local line = info and info.lines[tonumber(number or 1) or 0]
  if not line then
    local why = not state and 'No engine runs: start it with :Vgn engine'
      or info and ('The engine has no line %s here'):format(number or 1)
      or 'The engine has found nothing yet'
    vim.notify(why, vim.log.levels.ERROR)
    return
  end
  if info.threat or info.fen ~= state.fen then
    local why = info.threat and 'A threat is no line of this position' or 'The engine has found nothing here yet'
    vim.notify(why, vim.log.levels.ERROR)
    return
  end
  local buffer = state.buffer
  local document = server.document(buffer)
  document.version = state.version
  local params = {
    textDocument = document,
    game = state.game,
    after = state.move,
    moves = vim.list_slice(line.uci, 1, most or WRITTEN),
  }
  server.ask(buffer, 'vgn/playLine', params, function(played)
    local client = server.of(buffer)
    if played.edit and played.edit ~= vim.NIL then
      vim.lsp.util.apply_workspace_edit(played.edit, client.offset_encoding)
    end
    local window = vim.fn.bufwinid(buffer)
    if window ~= -1 then
      server.go(window, played.select)
      cursor.ask(window)
    end
  end)
end

return M
