-- `:checkhealth vgn_lsp`: is all there that the server needs, and does it run?

local M = {}

-- Before 0.10 the names were longer.
local function report(name)
  return vim.health[name] or vim.health['report_' .. name]
end
local health = {
  start = report('start'), ok = report('ok'), info = report('info'), warn = report('warn'), error = report('error'),
}

--- The server's own words for its version, or why there are none.
local function version_of(program)
  local said = vim.trim(vim.fn.system({ program, '--version' }))
  if vim.v.shell_error ~= 0 then
    return nil, said
  end
  return said
end

local function check_server(config)
  local program = type(config.cmd) == 'table' and config.cmd[1] or nil
  if not program then
    health.info('the server is started by a function, and is not looked for')
    return
  end
  local path = vim.fn.exepath(program)
  if path == '' then
    health.error(('`%s` is not a program on the PATH'):format(program), {
      'Install it: `cargo install --path .` in the project',
      "or say where it is: vim.lsp.config('vgn_lsp', { cmd = { '/path/to/vgn-lsp', '--stdio' } })",
    })
    return
  end
  local version, reason = version_of(path)
  if version then
    health.ok(('%s: %s'):format(path, version))
  else
    health.error(('%s does not say its version: %s'):format(path, reason))
  end
end

local function check_clients()
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ name = 'vgn_lsp' })
    or vim.lsp.get_active_clients({ name = 'vgn_lsp' })
  if #clients == 0 then
    health.info('no server is running: open a file named .pgn or .vgn')
  end
  for _, client in ipairs(clients) do
    local buffers = vim.tbl_count(client.attached_buffers or {})
    health.ok(('running for %d buffer(s), positions in %s, root %s'):format(
      buffers, client.offset_encoding, client.root_dir or client.config.root_dir or 'none'))
    local commands = (client.server_capabilities.executeCommandProvider or {}).commands or {}
    if vim.tbl_contains(commands, 'vgn.openBoard') then
      health.ok('boards can be opened in the browser')
    else
      health.info('this server was built without boards in the browser; `:Vgn board` needs none')
    end
  end
end

--- Whether a board can be told from text.
local function check_board()
  if require('vgn_lsp.colours').are_shown() then
    health.ok('the board has its colours')
  else
    health.info("few colours: White's pieces are drawn hollow (`:set termguicolors` if the terminal has more)")
  end
  if vim.fn.strdisplaywidth('♞') ~= 1 then
    health.warn('chess pieces are two columns wide', { "Say `vim.o.ambiwidth = 'single'`: the board is made for one" })
  end
end

--- How the server is started: by vim.lsp.config, or before 0.11 by `setup`.
local function check_config()
  if vim.fn.has('nvim-0.11') == 0 then
    local is_set_up = pcall(vim.api.nvim_get_autocmds, { group = 'vgn_lsp_start' })
    if not is_set_up then
      health.warn('the server is not started', { "Say require('vgn_lsp').setup()" })
    end
    return
  end
  local config = vim.lsp.config.vgn_lsp
  if not config then
    health.error('lsp/vgn_lsp.lua is not on the runtimepath', { 'Put the folder editors/neovim on it' })
    return
  end
  if vim.lsp.is_enabled and not vim.lsp.is_enabled('vgn_lsp') then
    health.warn('the server is not enabled', { "Say vim.lsp.enable('vgn_lsp')" })
  end
  check_server(config)
end

function M.check()
  health.start('vgn-lsp')
  if vim.fn.has('nvim-0.8') == 0 then
    health.error('Neovim 0.8 or newer is needed')
    return
  end
  local version = vim.version()
  health.ok(('Neovim %d.%d.%d'):format(version.major, version.minor, version.patch))
  check_config()
  check_clients()
  check_board()

  for _, extension in ipairs({ 'pgn', 'vgn' }) do
    local filetype = vim.filetype.match({ filename = 'game.' .. extension })
    if filetype == extension then
      health.ok(('.%s files have the filetype %s'):format(extension, filetype))
    else
      health.error(('.%s files have the filetype %s'):format(extension, filetype or 'none'), {
        'ftdetect/vgn.lua is not on the runtimepath, or another plugin takes the name',
      })
    end
  end
end

return M
