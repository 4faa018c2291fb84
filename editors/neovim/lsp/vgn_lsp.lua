-- vgn-lsp for Neovim 0.11 and newer: put this folder on the runtimepath and say `vim.lsp.enable('vgn_lsp')`.

---@type vim.lsp.Config
return {
  cmd = { 'vgn-lsp', '--stdio' },
  filetypes = { 'pgn', 'vgn' },
  root_markers = { 'vgn.toml', '.git' },
}
