//! The server in a real Neovim. A machine on which no Neovim can be had fails this test.

use std::process::Command;

#[test]
fn diagnostics_and_hover_in_neovim() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/editors/test/neovim.sh");
    let output = Command::new(script).arg(env!("CARGO_BIN_EXE_vgn-lsp")).output().expect("the script starts");
    let (seen, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{seen}\n{errors}", output.status);
    for expected in ["Ng1-f3", "typed 2. Nf5: ", "all as it should be"] {
        assert!(seen.contains(expected), "{expected:?} is not in:\n{seen}");
    }
}
