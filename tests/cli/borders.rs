//! Files are read in blocks: where one ends, nothing is found or fixed otherwise than elsewhere.

use crate::support::cli::{Folder, ROSTER};

/// The bytes that are read at first.
const FIRST: usize = 64 << 10;

/// A game with a safe fix, and what stands in the file around it.
fn parts() -> Vec<String> {
    let roster = ROSTER.trim_end();
    let game = |moves: &str| format!("{roster}\n\n{moves}");
    let format = roster.replacen("\n", "\n[GameFormat \"PGN\"]\n[MoveFormat \"SAN\"]\n", 1);
    vec![
        // The second game stands on the line of the first one.
        format!("{} {}\n\n", game("1. e4 e5 *"), game("1. e4 \\$1 e5 *")),
        format!("{format}\n\n1. e4 e5 * {format}\n\n1. e4 \\$1 e5 *\n\n"),
        format!("{format}\n\n1. e4 e5 *{format}\n\n1. e4 \\$1 e5 * \n\n"),
        // No empty line stands before the second one's tags.
        format!("{}\n{}\n\n", game("1. e4 e5 *"), game("1. e4 \\$1 e5 *")),
        // The second one stands behind a comment without its end.
        format!("{}\n\n{}\n\n", game("1. e4 e5 {open *"), game("1. e4 \\$1 e5 {it ends} *")),
        format!("{format}\n\n1. e4 e5 {{open *\n\n{format}\n\n1. e4 \\$1 e5 {{it ends}} *\n\n"),
    ]
}

#[test]
fn fixes_are_the_same_at_the_border_of_a_block() {
    let folder = Folder::new();
    let fixed = |text: &str| {
        folder.write("a.pgn", text);
        let run = folder.run(&["check", "--fix", "--quiet", "a.pgn"]);
        assert!(run.code.is_some_and(|code| code < 2), "{}", run.stderr);
        String::from_utf8(folder.read("a.pgn")).expect("text")
    };
    for part in parts() {
        let times = FIRST / part.len() + 3;
        let first = |len: usize| format!("{ROSTER}1. e4 {{{}}} *\n\n", "x".repeat(len));
        let expected = fixed(&(first(0) + &part.repeat(4)));
        let expected = expected.strip_prefix(&first(0)).expect("the first game stays");
        assert_eq!(expected.len() % 4, 0);
        let expected = &expected[..expected.len() / 4];
        for len in (0..part.len()).step_by(17) {
            let text = first(len) + &part.repeat(times);
            assert!(fixed(&text) == first(len) + &expected.repeat(times), "{len} {part}");
        }
    }
}

/// A comment ends at its `}`, whatever stands in it (PGN 8.2.1): lines that read like tags begin no game in it.
#[test]
fn a_comment_that_holds_tag_lines_is_a_part_of_one_game() {
    let folder = Folder::new();
    let comment = "{text\n\n[Event \"x\"]\n[Site \"y\"]\n\n1. d4 d5 1-0\n text}";
    let pgn = format!("{ROSTER}1. e4 {comment} 1... e5 2. Nf3 {{c}} 2... Nc6 *\n\n");
    folder.write("a.pgn", &pgn);
    let run = folder.run(&["check", "a.pgn"]);
    assert!(run.code == Some(0) && run.stderr.starts_with("1 file, 1 game, 4 half-moves"), "{}", run.stderr);
    assert_eq!(folder.run(&["convert", "--to", "PGN", "a.pgn"]).stdout, pgn);
    assert_eq!(folder.run(&["fmt", "--check", "a.pgn"]).code, Some(0));
    for to in ["VGN", "FCN", "UCI", "SFEN"] {
        let there = folder.run(&["convert", "--to", to, "a.pgn", "-o", "a.vgn"]);
        assert_eq!(there.code, Some(0), "{to}: {}", there.stderr);
        assert_eq!(folder.run(&["convert", "--to", "PGN", "a.vgn"]).stdout, pgn, "{to}");
    }
    // The next brace is another comment's: this one has no end.
    folder.write("b.pgn", pgn.replacen("\n text}", "", 1));
    let run = folder.run(&["check", "b.pgn"]);
    assert!(run.stderr.starts_with("1 file, 2 games"), "{}", run.stderr);
}

/// Whatever stands between two games: an export is exported as it is, and no tags stand below movetext, where other
/// readers miss them.
#[test]
fn what_stands_between_games_is_exported_once() {
    const BETWEEN: [&str; 13] = [
        "",
        "{c}\n",
        "; c\n",
        "{c}\n\n",
        "\n{c}\n",
        "\n{c}\n\n",
        "! \n",
        "\n$3\n",
        "\n%x\n",
        "{why} 0-1\n",
        "\n\n\n?!\n",
        ")\n",
        "\n; a\n\n{b}\n",
    ];
    const NEXT: [&str; 4] = ["", "1. d4 *\n", "[White \"Carlsen\"]\n\n1. d4 *\n", "{d} 1. d4 *\n"];
    let folder = Folder::new();
    let exported = |text: &str| {
        folder.write("a.pgn", text);
        folder.run(&["convert", "--to", "PGN", "--allow-loss", "--keep-refused", "a.pgn"]).stdout
    };
    for (between, next) in BETWEEN.iter().flat_map(|between| NEXT.map(|next| (between, next))) {
        let text = format!("{ROSTER}1. e4 e5 *\n{between}{next}");
        let once = exported(&text);
        assert_eq!(exported(&once), once, "{text}");
        let begin = once.match_indices("[Event ").map(|(at, _)| &once[..at]);
        // Escapes are read over.
        let is_apart = |before: &str| before.ends_with("\n\n") || before.ends_with("\n\n%x\n");
        assert!(begin.skip(1).all(is_apart), "{text}\n{once}");
    }
}

/// Tags among moves end a game (rule A1), and other programs read over them: an export that ends it there says so first.
#[test]
fn a_game_that_other_programs_read_on_is_not_ended_without_a_word() {
    let text = format!("{ROSTER}1. e4 e5\n[Event \"b\"]\n2. Nf3 *\n");
    let folder = Folder::new();
    folder.write("a.pgn", &text);
    let refused = folder.run(&["convert", "--to", "PGN", "a.pgn"]);
    assert_eq!(refused.code, Some(1), "{}", refused.stderr);
    let said = "a.pgn:9:9: game 1: refused: the game has no terminator, and tags follow its moves at once";
    assert!(refused.stderr.contains(said), "{}", refused.stderr);
    let ended = folder.run(&["convert", "--to", "PGN", "--allow-loss", "a.pgn"]);
    assert!(ended.stdout.starts_with(&format!("{ROSTER}1. e4 e5 *\n\n[Event ")), "{}", ended.stdout);
    // Kept, it still goes on into the next game for them.
    let kept = |text: &str| {
        folder.write("a.pgn", text);
        folder.run(&["convert", "--to", "PGN", "--keep-refused", "a.pgn"]).stdout
    };
    let once = kept(&text);
    assert!(once.starts_with(&format!("{ROSTER}1. e4 e5\n[Event \"b\"]\n[Site ")), "{once}");
    assert_eq!(kept(&once), once);
    // Where an empty line stands, or a terminator, all programs end it.
    for gap in ["\n\n", " *\n", "\n \n"] {
        folder.write("a.pgn", text.replacen("e5\n", &format!("e5{gap}"), 1));
        assert_eq!(folder.run(&["convert", "--to", "PGN", "a.pgn"]).code, Some(0), "{gap:?}");
    }
}
