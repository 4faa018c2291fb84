//! The server in real editors. A machine on which an editor can be neither found nor fetched fails its test.

use std::process::{Command, Stdio};
use std::sync::Mutex;

/// One editor at a time: each is big, and waits for what it shows.
static TURN: Mutex<()> = Mutex::new(());

/// How often an editor is tried.
const ATTEMPTS: usize = 2;

/// Drives an editor by its script, which fails if something is not as it should be, and looks for `expected` in what
/// was seen.
fn drive(editor: &str, expected: &[&str]) {
    let _turn = TURN.lock().unwrap_or_else(|other_failed| other_failed.into_inner());
    // A browser on a busy machine can lose a key: what fails twice is at fault.
    let mut failed = String::new();
    for _ in 0..ATTEMPTS {
        match attempt(editor, expected) {
            Ok(()) => return,
            Err(why) => failed = why,
        }
    }
    panic!("{failed}");
}

fn attempt(editor: &str, expected: &[&str]) -> Result<(), String> {
    let output = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/editors/test/run"))
        // What else is tried in VS Code (colours, encodings, folders, trust) takes minutes: .github/workflows/slow.yml.
        .env("VSCODE_PARTS", "walk,binary,board,features")
        .args(["--server", env!("CARGO_BIN_EXE_vgn-lsp"), editor])
        .stdin(Stdio::null())
        .output()
        .expect("the script starts");
    let (seen, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err(format!("{}\n{seen}\n{errors}", output.status));
    }
    // What is seen of these is a board.
    let common: &[&str] =
        if matches!(editor, "board" | "browser" | "web" | "vscode-web") { &[] } else { &["Ng1-f3", "typed 2. Nf5:"] };
    for expected in expected.iter().chain(common).chain(&["all as it should be"]) {
        if !seen.contains(expected) {
            return Err(format!("{expected:?} is not in:\n{seen}"));
        }
    }
    Ok(())
}

#[test]
#[cfg_attr(windows, ignore = "the editors are those of Linux, and a shell script starts them")]
fn neovim_shows_and_mends() {
    drive(
        "neovim",
        &[
            "painted: move mainLine",
            "hinted: ",
            "all fixed: none",
            "converted: 1. Pe2-e4",
            "checkhealth:",
            "decoded: {binary.vgn holds",
            "the features: all as it should be",
            "the board in Neovim 0.10",
            "the board: all as it should be",
        ],
    );
}

#[test]
#[cfg_attr(windows, ignore = "the editors are those of Linux, and a shell script starts them")]
fn emacs_shows() {
    drive("emacs", &["decoded: {binary.vgn holds"]);
}

#[test]
#[cfg_attr(windows, ignore = "the editors are those of Linux, and a shell script starts them")]
fn vs_code_shows_and_mends() {
    drive(
        "vscode",
        &[
            "squiggles of errors in sight:",
            "all fixed: No Problems",
            "converted: 1. Pe2-e4",
            "decoded: 1. e4 e5",
            "board: ",
        ],
    );
}

#[test]
#[cfg_attr(windows, ignore = "the browser is that of Linux, and a shell script starts it")]
fn the_board_is_used_by_mouse_and_by_keyboard() {
    drive("board", &["ok: writes moves", "ok: has no violation that axe-core finds", "10,000 half-moves: "]);
}

/// The program has the page if it was built before: `tests/run` does, by `editors/test/build-board.sh`.
#[test]
#[cfg_attr(windows, ignore = "the browser is that of Linux, and a shell script starts it")]
fn the_browsers_board_is_in_step_with_editors() {
    drive(
        "browser",
        &[
            "vgn-lsp board: shows a file, and what is written to it",
            "vgn-lsp board --write: writes into the file, and nothing over what others write",
            "Neovim: the board follows the cursor",
            "Neovim: the cursor follows the board",
            "Neovim: what is played is written, and taken back by one undo",
            "Emacs: the board follows the cursor",
            "Emacs: the cursor follows the board",
            "Emacs: what is played is written, and taken back by one undo",
            "Emacs: the board beside the text is in step with it",
        ],
    );
}

/// `tests/run` builds the page before, by `editors/test/build-web.sh`.
#[test]
#[cfg_attr(windows, ignore = "the browser is that of Linux, and a shell script starts it")]
fn the_page_has_the_whole_server_in_it() {
    drive(
        "web",
        &[
            "ok: opens a file that is dropped, and fixes it",
            "ok: keeps board and text in step, both ways",
            "ok: works without a network",
            "ok: starts a worker again that has died, and says so",
            "ok: takes text for nothing but text",
            "ok: has no violation that axe-core finds, light and dark",
            "ok: fits a telephone",
            "ok: does not work in a frame of another page",
            "ok: fetches no engine that nobody has started",
            "ok: follows the cursor",
            "ok: stops",
            "ok: starts again without a network, once it was loaded",
            "ok: says in a sentence how an engine has failed, and goes on without it",
        ],
    );
}

/// As in a browser without anything installed: files are in memory, and the server is a module in the extension.
#[test]
#[cfg_attr(windows, ignore = "the browser is that of Linux, and a shell script starts it")]
fn vs_code_for_the_web_needs_no_program() {
    drive(
        "vscode-web",
        &[
            "ok: shows squiggles",
            "ok: a hover has the board",
            "ok: a quick fix writes the mark",
            "ok: symbols: Ada - Bob",
            "ok: the board opens beside the text",
            "ok: what needs a machine is not offered",
            "ok: no other machine was asked for anything",
        ],
    );
}
