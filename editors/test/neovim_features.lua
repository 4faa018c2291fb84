-- Run inside Neovim by neovim.sh, in a folder of its own: what the server offers that neovim.lua does not use, each by
-- Neovim's own command for it. A capability that is new needs its use here or there.

local waiting = dofile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/neovim_waiting.lua')
local say, fail, wait_for, PATIENCE = waiting.say, waiting.fail, waiting.wait_for, waiting.PATIENCE

local function tags(white, black)
  return string.format('[Event "Match"]\n[Site "https://lichess.org/abcdefgh"]\n[Date "2024.05.01"]\n[Round "1"]\n'
    .. '[White "%s"]\n[Black "%s"]\n[Result "*"]\n\n', white, black)
end
local GAMES = tags('Old, Name', 'Réti, Richard')
  .. '1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 {[%csl Gd4] [%clk 0:05:00]} 3... a6 4. Ba4 *\n\n'
  .. tags('Réti, Richard', 'Old, Name') .. '1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *\n\n'
  .. tags('A', 'B') .. '1. e4 e5 2. Nf3 *\n'

local function test()
  vim.lsp.config('vgn_lsp', {
    cmd = { vim.env.VGN_LSP_SERVER, '--stdio' },
    settings = { vgn = { lens = { game = true } } },
    init_options = { lens = { game = true } },
  })
  vim.lsp.enable('vgn_lsp')
  vim.fn.writefile(vim.split(GAMES, '\n'), 'features.pgn')
  vim.cmd.edit('features.pgn')
  local buffer = vim.api.nvim_get_current_buf()
  local server
  wait_for('the server', function()
    server = vim.lsp.get_clients({ bufnr = buffer, name = 'vgn_lsp' })[1]
    return server and server.initialized
  end)

  local function go_to(pattern)
    vim.fn.cursor(1, 1)
    if vim.fn.search([[\C\V]] .. pattern, 'c') == 0 then
      fail('the file has no %s', pattern)
    end
  end
  local function text_of(range)
    local from, to = range.start, range['end']
    return table.concat(vim.api.nvim_buf_get_text(buffer, from.line, from.character, to.line, to.character, {}), ' ')
  end
  -- What a command puts into a list, as the text from each place on.
  local function listed(command)
    local items
    command({
      on_list = function(list)
        items = list.items
      end,
    })
    wait_for('a list', function()
      return items ~= nil
    end)
    return vim.tbl_map(function(item)
      return vim.fn.getline(item.lnum):sub(item.col, item.col + 2)
    end, items)
  end
  local function expect(what, found, expected)
    local said = vim.inspect(found):gsub('%s+', ' ')
    say('%s: %s', what, said)
    if not vim.deep_equal(found, expected) then
      fail('%s: not %s', what, (vim.inspect(expected):gsub('%s+', ' ')))
    end
  end
  local function ask(method, params)
    local answer = server:request_sync(method, params, PATIENCE, buffer)
    if not answer or answer.err or answer.result == nil then
      fail('%s: %s', method, answer and answer.err and answer.err.message or 'no answer')
    end
    return answer.result
  end
  local function quickfix(what)
    wait_for(what, function()
      return #vim.fn.getqflist() > 0
    end)
    local list = vim.tbl_map(function(item)
      return item.text
    end, vim.fn.getqflist())
    vim.fn.setqflist({}, 'f')
    vim.cmd('cclose')
    return list
  end
  local document = vim.lsp.util.make_text_document_params(buffer)

  local uses = {
    definitionProvider = function()
      go_to('Ba4')
      expect('definition of Ba4', listed(vim.lsp.buf.definition), { 'Bb5' })
    end,
    typeDefinitionProvider = function()
      go_to('Ba4')
      expect('opening of Ba4', listed(vim.lsp.buf.type_definition), { 'a6 ' })
    end,
    implementationProvider = function()
      go_to('Nc6')
      expect('variations on Nc6', listed(vim.lsp.buf.implementation), { 'd6 ' })
    end,
    referencesProvider = function()
      go_to('Bb5')
      local found = listed(function(options)
        vim.lsp.buf.references(nil, options)
      end)
      expect('places of the position', found, { 'Bb5', 'Bb5' })
    end,
    callHierarchyProvider = function()
      go_to('Bb5')
      vim.lsp.buf.outgoing_calls()
      local calls = quickfix('what is played next')
      expect('what is played next', #calls, 2)
    end,
    renameProvider = function()
      go_to('Old, Name')
      vim.lsp.buf.rename('New, Name')
      local expected = vim.split(GAMES:gsub('Old, Name', 'New, Name'), '\n')
      wait_for('the new name', function()
        return vim.deep_equal(vim.api.nvim_buf_get_lines(buffer, 0, #expected, false), expected)
      end)
      vim.cmd('silent undo')
      say('renamed in two games, and undone in one step')
    end,
    documentSymbolProvider = function()
      vim.lsp.buf.document_symbol()
      wait_for('symbols', function()
        return #vim.fn.getloclist(0) > 0
      end)
      local first = vim.fn.getloclist(0)[1].text
      vim.cmd('lclose')
      say('symbols: %s', first)
      if not first:find('Old, Name', 1, true) then
        fail('the symbol does not say who played')
      end
    end,
    workspaceSymbolProvider = function()
      vim.lsp.buf.workspace_symbol('Réti')
      expect('symbols of the workspace', #quickfix('symbols of the workspace') > 0, true)
    end,
    codeLensProvider = function()
      vim.lsp.codelens.enable(true, { bufnr = buffer })
      local lenses
      wait_for('lenses', function()
        lenses = vim.lsp.codelens.get({ bufnr = buffer })
        return #lenses > 0
      end)
      vim.lsp.codelens.enable(false, { bufnr = buffer })
      local resolved = ask('codeLens/resolve', lenses[1].lens or lenses[1])
      say('lens: %s', resolved.command.title)
    end,
    colorProvider = function()
      local colours = ask('textDocument/documentColor', { textDocument = document })
      expect('coloured', vim.tbl_map(function(colour)
        return text_of(colour.range)
      end, colours), { 'G' })
      wait_for('the colour of a square', function()
        return vim.lsp.document_color.is_enabled({ bufnr = buffer })
      end)
    end,
    documentLinkProvider = function()
      local links = ask('textDocument/documentLink', { textDocument = document })
      expect('linked', text_of(links[1].range), 'https://lichess.org/abcdefgh')
    end,
    linkedEditingRangeProvider = function()
      vim.lsp.linked_editing_range.enable(true, { bufnr = buffer })
      go_to('Result "*')
      local place = vim.lsp.util.make_position_params(0, server.offset_encoding)
      place.position.character = place.position.character + #'Result "'
      local linked = ask('textDocument/linkedEditingRange', place)
      expect('tag and terminator', vim.tbl_map(text_of, linked.ranges), { '*', '*' })
      vim.lsp.linked_editing_range.enable(false, { bufnr = buffer })
    end,
    signatureHelpProvider = function()
      go_to('0:05:00')
      vim.fn.cursor(vim.fn.line('.'), vim.fn.col('.') + 2)
      vim.lsp.buf.signature_help()
      local float
      wait_for('the form of a clock', function()
        for _, window in ipairs(vim.api.nvim_list_wins()) do
          if vim.api.nvim_win_get_config(window).relative ~= '' then
            float = window
            return true
          end
        end
      end)
      local shown = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false)
      vim.api.nvim_win_close(float, true)
      local said = table.concat(shown, ' | ')
      say('form: %s', said)
      if not said:find('h:mm:ss', 1, true) or not said:find('left after the move', 1, true) then
        fail('the form of a clock is not shown')
      end
    end,
    inlineCompletionProvider = function()
      vim.lsp.inline_completion.enable(true, { bufnr = buffer })
      vim.fn.cursor(vim.fn.line('$'), 1)
      vim.fn.search('Nf3', 'bc')
      local offered = ask('textDocument/inlineCompletion', {
        textDocument = document,
        position = { line = vim.fn.line('.') - 1, character = #vim.fn.getline('.') - 1 },
        context = { triggerKind = 1 },
      })
      vim.lsp.inline_completion.enable(false, { bufnr = buffer })
      local item = (offered.items or offered)[1]
      say('offered inline: %s', item.insertText)
      if not item.insertText:find('Nc6', 1, true) then
        fail('the commonest continuation is not offered')
      end
    end,
    executeCommandProvider = function()
      local place = vim.lsp.util.make_position_params(0, server.offset_encoding)
      local fen = ask('workspace/executeCommand', { command = 'vgn.fen', arguments = { place } })
      say('copied: %s', fen)
    end,
    -- No engine is set here, and none is looked for.
    experimental = function()
      local place = vim.lsp.util.make_position_params(0, server.offset_encoding)
      local answer = server:request_sync('vgn/engineStart', place, PATIENCE, buffer)
      local why = answer and answer.err and answer.err.message or 'nothing'
      say('engine: %s', why)
      if not why:find('no engine is set', 1, true) then
        fail('an engine that nobody has set: %s', why)
      end
    end,
    documentRangeFormattingProvider = function()
      go_to('3. Bb5 Nf6')
      local line = vim.fn.line('.')
      vim.fn.setline(line, (vim.fn.getline(line):gsub('3%. Bb5', '3.   Bb5')))
      vim.lsp.buf.format({ range = { start = { line, 0 }, ['end'] = { line, 5 } }, timeout_ms = PATIENCE })
      expect('laid out', vim.fn.getline(line), '1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *')
    end,
  }
  -- What neovim.lua does, and words by which it is found there.
  local elsewhere = {
    codeActionProvider = 'vim.lsp.buf.code_action',
    completionProvider = 'vim.lsp.completion.get',
    diagnosticProvider = 'vim.diagnostic.get',
    documentFormattingProvider = 'vim.lsp.buf.format',
    documentHighlightProvider = 'textDocument/documentHighlight',
    documentOnTypeFormattingProvider = 'vim.lsp.on_type_formatting',
    foldingRangeProvider = 'vim.lsp.foldexpr',
    hoverProvider = 'vim.lsp.buf.hover',
    inlayHintProvider = 'vim.lsp.inlay_hint',
    selectionRangeProvider = 'textDocument/selectionRange',
    semanticTokensProvider = 'vim.lsp.semantic_tokens',
    -- What every session uses.
    positionEncoding = 'offset_encoding',
    textDocumentSync = 'vim.cmd.edit',
    workspace = 'vim.lsp.enable',
  }
  local folder = debug.getinfo(1, 'S').source:match('^@(.*)/')
  local other = table.concat(vim.fn.readfile(folder .. '/neovim.lua'), '\n')
  local used = 0
  for capability, value in vim.spairs(server.server_capabilities) do
    if value then
      if uses[capability] then
        uses[capability]()
      elseif not (elsewhere[capability] and other:find(elsewhere[capability], 1, true)) then
        fail('nothing in Neovim uses %s', capability)
      end
      used = used + 1
    end
  end
  say('capabilities: all %d are used', used)
  for capability in pairs(uses) do
    if not server.server_capabilities[capability] then
      fail('%s is not advertised', capability)
    end
  end
  vim.bo.modified = false
end

local ok, reason = xpcall(test, debug.traceback)
if not ok then
  fail('%s', reason)
end
say('the features: all as it should be')
vim.cmd('qall!')
