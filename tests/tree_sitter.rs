//! The tree-sitter grammar: its parser is current, its own tests pass, and it finds no error in games whose structure the
//! server finds sound.

use std::process::{Command, Stdio};

#[test]
#[cfg_attr(windows, ignore = "a shell script starts tree-sitter and Neovim")]
fn the_grammar_agrees_with_the_server() {
    let output = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/syntaxes/tree-sitter-vgn/run"))
        .args(["--server", env!("CARGO_BIN_EXE_vgn-lsp")])
        .stdin(Stdio::null())
        .output()
        .expect("the script starts");
    let (seen, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{seen}\n{errors}", output.status);
    for expected in [
        "the parser is the one of grammar.js",
        "failed parses: 0",
        "the queries fit the grammar",
        "where the server finds the game's structure sound: 0",
        "Neovim 0.10",
        "all as it should be",
    ] {
        assert!(seen.contains(expected), "{expected:?} is not in:\n{seen}");
    }
}
