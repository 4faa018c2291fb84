# `nix run github:vgn-lsp/vgn-lsp -- check games.pgn`, `nix profile install github:vgn-lsp/vgn-lsp`.
{
  description = "Language server and command line for chess games in PGN and VGN text";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = (builtins.fromTOML (builtins.readFile ./Cargo.toml));
    in
    {
      packages = forEach (
        pkgs:
        let
          # The page of the board, which the program's build makes a part of it.
          board = pkgs.buildNpmPackage {
            pname = "vgn-board";
            inherit (manifest.workspace.package) version;
            src = ./editors/board;
            npmDeps = pkgs.importNpmLock { npmRoot = ./editors/board; };
            npmConfigHook = pkgs.importNpmLock.npmConfigHook;
            npmFlags = [ "--ignore-scripts" ];
            installPhase = "cp -r dist $out";
          };
        in
        {
          default = pkgs.rustPlatform.buildRustPackage {
            pname = "vgn-lsp";
            inherit (manifest.workspace.package) version;
            src = self;
            cargoLock.lockFile = ./Cargo.lock;
            nativeBuildInputs = [ pkgs.installShellFiles ];
            preBuild = "cp -r ${board} editors/board/dist";
            # tests/run has all tests, and needs editors and a browser for them.
            doCheck = false;
            postInstall = ''
              $out/bin/vgn-lsp man man
              installManPage man/*.1
              for shell in bash zsh fish; do
                $out/bin/vgn-lsp completions $shell > completions.$shell
                installShellCompletion --cmd vgn-lsp --$shell completions.$shell
              done
              install -Dm644 -t $out/share/applications editors/packages/linux/vgn-lsp.desktop
              install -Dm644 -t $out/share/mime/packages editors/packages/linux/vgn-lsp.xml
              install -Dm644 editors/vscode/images/icon.source.svg $out/share/icons/hicolor/scalable/apps/vgn-lsp.svg
            '';
            meta = {
              inherit (manifest.package) description;
              homepage = manifest.workspace.package.repository;
              license = pkgs.lib.licenses.gpl3Plus;
              mainProgram = "vgn-lsp";
            };
          };
        }
      );
    };
}
