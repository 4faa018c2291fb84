---@brief
---
--- https://github.com/vgn-lsp/vgn-lsp
---
--- A language server for chess games in PGN and VGN text. `:MasonInstall vgn-lsp`, `npm install -g vgn-lsp` or
--- `pip install vgn-lsp` installs it.
---
--- Neovim knows no file type for `*.vgn`:
---
--- ```lua
--- vim.filetype.add({ extension = { vgn = 'vgn' } })
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'vgn-lsp', '--stdio' },
  filetypes = { 'pgn', 'vgn' },
  root_markers = { 'vgn.toml', '.git' },
  settings = { vgn = vim.empty_dict() },
}
