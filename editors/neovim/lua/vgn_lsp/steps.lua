-- Steps with the cursor: to games, half-moves, variations, findings and mistakes.

local server = require('vgn_lsp.server')

local M = {}

M.kinds = { 'game', 'move', 'variation', 'finding', 'mistake' }

--- Asks the server where a step leads ("nextGame", "leaveVariation", …) and puts the cursor there.
function M.step(to)
  local window = vim.api.nvim_get_current_win()
  local buffer = vim.api.nvim_win_get_buf(window)
  local params = server.place(window)
  params.to = to
  local is_sent = server.send(buffer, 'vgn/step', params, function(problem, range)
    if problem or not vim.api.nvim_win_is_valid(window) then
      return -- the text has changed meanwhile
    end
    if not range then
      vim.notify('There is nothing more of the kind', vim.log.levels.INFO)
      return
    end
    vim.api.nvim_win_call(window, function()
      vim.cmd("normal! m'")
    end)
    server.go(window, range)
  end)
  if not is_sent then
    vim.notify('vgn-lsp does not run for this buffer', vim.log.levels.WARN)
  end
end

--- The commands of a buffer: `:VgnNext move`, `:VgnPrevious game`, `:VgnLeaveVariation`.
function M.commands(buffer)
  for name, prefix in pairs({ VgnNext = 'next', VgnPrevious = 'previous' }) do
    vim.api.nvim_buf_create_user_command(buffer, name, function(command)
      local kind = command.args == '' and 'move' or command.args
      if not vim.tbl_contains(M.kinds, kind) then
        vim.notify(('No step leads to a %s: %s'):format(kind, table.concat(M.kinds, ', ')), vim.log.levels.ERROR)
        return
      end
      M.step(prefix .. kind:sub(1, 1):upper() .. kind:sub(2))
    end, {
      nargs = '?',
      complete = function(begun)
        return vim.tbl_filter(function(kind)
          return vim.startswith(kind, begun)
        end, M.kinds)
      end,
      desc = ('Go to the %s game, half-move, variation, finding or mistake'):format(prefix),
    })
  end
  vim.api.nvim_buf_create_user_command(buffer, 'VgnLeaveVariation', function()
    M.step('leaveVariation')
  end, { desc = 'Go to the half-move that the variation replaces' })
end

return M
