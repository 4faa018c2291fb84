-- What a configuration calls: `setup` and `statusline`.

local M = {}

--- For a status line: `%{%v:lua.require'vgn_lsp'.statusline()%}`.
function M.statusline()
  return (require('vgn_lsp.statusline').text())
end

--- Starts the server before Neovim 0.11, which has no vim.lsp.config.
local function start(config, event)
  local file = vim.api.nvim_get_runtime_file('lsp/vgn_lsp.lua', false)[1]
  local whole = vim.tbl_deep_extend('force', dofile(file), config)
  whole.name = require('vgn_lsp.server').NAME
  whole.capabilities = vim.tbl_deep_extend('force', vim.lsp.protocol.make_client_capabilities(), whole.capabilities)
  local found = vim.fs.find(whole.root_markers, { upward = true, path = vim.fs.dirname(event.file) })
  whole.root_dir = whole.root_dir or vim.fs.dirname(found[1] or event.file)
  vim.lsp.start(whole)
end

--- Starts the server for games; `config` is what `vim.lsp.config` takes.
function M.setup(config)
  config = config or {}
  if vim.fn.has('nvim-0.11') == 1 then
    vim.lsp.config('vgn_lsp', config)
    vim.lsp.enable('vgn_lsp')
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('vgn_lsp_start', { clear = true }),
    pattern = { 'pgn', 'vgn' },
    callback = function(event)
      if vim.api.nvim_buf_get_name(event.buf) ~= '' and vim.bo[event.buf].buftype == '' then
        start(config, { file = vim.api.nvim_buf_get_name(event.buf) })
      end
    end,
  })
end

return M
