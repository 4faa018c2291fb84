//! Section A: files and games.

use vgn_lsp::lint::{FileKind, Settings};
use vgn_lsp::source::Encoding;

use crate::spec::found::{VGN, clean, count, earns, fcn, fixed, found_in, message, safe_fixes};

#[test]
fn a1_a_file_is_a_sequence_of_games() {
    clean("");
    assert_eq!(count(""), 0);
    assert_eq!(count(" \n\n\t"), 0);
    let text = format!("1. e4 e5 *\n\n{}1. d4 d5 1-0 1. c4 c5 0-1", fcn("1. Pe2-e4 *\n"));
    assert_eq!(count(&text), 4);
    clean(&text);
    // Neither section needs to say anything: the tags can be missing, and the moves too.
    assert_eq!(count("*"), 1);
    clean("*");
    clean(&fcn("*"));
    assert_eq!(count("* 1-0\n0-1"), 3);
}

#[test]
fn a2_comments_after_the_terminator_are_the_next_games() {
    clean("1. e4 * {the next game's}");
    assert_eq!(count("1. e4 * {the next game's}"), 1);
    assert_eq!(count("1. e4 *\n{the next game's}\n; and this\n1. d4 *"), 2);
    assert_eq!(count("{only this}"), 0);
    clean("{only this}\n; and this");
    // In a VGN game, before the first tag is a place for comments (rule C4).
    clean(&format!("1. e4 *\n{{of the second}}\n{}", fcn("1. Pe2-e4 *")));
}

#[test]
fn a3_line_ends_and_byte_order_mark() {
    for line_end in ["\n", "\r\n", "\r"] {
        let text = fcn("1. Pe2-e4 ; a comment\n1.5 Pe7-e5 {and\nanother} *\n").replace('\n', line_end);
        earns(&text, &["comment-placement `; a comment`"]);
        let text = "% an escape\n1. e4 ; king's pawn\ne5 *\n".replace('\n', line_end);
        clean(&text);
    }
    clean(&format!("\u{feff}{}", fcn("1. Pe2-e4 *")));
    clean("\u{feff}1. e4 *");
}

/// Where files were joined, a mark stands between games: one finding, and the fix makes what it would be without.
#[test]
fn a3_a_byte_order_mark_belongs_to_the_beginning() {
    let game = "[Event \"x\"]\n\n1. d4 *\n";
    for (before, after) in [
        ("1. e4 *\n", game),
        ("1. e4 *\n\n", game),
        ("1. e4 *\r\n \n", game),
        ("1. e4 *", game),
        ("1. e4 e5 1-0", game),
        ("1. e4 * ", "1. d4 *"),
        ("1. e4 *\n\n{x}\n", game),
        ("[Event \"x\"]\n", "\n1. d4 *"),
        ("\u{feff}1. e4 *\n", game),
        ("1. e4 *\n", ""),
        ("1. e4 *\n\n", "1. d4 *"),
    ] {
        let joined = format!("{before}\u{feff}{after}");
        earns(&joined, &["stray-text `\u{feff}`"]);
        assert_eq!(fixed(&joined, "stray-text"), [format!("{before}{after}")]);
        assert_eq!(count(&joined), count(&format!("{before}{after}")), "{joined:?}");
    }
    clean("\u{feff}1. e4 *\n");
}

/// Behind a comment, a variation or a game without its end, a mark changes nothing but that it is reported.
#[test]
fn a3_a_byte_order_mark_hides_no_game() {
    let game = "[Event \"x\"]\n\n1. d4 *\n";
    for (before, fault) in [
        ("1. e4 e5 {good 1-0\n\n", "unclosed-comment `{`"),
        ("1. e4 e5 (1... c5 2. Nf3 1-0\n\n", "unclosed-variation `(`"),
        ("1. e4 e5\n\n", "missing-terminator `e5`"),
    ] {
        for mark in ["\u{feff}", "\u{feff} "] {
            let joined = format!("{before}{mark}{game}");
            assert_eq!(count(&joined), 2, "{joined:?}");
            earns(&joined, &[fault, "stray-text `\u{feff}`"]);
        }
        earns(&format!("{before}{game}"), &[fault]);
    }
}

#[test]
fn a3_encodings() {
    for (bytes, text) in [
        (&b"{Br\xc3\xbcssel}"[..], "{Brüssel}"),
        (b"{Br\xfcssel}", "{Brüssel}"),
        // Windows-1252 for the bytes 80 to 9F …
        (b"{\x93quoted\x94 \x96 1984}", "{\u{201c}quoted\u{201d} \u{2013} 1984}"),
        // … unless letters of the OEM code pages fit better.
        (b"{Br\x81ssel, M\x81nchen}", "{Brüssel, München}"),
    ] {
        assert_eq!(Encoding::of(bytes).decode(bytes), text);
    }
}

#[test]
fn a4_a_vgn_game_in_a_pgn_file() {
    let settings = Settings::default();
    let vgn = fcn("1. Pe2-e4 *");
    let tag = VGN.trim_end();
    assert_eq!(found_in(&vgn, FileKind::Pgn, &settings), [format!("vgn-in-pgn-file `{tag}`")]);
    assert!(found_in(&vgn, FileKind::Vgn, &settings).is_empty());
    assert!(found_in("1. e4 *", FileKind::Vgn, &settings).is_empty());
    assert!(found_in("1. e4 *", FileKind::Pgn, &settings).is_empty());
}

#[test]
fn a5_a_game_is_what_its_tag_says() {
    earns("1. e4 1.5 e5 *", &["missing-game-format `1.5`"]);
    earns("[MoveFormat \"FCN\"]\n\n1. Pe2-e4 Pe7-e5 *", &["missing-game-format `[MoveFormat \"FCN\"]`"]);
    earns("[EndDate \"2024.01.02\"]\n\n1. e4 *", &["missing-game-format `[EndDate \"2024.01.02\"]`"]);
    // chess.com writes the day and the time of the end into each of its PGN games, and PGN allows any tag (PGN 8.1).
    let game = |result: &str, tags: &str| {
        format!(
            "[Event \"x\"]\n[Site \"Chess.com\"]\n[Date \"2024.01.01\"]\n[Round \"-\"]\n[White \"a\"]\n[Black \"b\"]\n\
             [Result \"{result}\"]\n[EndDate \"2024.01.02\"]\n[EndTime \"10:00:00 GMT+0000\"]\n{tags}\n1. e4 e5 *"
        )
    };
    clean(&game("*", ""));
    earns(&game("*", "[MoveFormat \"SAN\"]\n"), &["missing-game-format `[MoveFormat \"SAN\"]`"]);
    let words = game("Unfinished", "");
    earns(&words, &["invalid-result-tag `Unfinished`", "missing-game-format `[EndDate \"2024.01.02\"]`"]);
    let partly = game("*", "").replace("[Round \"-\"]\n", "");
    earns(&partly, &["missing-game-format `[EndDate \"2024.01.02\"]`"]);
    let board = "[SetUp \"SFEN:4k3/8/8/8/8/8/8/R3K3 w Q\"]";
    earns(&format!("{board}\n\n1. O-O-O *"), &[&format!("missing-game-format `{board}`")]);
    // Each game speaks for itself.
    earns(&format!("{}\n1. e4 1.5 e5 *", fcn("1. Pe2-e4 1.5 Pe7-e5 *")), &["missing-game-format `1.5`"]);
    // A game that says that it is PGN is PGN.
    earns("[GameFormat \"PGN\"]\n\n1. e4 1.5 e5 *", &["move-number-style `1.5`"]);
    let fixes = fixed("[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 Pe7-e5 *", "missing-game-format");
    assert_eq!(fixes, [fcn("1. Pe2-e4 1.5 Pe7-e5 *")]);
}

/// What a stray line among the tags parts is one game: no safe fix fills in the tags of the parts.
#[test]
fn parts_of_a_game_are_not_completed() {
    for line in ["some text", "*text*", "1. see below", "Game 12: e4 and more", "e4 opening", "1-0", "(text)"] {
        let text = format!("[Event \"x\"]\n{line}\n[Site \"y\"]\n[Round \"1\"]\n\n1. e4 e5 1-0\n");
        for fixed in safe_fixes(&text) {
            assert!(!fixed.contains("[Event \"x\"]\n[Site \"?\"]"), "{fixed}");
        }
    }
}

/// A comment that has taken the `}` of a later game, or of a comment in one.
#[test]
fn a_comment_with_a_game_in_it_is_suspicious() {
    let swallowed = "1. e4 e5 {a comment\n[Event \"y\"]\n[Site \"?\"]\n\n1. d4 {ok} d5 *\n";
    earns(swallowed, &["unclosed-comment `{`"]);
    assert!(message(swallowed, "unclosed-comment").starts_with("the tags of another game are in this comment"));
    let unclosed = "1. e4 e5 {a comment\n[Event \"y\"]\n[Site \"?\"]\n\n1. d4 d5 *\n";
    assert!(message(unclosed, "unclosed-comment").ends_with("the tags of another game are in it"));
    clean("{\n[Event \"y\"]\n[Site \"?\"]\n\n1. d4 *\n}\n1. e4 e5 *\n");
    clean("1. e4 e5 {as in [Event \"y\"]\n[Site \"?\"]} *\n");
}
