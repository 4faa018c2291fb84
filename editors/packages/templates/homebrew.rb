# For a tap: Formula/vgn-lsp.rb. The programs are those of the release; nothing is built.
class VgnLsp < Formula
  desc "Language server and command-line for chess games in PGN and VGN text"
  homepage "https://github.com/vgn-lsp/vgn-lsp"
  version "{version}"
  license "GPL-3.0-or-later"

  on_macos do
    on_arm do
      url "{url:aarch64-apple-darwin}"
      sha256 "{sha256:aarch64-apple-darwin}"
    end
    on_intel do
      url "{url:x86_64-apple-darwin}"
      sha256 "{sha256:x86_64-apple-darwin}"
    end
  end

  on_linux do
    on_arm do
      url "{url:aarch64-unknown-linux-gnu}"
      sha256 "{sha256:aarch64-unknown-linux-gnu}"
    end
    on_intel do
      url "{url:x86_64-unknown-linux-gnu}"
      sha256 "{sha256:x86_64-unknown-linux-gnu}"
    end
  end

  def install
    bin.install "vgn-lsp"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/vgn-lsp"
    zsh_completion.install "completions/_vgn-lsp"
    fish_completion.install "completions/vgn-lsp.fish"
    pkgshare.install "vgn.toml.schema.json"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/vgn-lsp --version")
    (testpath/"game.pgn").write "[Result \"*\"]\n\n1. e5 *\n"
    assert_match "illegal-move", shell_output("#{bin}/vgn-lsp check --format concise game.pgn", 1)
  end
end
