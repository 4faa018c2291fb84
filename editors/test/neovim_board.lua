-- Run inside Neovim by neovim.sh: the board in a second Neovim, which is driven by keys as a person drives it, and
-- whose screen is read.

local PATIENCE = 20000 -- milliseconds

local GAMES = [[
[Event "Board"]
[White "Müller, Jörg"]
[Black "O'Neil, <Ann>"]
[WhiteElo "2650"]
[BlackTitle "GM"]
[Result "1-0"]

1. e4 {[%clk 1:30:00]} e5 {[%clk 1:29:58] [%csl Gd4][%cal Rd2d4]} 2. Nf3 $1 {[%eval 0.4] A knight.} (2. f4 exf4
(2... d5 $6 3. exd5) 3. Nf3 g5) 2... Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 1-0

[Event "Wrong"]
[White "C"]
[Black "D"]
[Result "*"]

1. f3 e5 2. g4 Qh4# 3. Ke2 *
]]

local function say(...)
  io.stdout:write(string.format(...), '\n')
end

local channel

local function within(code, ...)
  return vim.rpcrequest(channel, 'nvim_exec_lua', code, { ... })
end

--- What the screen shows, a text a row.
local function screen()
  return within([[
    vim.cmd('redraw')
    local rows = {}
    for row = 1, vim.o.lines do
      local cells = {}
      for column = 1, vim.o.columns do
        cells[column] = vim.fn.screenstring(row, column)
      end
      rows[row] = (table.concat(cells):gsub('%s+$', ''))
    end
    return rows
  ]])
end

local function fail(what, ...)
  say('FAILED: ' .. what, ...)
  if channel then
    say('%s', table.concat(screen(), '\n'))
    say('%s', within('return vim.fn.execute("messages")'))
  end
  vim.cmd('cquit 1')
end

local function wait_for(what, condition)
  if not vim.wait(PATIENCE, condition, 20) then
    fail('waited in vain for %s', what)
  end
end

local function press(keys)
  vim.rpcrequest(channel, 'nvim_input', keys)
end

--- The rows of the board's window.
local function board()
  return within([[
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local buffer = vim.api.nvim_win_get_buf(window)
      if vim.bo[buffer].filetype == 'vgnboard' then
        return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
      end
    end
    return {}
  ]])
end

local function shows(...)
  local text = table.concat(board(), '\n')
  for _, part in ipairs({ ... }) do
    if not text:find(part, 1, true) then
      return false
    end
  end
  return true
end

local function wait_for_board(...)
  local parts = { ... }
  wait_for('the board with ' .. table.concat(parts, ' | '), function()
    return shows(unpack(parts))
  end)
end

--- The text in the window of the games from the cursor on.
local function at_cursor(length)
  return within([[
    local window = vim.fn.bufwinid(vim.fn.bufnr('games.pgn'))
    local row, column = unpack(vim.api.nvim_win_get_cursor(window))
    return vim.api.nvim_buf_get_lines(vim.fn.bufnr('games.pgn'), row - 1, row, false)[1]:sub(column + 1, column + ...)
  ]], length)
end

local function wait_for_cursor(text)
  wait_for('the cursor at ' .. text, function()
    return at_cursor(#text) == text
  end)
end

--- The highlights of a square, which is found by its rank's row and its file.
local function groups(square)
  return within([[
    local square = ...
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local buffer = vim.api.nvim_win_get_buf(window)
      if vim.bo[buffer].filetype == 'vgnboard' then
        for row, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 9, false)) do
          if line:sub(1, 1) == square:sub(2, 2) then
            local space = vim.api.nvim_get_namespaces().vgn_lsp_board
            local from, to = { row - 1, 0 }, { row - 1, -1 }
            local marks = vim.api.nvim_buf_get_extmarks(buffer, space, from, to, { details = true })
            local squares = {}
            for _, mark in ipairs(marks) do
              local place = mark[3]
              if squares[#squares] and squares[#squares].place == place then
                table.insert(squares[#squares].groups, mark[4].hl_group)
              else
                table.insert(squares, { place = place, groups = { mark[4].hl_group } })
              end
            end
            return table.concat(squares[square:byte(1) - 96 + 1].groups, ' ')
          end
        end
      end
    end
  ]], square)
end

local function expect(what, found, expected)
  if not vim.deep_equal(found, expected) then
    fail('%s is %s', what, vim.inspect(found))
  end
end

local function start(columns, lines)
  channel = vim.fn.jobstart({
    vim.env.NVIM_PROGRAM, '--clean', '--embed', '--headless', '-n', '--cmd', 'set runtimepath^=' .. vim.env.NVIM_PLUGIN,
  }, { rpc = true })
  within([[
    vim.o.termguicolors, vim.o.columns, vim.o.lines = true, select(2, ...)
    vim.g.opened = {}
    vim.ui.open = function(address)
      vim.g.opened = vim.list_extend(vim.g.opened, { address })
      return { wait = function() return { code = 0 } end }
    end
    require('vgn_lsp').setup({ cmd = { (...), '--stdio' } })
    vim.cmd('edit games.pgn')
  ]], vim.env.VGN_LSP_SERVER, columns, lines)
  wait_for('the server', function()
    return within([[
      local found = require('vgn_lsp.server').of(vim.fn.bufnr('games.pgn'))
      return found ~= nil and found.initialized ~= false
    ]])
  end)
end

local function stop()
  vim.rpcnotify(channel, 'nvim_command', 'qall!')
  vim.fn.jobwait({ channel }, PATIENCE)
  channel = nil
end

local function test()
  vim.fn.writefile(vim.split(vim.trim(GAMES), '\n'), 'games.pgn')
  start(110, 34)
  local version = within('return vim.version()')
  say('the board in Neovim %d.%d', version.major, version.minor)
  press(':Vgn board<CR>')
  wait_for_board('The beginning, White to move', "GM O'Neil, <Ann>", 'Müller, Jörg (2650)', 'next: 1. e4')
  wait_for_board('8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜')
  -- The cursor goes through the text, and the board goes with it: into a variation of a variation, and into a comment.
  press('/Nf3 \\$1<CR>')
  wait_for_board('2. Nf3!  +0.40', 'A knight.', '1:29:58', '1:30:00', 'instead: 2. f4')
  expect('f3', groups('f3'), 'VgnBoardLastLight VgnBoardWhite')
  expect('e8', groups('e8'), 'VgnBoardLight VgnBoardBlack')
  press('/exd5<CR>')
  wait_for_board('3. exd5')
  press('?A knight<CR>')
  wait_for_board('2. Nf3!')
  press('gg')
  wait_for_board('The beginning')
  say('board: %s', table.concat(board(), ' | '))

  -- Its keys lead the cursor of the text on.
  press('<C-w>l')
  press('ll')
  wait_for_board('1... e5', 'd2→d4')
  wait_for_cursor('e5 {')
  expect('d4', groups('d4'), 'VgnBoardGreen')
  press('lj')
  wait_for_cursor('f4 exf4')
  press('lj')
  wait_for_board('2... d5', 'instead: 2... exf4')
  press('o')
  wait_for_cursor('exf4')
  press('o')
  wait_for_cursor('Nf3 $1')
  press('G')
  wait_for_board('5... Nxe4', '1-0')
  press('gg')
  wait_for_cursor('[Event "Board"]')
  press('f')
  wait_for('the board from the other side', function()
    return board()[2]:sub(1, 1) == '1'
  end)
  press('f?')
  wait_for_board('Keys of the board', 'the next half-move')
  press('?J')
  wait_for_cursor('[Event "Wrong"]')
  wait_for_board('f3')
  -- A half-move that cannot be played: the last board that is known stays, and is said to be that.
  press('G')
  wait_for_board('3. Ke2', '✗ ', 'not known')
  expect('the king in check', groups('e1'), 'VgnBoardCheck VgnBoardWhite')
  press('K')
  wait_for_cursor('[Event "Board"]')
  say('stepped by the keys of the board')

  -- What is typed is seen at once.
  press('<C-w>h')
  press('/Ba4<CR>cwBxc6<Esc>')
  wait_for_board('4. Bxc6')
  press('u')
  wait_for_board('4. Ba4')

  -- The commands, and what they offer.
  local function offers(line)
    return table.concat(within('return vim.fn.getcompletion(..., "cmdline")', line), ' ')
  end
  expect('the completion', offers('Vgn f'), 'fen fix flip float')
  expect('the completion of steps', offers('Vgn next m'), 'mistake move')
  expect('the completion of notations', offers('Vgn convert F'):match('^FCN') ~= nil, true)
  press(':Vgn fen<CR>')
  wait_for('the FEN', function()
    local fen = 'r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq'
    return within('return vim.fn.getreg(\'"\')'):find(fen, 1, true)
  end)
  press(':Vgn line<CR>')
  wait_for('the line', function()
    return within('return vim.fn.getreg(\'"\')') == '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4'
  end)
  press(':Vgn next<CR>')
  wait_for_cursor('Nf6')
  press(':Vgn game 2<CR>')
  wait_for_cursor('[Event "Wrong"]')
  press(':Vgn previous game<CR>')
  wait_for_cursor('[Event "Board"]')
  -- A status line.
  within([[vim.o.laststatus, vim.o.statusline = 2, "%{%v:lua.require'vgn_lsp'.statusline()%}"]])
  press('/Nf6<CR>')
  wait_for('the status line', function()
    return table.concat(screen(), '\n'):find('game 1/2 · 4... Nf6 · C7', 1, true)
  end)
  say('status line and commands')

  -- What is wrong is fixed, and the game is written in another notation; each is undone at once.
  local function reads(what, part)
    wait_for(what, function()
      return within([[return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')]]):find(part, 1, true)
    end)
  end
  press(':%s/2\\. Nf3 \\$1/2.Nf3 \\\\$1/<CR>')
  reads('the slip', '2.Nf3 \\$1')
  press(':Vgn fix<CR>')
  reads('the fix', '2.Nf3 $1')
  press('gg:Vgn convert NOPE<CR>')
  wait_for('the notations that there are', function()
    return within('return vim.fn.execute("messages")'):find('No notation `NOPE`: there are .*FCN, ')
  end)
  within('vim.v.errmsg = ""')
  press('gg:Vgn convert LAN<CR>')
  reads('the conversion', '1. e2-e4')
  press('u')
  reads('the game as it was', '1. e4 {')
  press('/Nf6<CR>')
  say('fixed and converted')

  -- An edit for an older text is refused, and the server is told so.
  local function apply(older)
    return within([[
      local uri, version = vim.uri_from_bufnr(0), vim.lsp.util.buf_versions[vim.api.nvim_get_current_buf()]
      local client = require('vgn_lsp.server').of(0)
      local start = { line = 0, character = 0 }
      local edit = { range = { start = start, ['end'] = start }, newText = '; first\n' }
      local change = { textDocument = { uri = uri, version = version - ... }, edits = { edit } }
      local params = { edit = { documentChanges = { change } } }
      local answer = client.handlers['workspace/applyEdit'](nil, params, { client_id = client.id })
      return { answer.applied, vim.api.nvim_buf_get_lines(0, 0, 1, false)[1] }
    ]], older)
  end
  expect('an edit for the text as it was', apply(1), { false, '[Event "Board"]' })
  expect('an edit for the text as it is', apply(0), { true, '; first' })
  press('u')
  reads('the text without it', '[Event "Board"]')
  press('/Nf6<CR>')
  say('edits of an older text are refused')

  -- What ends a variant's game, pockets, checks given, mates of both sides.
  within([[
    local picture = require('vgn_lsp.picture')
    function _G.rows_of(game, id)
      local text = {}
      for _, row in ipairs(picture.rows(game, id, { columns = 60, rows = 40 })) do
        table.insert(text, table.concat(vim.tbl_map(function(chunk) return chunk[1] end, row)))
      end
      return table.concat(text, '\n')
    end
  ]])
  local function rows_of(fen, more)
    local move = vim.tbl_extend('force', {
      id = 0, parent = -1, number = 1, color = 'white', san = 'Qxg6+', fen = fen, squares = {}, check = true,
    }, more)
    local game = { tags = {}, moves = { move }, range = {}, orientation = 'white' }
    return within('local game = ...; game.after = { [-1] = { 0 } }; return rows_of(game, 0)', game)
  end
  local third = rows_of('4k3/8/8/8/8/8/8/4K3 b - - 0+2 0 9', { ending = 'White has given the third check' })
  expect('the third check', third:find('White has given the third check', 1, true) ~= nil, true)
  expect('checks given', third:find('3/3 checks', 1, true) ~= nil and third:find('1/3 checks', 1, true) ~= nil, true)
  expect('nobody to move', third:find('to move', 1, true) or third:find('●', 1, true), nil)
  for mate, words in pairs({ [3] = 'White mates in 3', [-1] = 'Black mates in 1' }) do
    local said = rows_of('4k3/8/8/8/8/8/8/4K3 b - - 0 9', { eval = { mate = mate } })
    expect(words, said:find(words, 1, true) ~= nil, true)
  end

  -- A float, in a narrow window too.
  press(':Vgn float<CR>')
  wait_for_board('4... Nf6')
  for _, columns in ipairs({ 80, 40, 24 }) do
    within('vim.o.columns = ...', columns)
    wait_for('a float in ' .. columns .. ' columns', function()
      return within('return vim.o.columns') == columns and table.concat(screen(), '\n'):find('│1 .*♜') ~= nil
    end)
    for _, row in ipairs(board()) do
      if vim.fn.strdisplaywidth(row) > math.min(columns - 4, 40) then
        fail('in %d columns there is no place for: %s', columns, row)
      end
    end
    say('a float in %d columns:\n%s', columns, table.concat(screen(), '\n'))
  end
  press(':Vgn float<CR>')
  wait_for('the float to close', function()
    return #board() == 0
  end)
  -- Where the board is the last window, the text takes its place.
  local function is_on_text_alone()
    return within('return vim.fn.winnr("$") == 1 and vim.bo.filetype == "pgn" and vim.wo.number')
  end
  within('vim.o.number = true')
  press(':Vgn board<CR>')
  wait_for('the board beside the text', function()
    return #board() > 0
  end)
  press('<C-w>l:only<CR>:Vgn board<CR>')
  wait_for('the text in the last window', is_on_text_alone)
  press(':Vgn board<CR>')
  wait_for('the board again', function()
    return #board() > 0
  end)
  press('<C-w>l:only<CR><CR>')
  wait_for('the text beside the board', function()
    return within('return vim.fn.winnr("$") == 2 and vim.bo.filetype == "pgn"')
  end)
  press(':Vgn board<CR>')
  wait_for('the text in the last window', is_on_text_alone)
  within('vim.o.number = false')
  -- The help has an entry for each, and its list of entries is that of the text.
  local doc = vim.env.NVIM_PLUGIN .. '/doc'
  vim.fn.mkdir('help/doc', 'p')
  vim.fn.writefile(vim.fn.readfile(doc .. '/vgn.txt'), 'help/doc/vgn.txt')
  vim.cmd('helptags help/doc')
  expect('the list of entries', vim.fn.readfile(doc .. '/tags'), vim.fn.readfile('help/doc/tags'))
  local help = table.concat(vim.fn.readfile(doc .. '/vgn.txt'), '\n')
  for _, name in ipairs(within('return vim.fn.getcompletion("Vgn ", "cmdline")')) do
    if not help:find('\n:Vgn ' .. name .. ' ', 1, true) then
      fail('the help does not tell of :Vgn %s', name)
    end
  end
  press(':help vgn<CR>')
  wait_for('the help', function()
    return within('return vim.fn.expand("%:t")') == 'vgn.txt'
  end)
  expect('messages of errors', within('return vim.v.errmsg'), '')
  stop()
end

local ok, reason = xpcall(test, debug.traceback)
if not ok then
  fail('%s', reason)
end
say('the board: all as it should be')
vim.cmd('qall!')
