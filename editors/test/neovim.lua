-- Run inside Neovim by neovim.sh, in a folder with the annotated file.

local waiting = dofile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/neovim_waiting.lua')
local say, fail, wait_for, PATIENCE = waiting.say, waiting.fail, waiting.wait_for, waiting.PATIENCE

local function test()
  local exit_code
  vim.lsp.config('vgn_lsp', {
    cmd = { vim.env.VGN_LSP_SERVER, '--stdio' },
    on_exit = function(code)
      exit_code = code
    end,
  })
  vim.lsp.enable('vgn_lsp')
  vim.cmd.edit('wcc_2023.pgn')

  local buffer = vim.api.nvim_get_current_buf()
  say('Neovim %s, %s: %d lines, filetype %s', tostring(vim.version()), vim.fn.expand('%:t'),
    vim.api.nvim_buf_line_count(buffer), vim.bo.filetype)
  local function client()
    return vim.lsp.get_clients({ bufnr = buffer, name = 'vgn_lsp' })[1]
  end
  wait_for('the server', function()
    return client() and client().initialized
  end)
  local server = client()
  say('server %s %s, positions in %s', server.server_info.name, server.server_info.version, server.offset_encoding)

  local function diagnostics()
    local list = {}
    for _, found in ipairs(vim.diagnostic.get(buffer)) do
      local text = vim.api.nvim_buf_get_text(buffer, found.lnum, found.col, found.end_lnum, found.end_col, {})
      table.insert(list, { code = tostring(found.code), lnum = found.lnum, text = table.concat(text, ' '), message = found.message })
    end
    return list
  end
  local function count_by_code(list)
    local counts = {}
    for _, found in ipairs(list) do
      counts[found.code] = (counts[found.code] or 0) + 1
    end
    local lines = {}
    for code, count in vim.spairs(counts) do
      table.insert(lines, string.format('%s %d', code, count))
    end
    return #lines > 0 and table.concat(lines, ', ') or 'none'
  end
  -- A program wrote \$14 for $14, many times; nothing else is wrong with the file.
  local whole = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  local _, slips = whole:gsub('\\%$', '')
  wait_for(slips .. ' diagnostics', function()
    return #diagnostics() == slips
  end)
  local at_first, count_at_first = count_by_code(diagnostics()), #diagnostics()
  say('diagnostics at first: %s', at_first)

  -- The server's colours: the first half-move is one of the main line.
  local painted
  wait_for('semantic tokens', function()
    local line = vim.fn.search([[^1\. \zse4 e5 2\. Nf3]], 'nw') - 1
    painted = vim.lsp.semantic_tokens.get_at_pos(buffer, line, 3)
    return painted and #painted > 0
  end)
  say('painted: %s %s', painted[1].type, table.concat(vim.tbl_keys(painted[1].modifiers), ' '))
  if painted[1].type ~= 'move' or not painted[1].modifiers.mainLine then
    fail('e4 is not painted as a move of the main line')
  end

  -- What its hints say of the glyphs.
  vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  local hints
  wait_for('the hints', function()
    hints = vim.lsp.inlay_hint.get({ bufnr = buffer })
    return #hints > 0
  end)
  say('hinted: %s', hints[1].inlay_hint.label)
  vim.lsp.inlay_hint.enable(false, { bufnr = buffer })

  -- The folds of the server: the first game, and in it its tags.
  local foldexpr = vim.wo.foldexpr
  vim.wo.foldexpr, vim.wo.foldtext = 'v:lua.vim.lsp.foldexpr()', 'v:lua.vim.lsp.foldtext()'
  wait_for('the folds', function()
    return vim.fn.foldlevel(1) == 1 and vim.fn.foldlevel(2) == 2
  end)
  vim.cmd('1foldclose')
  say('folded to line %d: %s', vim.fn.foldclosedend(1), vim.fn.foldtextresult(1))
  if not vim.fn.foldtextresult(1):find(vim.fn.getline(5):match('"(.*)"'), 1, true) then
    fail('the fold does not say who played')
  end
  vim.cmd('1foldopen!')
  vim.wo.foldexpr = foldexpr

  -- The first main line: put the cursor on 2. Nf3 and ask what it is.
  vim.fn.cursor(1, 1)
  if vim.fn.search([[^1\. e4 e5 2\. \zsNf3]]) == 0 then
    fail('the file has no 1. e4 e5 2. Nf3')
  end
  vim.lsp.buf.hover()
  local float
  wait_for('the hover', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        float = window
        return true
      end
    end
  end)
  local shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false), '\n')
  say('hover on Nf3:\n  %s', (shown:gsub('\n', '\n  ')))
  if not shown:find('Ng1-f3', 1, true) then
    fail('the hover does not say Ng1-f3')
  end
  vim.api.nvim_win_close(float, true)

  -- Steps along the line, and back into it.
  for _, way in ipairs({ { 'VgnNext move', 'Nc6' }, { 'VgnPrevious', 'Nf3' } }) do
    vim.cmd(way[1])
    wait_for(way[1], function()
      return vim.fn.expand('<cword>') == way[2]
    end)
  end
  say('stepped to Nc6 and back')

  -- What belongs to the knight: its moves to come. And what the selection grows to.
  local function ask(method, params)
    local answer = server:request_sync(method, params, PATIENCE, buffer)
    if not answer or not answer.result then
      fail('%s has no answer', method)
    end
    return answer.result
  end
  local place = vim.lsp.util.make_position_params(0, server.offset_encoding)
  local function texts(ranges)
    return table.concat(vim.tbl_map(function(range)
      local from, to = range.start, range['end']
      return vim.api.nvim_buf_get_text(buffer, from.line, from.character, to.line, to.character, {})[1]
    end, ranges), ', ')
  end
  local moves = vim.tbl_map(function(found)
    return found.range
  end, ask('textDocument/documentHighlight', place))
  say('the knight: %s', texts(moves))
  if not texts(moves):find('^Nf3, N') then
    fail('the knight does not move on')
  end
  local step = ask('textDocument/selectionRange', { textDocument = place.textDocument, positions = { place.position } })[1]
  local steps = {}
  while step do
    table.insert(steps, step.range)
    step = step.parent
  end
  say('selections: %s …', texts(vim.list_slice(steps, 1, 3)))
  if texts(vim.list_slice(steps, 1, 2)) ~= 'Nf3, 2. Nf3' then
    fail('the selection does not grow')
  end

  -- The move is typed again, as far as needed: the menu has the knights' moves, and what is chosen is written.
  local line_before = vim.api.nvim_get_current_line()
  local completing = vim.lsp.get_clients({ bufnr = buffer, method = 'textDocument/completion' })[1]
  local offered, kind
  _G.wait_for_menu = function()
    vim.lsp.completion.get()
    wait_for('the menu of moves', function()
      return vim.fn.pumvisible() == 1
    end)
    local items = vim.fn.complete_info({ 'items' }).items
    offered = vim.tbl_map(function(item)
      return item.word
    end, items)
    kind = items[1].kind
  end
  local keys = vim.api.nvim_replace_termcodes('ciwN<Cmd>lua wait_for_menu()<CR><C-y><Esc>', true, false, true)
  vim.api.nvim_feedkeys(keys, 'tx', false)
  say('completion of N: %s', table.concat(offered, ' '))
  if kind ~= 'Move' then
    fail(('the menu calls a half-move %s'):format(kind))
  end
  if #offered ~= 5 or not vim.list_contains(offered, 'Nf3') then
    fail('the menu does not have the five moves of the knights')
  end
  say('chosen: %s', vim.api.nvim_get_current_line():sub(1, 15))
  if vim.api.nvim_get_current_line() ~= (line_before:gsub('Nf3', offered[1], 1)) then
    fail('the chosen move is not written')
  end
  vim.cmd('silent undo')
  wait_for('the diagnostics of before', function()
    return count_by_code(diagnostics()) == at_first
  end)

  -- An illegal move is typed.
  local line = vim.fn.line('.') - 1
  vim.cmd('normal! ciwNf5')
  local function illegal()
    return vim.tbl_filter(function(found)
      return found.code == 'illegal-move' and found.lnum == line and found.text == 'Nf5'
    end, diagnostics())
  end
  wait_for('illegal-move on Nf5', function()
    return #illegal() == 1
  end)
  say('typed 2. Nf5: %s', illegal()[1].message)
  -- What comes after an illegal SAN move is not judged (rule D2): other diagnostics may go, but none may come.
  local others = vim.tbl_filter(function(found)
    return not (found.lnum == line and found.text == 'Nf5')
  end, diagnostics())
  say('beside it: %s', count_by_code(others))
  if #others > count_at_first then
    fail('one illegal move brought %d diagnostics', #others - count_at_first + 1)
  end

  -- Other settings show at once, also where no window shows the text.
  local function set_level(level)
    server.settings = { vgn = { diagnostics = { ['illegal-move'] = level } } }
    server:notify('workspace/didChangeConfiguration', { settings = server.settings })
  end
  set_level('off')
  wait_for('the illegal move to be forgotten', function()
    return #illegal() == 0
  end)
  vim.cmd('hide enew')
  set_level('error')
  wait_for('the illegal move in the hidden text', function()
    return #illegal() == 1
  end)
  vim.cmd('buffer ' .. buffer)
  say('settings: seen at once, also in a hidden buffer')

  -- And taken back.
  vim.cmd('silent undo')
  wait_for('the diagnostic to vanish', function()
    return count_by_code(diagnostics()) == at_first
  end)
  say('undone: %s', count_by_code(diagnostics()))

  -- One fix, then all of its kind.
  local function act(title, context)
    vim.lsp.buf.code_action({
      apply = true,
      context = context,
      filter = function(action)
        return action.title == title
      end,
    })
  end
  local function wait_for_text(what, expected)
    wait_for(what, function()
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') == expected
    end)
  end
  vim.fn.cursor(1, 1)
  vim.fn.search([[\V10. Nc4!? \zs\\$14]])
  act('Remove the backslash')
  wait_for_text('the fix', (whole:gsub('10%. Nc4!%? \\%$14', '10. Nc4!? $14', 1)))
  say('one fix: the backslash before $14 is gone')
  vim.fn.search([[\V\\$19]])
  act('Fix all `stray-text` in this file')
  wait_for_text('all fixes', (whole:gsub('\\%$', '$')))
  wait_for('no diagnostics', function()
    return #diagnostics() == 0
  end)
  say('all fixed: %s', count_by_code(diagnostics()))

  -- The first game in another notation, as the command line writes it; the others stay as they were.
  local fixed = (whole:gsub('\\%$', '$'))
  local all = vim.system({ vim.env.VGN_LSP_SERVER, 'convert', '--to', 'FCN', '-' }, { stdin = fixed .. '\n', text = true })
    :wait(PATIENCE).stdout
  local function second(text)
    return text:find('\n\n[', 1, true)
  end
  vim.fn.cursor(1, 1)
  vim.fn.search([[^1\. e4 e5 2\. \zsNf3]])
  act('Convert this game to Friendly Coordinate Notation (FCN)', { only = { 'refactor.rewrite' }, diagnostics = {} })
  wait_for_text('the conversion', all:sub(1, second(all)) .. fixed:sub(second(fixed) + 1))
  vim.fn.cursor(1, 1)
  say('converted: %s', vim.fn.getline(vim.fn.search([[^1\. ]])):sub(1, 60))

  -- The file's own settings, and what :checkhealth says of all this.
  if vim.bo.commentstring ~= '{%s}' or vim.fn.foldlevel(1) ~= 1 then
    fail('the filetype plugin is not there')
  end
  vim.fn.cursor(1, 1)
  vim.fn.search([[\CNg1-f3]])
  vim.cmd('redraw') -- what was coloured before the conversion is coloured anew
  local syntax = vim.fn.synIDattr(vim.fn.synID(vim.fn.line('.'), vim.fn.col('.'), 0), 'name')
  if syntax ~= 'vgnMove' then
    fail('Ng1-f3 is coloured as %s', syntax)
  end
  -- The page of a finding: a VGN game in a file named .pgn.
  vim.fn.cursor(1, 1)
  act('Explain `vgn-in-pgn-file`')
  wait_for('the page of vgn-in-pgn-file', function()
    return vim.fn.getline(1) == '# vgn-in-pgn-file'
  end)
  say('explained: %s', vim.fn.getline(3))
  vim.cmd.close()
  vim.cmd('silent checkhealth vgn_lsp')
  local health = vim.trim(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'))
  say('checkhealth:\n  %s', (health:gsub('\n', '\n  ')))
  if health:find('ERROR', 1, true) or health:find('WARNING', 1, true) or not health:find('running for 1 buffer', 1, true) then
    fail('the health is not as it should be')
  end

  -- A game is laid out, and the cursor stays on its half-move; Enter behind Black's writes the next number.
  vim.fn.writefile({ '[White "A"]', '[Event "B"]', '1.e4   e5', '2.Nf3  Nc6' }, 'loose.pgn')
  vim.cmd('silent edit loose.pgn')
  buffer = vim.api.nvim_get_current_buf()
  wait_for('the server of the loose file', function()
    return client() ~= nil
  end)
  vim.fn.search('Nc6')
  vim.lsp.buf.format({ timeout_ms = PATIENCE })
  say('formatted: %s', table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), ' | '))
  if not vim.deep_equal(vim.fn.getline(1, '$'), { '[Event "B"]', '[White "A"]', '', '1. e4 e5 2. Nf3 Nc6' }) then
    fail('the game is not laid out')
  end
  if vim.fn.expand('<cword>') ~= 'Nc6' then
    fail('the cursor went to %s', vim.fn.expand('<cword>'))
  end
  if vim.lsp.on_type_formatting then
    vim.lsp.on_type_formatting.enable(true, { client_id = client().id })
    _G.wait_for_number = function()
      wait_for('the next number', function()
        return vim.api.nvim_get_current_line() == '3. '
      end)
    end
    local enter = vim.api.nvim_replace_termcodes('A<CR><Cmd>lua wait_for_number()<CR><Esc>', true, false, true)
    vim.api.nvim_feedkeys(enter, 'tx', false)
    say('typed: %s', vim.api.nvim_get_current_line())
  end
  vim.bo.modified = false

  -- Games with binary sections, by the bytes on disk.
  local convert = { vim.env.VGN_LSP_SERVER, 'convert', '--allow-loss', '--to', 'BCCF', 'wcc_2023.pgn', '-o', 'binary.vgn' }
  if vim.system(convert):wait(PATIENCE).code ~= 0 then
    fail('no binary file could be made')
  end
  vim.cmd('silent edit binary.vgn')
  buffer = vim.api.nvim_get_current_buf()
  wait_for('the server of the binary file', function()
    return client() ~= nil
  end)
  vim.lsp.buf.document_symbol({
    on_list = function(list)
      say('symbols: %s', list.items[1].text)
    end,
  })
  vim.fn.cursor(1, 1)
  vim.fn.search([[MoveFormat.*\]\zs]])
  vim.lsp.buf.hover()
  local said
  wait_for('the hover on the section', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        said = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
  end)
  say('hover on the section:\n  %s', (said:gsub('\n', '\n  ')))
  if not said:find('half-moves', 1, true) then
    fail('the hover does not tell of the section')
  end
  vim.cmd('VgnDecoded')
  wait_for('the decoded view', function()
    return vim.api.nvim_buf_get_name(0):find('vgn-decoded:', 1, true) ~= nil
  end)
  local view = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  if vim.bo.modifiable or not view:find('\n1. e4 e5 2. Nf3', 1, true) then
    fail('the decoded view is not as it should be: %s', view)
  end
  say('decoded: %s', view:match('^[^\n]*'))

  server:stop()
  wait_for('the end of the server', function()
    return exit_code ~= nil
  end)
  say('the server ended with %d', exit_code)
  if exit_code ~= 0 then
    fail('the exit code is not 0')
  end
end

local ok, reason = xpcall(test, debug.traceback)
if not ok then
  fail('%s', reason)
end
say('all as it should be')
vim.cmd('qall!')
