-- vgn-lsp for Neovim 0.11 and newer: put this folder on the runtimepath and say `vim.lsp.enable('vgn_lsp')`.
-- Before 0.11 say `require('vgn_lsp').setup()`; all of it is told by `:help vgn`.
--
-- Settings, all of them optional, have the shape of a vgn.toml:
--
--   vim.lsp.config('vgn_lsp', { settings = { vgn = {
--     strictness = 'full',                            -- off, basic or full
--     diagnostics = { ['missing-roster-tag'] = 'off' }, -- error, warning, information, hint or off
--     hover = { board = 'ascii' },                    -- unicode or ascii
--     convert = { to = 'FCN' },                       -- the notation that conversions offer first
--     format = { width = 79, variations = 'lines' },  -- how games are formatted
--     lens = { game = true, copy = true },            -- what `vim.lsp.codelens` shows above games
--     hints = { notation = 'FCN', numbers = true },   -- what `vim.lsp.inlay_hint.enable()` shows besides glyphs
--   } } })

---@type vim.lsp.Config
return {
  cmd = { 'vgn-lsp', '--stdio' },
  filetypes = { 'pgn', 'vgn' },
  root_markers = { 'vgn.toml', '.git' },
  settings = { vgn = vim.empty_dict() },
  -- The server may offer what this has a command for.
  capabilities = { experimental = { commands = { commands = { 'vgn.copyFen', 'vgn.showPlaces' } } } },
  -- What is set here holds from the first answer on, before the server asks.
  before_init = function(params, config)
    params.initializationOptions = (config.settings or {}).vgn
  end,
  -- Behind what a configuration does when the server attaches, which counts first.
  on_attach = function(client, buffer)
    vim.schedule(function()
      require('vgn_lsp.completion').enable(client, buffer)
    end)
  end,
  handlers = {
    ['workspace/applyEdit'] = function(...)
      return require('vgn_lsp.edits').apply(...)
    end,
    ['vgn/engineInfo'] = function(_, info)
      require('vgn_lsp.engine').told(info)
    end,
  },
  commands = {
    -- "Convert this game to…": the list of what it can become.
    ['vgn.convertGame'] = function()
      vim.lsp.buf.code_action({ context = { only = { 'refactor.rewrite' }, diagnostics = {} } })
    end,
    ['vgn.copyFen'] = function(command, context)
      require('vgn_lsp.server').send(context.bufnr, 'vgn/cursor', command.arguments[1], function(_, cursor)
        if cursor and cursor.fen then
          require('vgn_lsp.copy').put(cursor.fen, 'The board')
        end
      end)
    end,
    -- The games that a line above a game counts, in the quickfix list.
    ['vgn.showPlaces'] = function(command, context)
      local client = vim.lsp.get_client_by_id(context.client_id)
      local items = vim.lsp.util.locations_to_items(command.arguments[3], client and client.offset_encoding or 'utf-16')
      vim.fn.setqflist({}, ' ', { title = command.title, items = items })
      vim.cmd('botright copen')
    end,
    ['vgn-lsp.explain'] = function(command, context)
      require('vgn_lsp.explain').show(context.bufnr, command.arguments[1])
    end,
  },
}
