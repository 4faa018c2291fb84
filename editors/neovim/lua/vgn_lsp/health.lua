-- `:checkhealth vgn_lsp`: is all there that the server needs, and does it run?

local M = {}

local health = vim.health

--- The server's own words for its version, or why there are none.
local function version_of(program)
  local ok, process = pcall(vim.system, { program, '--version' }, { text = true })
  if not ok then
    return nil, process
  end
  local ended = process:wait(5000)
  if ended.code ~= 0 then
    return nil, vim.trim(ended.stderr or '')
  end
  return vim.trim(ended.stdout)
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
  local clients = vim.lsp.get_clients({ name = 'vgn_lsp' })
  if #clients == 0 then
    health.info('no server is running: open a file named .pgn or .vgn')
  end
  for _, client in ipairs(clients) do
    local buffers = vim.tbl_count(client.attached_buffers)
    health.ok(('running for %d buffer(s), positions in %s, root %s'):format(
      buffers, client.offset_encoding, client.root_dir or 'none'))
  end
end

function M.check()
  health.start('vgn-lsp')
  if vim.fn.has('nvim-0.11') == 0 then
    health.error('Neovim 0.11 or newer is needed, and this is ' .. tostring(vim.version()))
    return
  end
  health.ok('Neovim ' .. tostring(vim.version()))

  local config = vim.lsp.config.vgn_lsp
  if not config then
    health.error('lsp/vgn_lsp.lua is not on the runtimepath', { 'Put the folder editors/neovim on it' })
    return
  end
  if vim.lsp.is_enabled and not vim.lsp.is_enabled('vgn_lsp') then
    health.warn('the server is not enabled', { "Say vim.lsp.enable('vgn_lsp')" })
  end
  check_server(config)
  check_clients()

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
