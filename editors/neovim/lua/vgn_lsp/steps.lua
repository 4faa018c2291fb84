-- Steps with the cursor: to games, half-moves, variations, findings and mistakes.

local M = {}

M.kinds = { 'game', 'move', 'variation', 'finding', 'mistake' }

--- Asks the server where a step leads ("nextGame", "leaveVariation", …) and puts the cursor there.
function M.step(to)
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.get_clients({ bufnr = buffer, name = 'vgn_lsp' })[1]
  if not client then
    vim.notify('vgn-lsp does not run for this buffer', vim.log.levels.WARN)
    return
  end
  local window = vim.api.nvim_get_current_win()
  local params = vim.lsp.util.make_position_params(window, client.offset_encoding)
  params.to = to
  client:request('vgn/step', params, function(problem, range)
    if problem or not vim.api.nvim_win_is_valid(window) then
      return -- the text has changed meanwhile
    end
    if not range then
      vim.notify('There is nothing more of the kind', vim.log.levels.INFO)
      return
    end
    local place = { uri = params.textDocument.uri, range = range }
    vim.lsp.util.show_document(place, client.offset_encoding, { focus = true })
  end, buffer)
end

--- The commands of a buffer: `:VgnNext move`, `:VgnPrevious game`, `:VgnLeaveVariation`.
function M.commands(buffer)
  for name, prefix in pairs({ VgnNext = 'next', VgnPrevious = 'previous' }) do
    vim.api.nvim_buf_create_user_command(buffer, name, function(command)
      local kind = command.args == '' and 'move' or command.args
      if not vim.list_contains(M.kinds, kind) then
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
