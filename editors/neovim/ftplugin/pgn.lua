-- PGN is edited as VGN is.

vim.cmd.runtime('ftplugin/vgn.lua')
