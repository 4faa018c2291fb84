//! PGN that every program reads alike, and what has no such form.

use std::path::Path;
use std::process::Command;

use vgn_lsp::convert::{StoredGame, convert_whole};
use vgn_lsp::lint::Settings;

use crate::convert::support::{context, target};

/// The movetext, and the losses of the portable form of a game; exported again it must be the same.
fn portable(text: &str) -> (String, Vec<String>) {
    let settings = Settings::default();
    let export = |text: &str| {
        let game = StoredGame { text, section: None, length_known: false };
        convert_whole(&game, &context(&settings), &target("portable PGN")).expect("a game")
    };
    let once = export(text);
    assert_eq!(export(&once.text).text, once.text, "exported again it is the same");
    assert!(!once.text.contains('\r') && !once.text.contains("\n%"), "{}", once.text);
    (once.text, once.losses.into_iter().map(|loss| loss.message).collect())
}

fn movetext(text: &str) -> (String, usize) {
    let (text, losses) = portable(text);
    let movetext = text.split("\"]\n\n").last().unwrap_or_default().trim_end().to_owned();
    (movetext, losses.len())
}

#[test]
fn what_programs_read_differently_is_written_otherwise() {
    for (game, written) in [
        ("1. e4 {a} $1 e5 *", "1. e4 $1 {a} 1... e5 *"),
        ("1. e4 (1. d4) $1 1... e5 *", "1. e4 $1 (1. d4) 1... e5 *"),
        ("1. e4 {a} {b} e5 *", "1. e4 {a b} 1... e5 *"),
        ("1. e4 ; a\n; b\n e5 *", "1. e4 {a b} 1... e5 *"),
        ("1. e4 {a} (1. d4) {b} 1... e5 *", "1. e4 {a b} (1. d4) 1... e5 *"),
        ("1. {a} e4 (1. {b} d4) *", "{a} 1. e4 ({b} 1. d4) *"),
        ("1. e4 {a\n\n\nb} e5 *", "1. e4 {a\nb} 1... e5 *"),
        ("1. e4 {a\r\n%b} e5 *", "1. e4 {a %b} 1... e5 *"),
        ("1. e4 {c:\\} e5 *", "1. e4 {c:\\ } 1... e5 *"),
        ("1. e4\n\n\ne5 *", "1. e4 e5 *"),
    ] {
        assert_eq!(movetext(game), (written.to_owned(), 0), "{game}");
    }
}

#[test]
fn what_has_no_portable_form_is_listed() {
    for (game, written) in [
        ("1. e4 $300 e5 $0 *", "1. e4 {$300} 1... e5 {$0} *"),
        ("1. e4 (1. d4 d5 1-0) 1... e5 0-1", "1. e4 (1. d4 d5 {1-0}) 1... e5 0-1"),
        ("[Event \"x\"]\n\n(1. d4) 1. e4 *", "1. e4 *"),
        ("1. e4 () e5 *", "1. e4 e5 *"),
        ("1. e4 ; a } b\n e5 *", "1. e4 { a ) b} 1... e5 *"),
        ("1. e4\n%emt\ne5 *", "1. e4 e5 *"),
        ("1. e4 -- *", "1. e4 -- *"),
        ("1. e4 e5 2. Ke3 *", "1. e4 e5 2. Ke3 *"),
    ] {
        let (movetext, losses) = movetext(game);
        assert_eq!(movetext, written, "{game}");
        assert!(losses > 0, "{game}");
    }
}

#[test]
fn tags_are_written_as_all_programs_read_them() {
    for (tags, written, losses) in [
        ("[white \"A\"]", "[White \"A\"]", 0),
        ("[ECO \"B20\"]\n[eco \"B21\"]", "[ECO \"B20\"]", 1),
        ("[Site \"a \\\"b\\\" c\\\\d\"]", "[Site \"a ''b'' c/d\"]", 1),
        ("[TimeControl \"15'/game & 10\"/move\"]", "[TimeControl \"15'/game & 10''/move\"]", 1),
        ("[Variant \"From Position\"]", "[Variant \"Standard\"]", 0),
        ("[FEN \"4k3/8/8/8/8/8/8/4K2R w H - 0 0\"]", "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]", 0),
        ("[Variant \"Atomic\"]", "[Variant \"Atomic\"]", 1),
    ] {
        let (text, listed) = portable(&format!("{tags}\n\n*\n"));
        assert!(text.contains(written), "{tags}\n{text}");
        assert_eq!(listed.len(), losses, "{tags}: {listed:?}");
        assert!(!text.contains("eco"), "{text}");
    }
}

/// The plain export, too, puts NAGs in their place and escapes quotes; what it writes as it stands it says.
#[test]
fn the_plain_export_is_pgns_export_format() {
    let settings = Settings::default();
    let export = |text: &str| vgn_lsp::convert::export_pgn(text, &context(&settings)).expect("a game");
    let text = "[TimeControl \"15'/game & 10\"/move\"]\n\n1. e4 {a} $1 e5 (1... c5) $2 2. Nf3 *\n";
    let exported = export(text);
    assert_eq!((exported.losses.len(), exported.remarks.len()), (0, 0), "{exported:?}");
    assert!(exported.text.contains("[TimeControl \"15'/game & 10\\\"/move\"]\n"), "{}", exported.text);
    assert!(exported.text.contains("\n1. e4 $1 {a} 1... e5 $2 (1... c5) 2. Nf3 *\n"), "{}", exported.text);
    for text in ["1. e4 e5 2. Ke3 *\n", "1. e4 $300 *\n", "1. $1 e4 *\n"] {
        let exported = export(text);
        assert_eq!((exported.losses.len(), exported.remarks.len()), (0, 1), "{exported:?}");
    }
}

/// Other programs read the same in real annotated games as before, and the same as one another, which they do not before.
/// A machine on which a reader cannot be had fails this test.
#[test]
#[cfg_attr(windows, ignore = "a shell script starts the readers")]
fn real_annotated_games_are_read_alike_by_every_reader() {
    let readers = |args: &[&Path], names: &[&str]| {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers/readers.sh");
        let output = Command::new(script).args(args).args(names).output().expect("it starts");
        assert!(output.status.success(), "{args:?}\n{}", String::from_utf8_lossy(&output.stdout));
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    // tests/readers/scid.tcl has no letters beyond Latin-1, which the second file has.
    let most = ["python-chess", "lichess", "chess.js", "kokopu", "pgn-parser", "pgn-extract"];
    for (name, compared, agreeing) in
        [("dortmund.pgn", &most[..4], &[][..]), ("wcc_2023.pgn", &["python-chess", "lichess"], &most)]
    {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/annotated").join(name);
        let portable = folder.path().join(name);
        let mut command = Command::new(env!("CARGO_BIN_EXE_vgn-lsp"));
        let status = command.args(["convert", "--to", "PGN", "--portable", "-o"]).args([&portable, &file]).status();
        assert!(status.expect("it starts").success());
        readers(&[Path::new("compare"), &file, &portable], compared);
        readers(&[Path::new("agree"), &portable], agreeing);
    }
}
