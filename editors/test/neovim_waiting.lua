-- What Neovim's tests say and wait for; loaded by those that run inside the Neovim that they try.

local M = {}

M.PATIENCE = 20000 -- milliseconds

function M.say(...)
  io.stdout:write(string.format(...), '\n')
end

function M.fail(...)
  M.say('FAILED: ' .. select(1, ...), select(2, ...))
  vim.cmd('cquit 1')
end

function M.wait_for(what, condition)
  if not vim.wait(M.PATIENCE, condition, 10) then
    M.fail('waited in vain for %s', what)
  end
end

return M
