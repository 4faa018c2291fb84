//! Text that is no chess, in the middle of movetext and in the place of games (rule C6).

use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;

use crate::spec::found::{ROSTER, count, earns, fixed, found, message};

#[test]
fn a_sentence_takes_nothing_that_a_game_can_have() {
    let of_game = [
        "2. Nf3",
        "2.Nf3",
        "2. Nf3!",
        "2. O-O-O",
        "$1 2. Nf3",
        "{so} 2. Nf3",
        "(1... c5) 2. Nf3",
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
    ];
    for next in of_game {
        let whole = if next.contains("2.") { format!("{next} *") } else { next.to_owned() };
        let [with, without] = ["very good", ""].map(|words| found(&format!("1. e4 e5 {words} {whole}")));
        let with: Vec<&String> = with.iter().filter(|found| !found.starts_with("stray-text `very good`")).collect();
        // The moves behind it are not judged, as behind all stray text.
        assert!(with.iter().all(|found| without.contains(found)), "{next}: {with:?}");
        assert!(!with.iter().any(|found| found.starts_with("missing-terminator")), "{next}");
    }
    earns("1. e4 e5 blunder! 2. Nf3 *", &["stray-text `blunder`"]);
    earns("1. e4 e5 so good 1/2", &["stray-text `so good`", "stray-text `1/2`"]);
}

/// As a glyph it would annotate the half-move before the words.
#[test]
fn the_sign_that_ends_a_sentence_goes_with_it() {
    for (words, comment) in
        [("Adjourned!", "{Adjourned!}"), ("Black resigns.", "{Black resigns.}"), ("resigns?!", "{resigns?!}")]
    {
        let fixed = fixed(&format!("1. e4 e5 2. Nf3 Nc6 {words} 3. Bb5 *"), "stray-text");
        assert_eq!(fixed, [format!("1. e4 e5 2. Nf3 Nc6 {comment} 3. Bb5 *")], "{words}");
    }
}

/// A price is no composite NAG, which has three numbers at least.
#[test]
fn a_price_is_stray_text() {
    earns("1. e4 $12.50 e5 *", &["stray-text `$12.50`"]);
    earns("1. e4 $5.1.2 e5 *", &["composite-nag `$5.1.2`"]);
    earns("[Event \"x\"]\n\n$12.50 1. e4 e5 *", &["stray-text `$12.50`"]);
}

const BOARD: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/1P6/P1PPPPPP/RNBQKBNR w KQkq";

#[test]
fn lines_of_epd_are_one_fault() {
    let lines = [
        format!("{BOARD} e6 c0 Barnes, David J.-Horton, Mark Dover vs Herne Bay 1994.10.10; c1 1/2-1/2;"),
        format!("{BOARD} - bm Nf3; c0 1-0;"),
        format!("{BOARD} - 0 1 bm e4;"),
        format!("{BOARD} - 0 1 ;D1 20 ;D2 400"),
    ];
    for line in &lines {
        earns(line, &[&format!("stray-text `{line}`")]);
        let said = message(line, "stray-text");
        assert_eq!(said, "this line is a position in EPD, not a game: read it with `vgn-lsp position`");
    }
    for end in ["\n", "\r\n", "\n\n"] {
        let run = lines.join(end);
        assert_eq!(count(&run), 0);
        let said = message(&run, "stray-text");
        assert_eq!(said, "these 4 lines are positions in EPD, not games: read them with `vgn-lsp position`");
        let game = format!("{ROSTER}\n1. e4 e5 *\n");
        for (file, games) in
            [(format!("{run}\n{game}"), 1), (format!("{game}\n{run}\n\n{game}"), 2), (format!("{game}{run}\n"), 1)]
        {
            earns(&file, &[&format!("stray-text `{run}`")]);
            assert_eq!(count(&file), games, "{file}");
        }
    }
}

#[test]
fn boards_of_games_are_no_epd() {
    // Without its tag a game of boards is still a game.
    assert_eq!(count(&format!("{BOARD} - 0 1 ; a comment\n*")), 1);
    assert_eq!(count(&format!("{BOARD} -\n*")), 1);
    // A line with a board and its clocks is one in FEN, wherever no tag says otherwise.
    assert_eq!(count(&format!("{BOARD} - 0 1\n\n{ROSTER}\n1. e4 *")), 1);
    earns(&format!("{BOARD} - 0 1\n\n1. e4 *\n"), &[&format!("stray-text `{BOARD} - 0 1`")]);
    let said = message(&format!("{BOARD} - 0 1\n*"), "stray-text");
    assert!(said.starts_with("this line is a position in FEN"), "{said}");
    // Behind a tag the line is of its game.
    assert_eq!(count(&format!("{ROSTER}\n{BOARD} - bm Nf3;\n*")), 1);
    assert!(!found(&format!("{ROSTER}\n{BOARD} - bm Nf3;\n*")).iter().any(|found| found.contains("bm Nf3;")));
}

/// A result that is misspelt ends its game, and is told, alike in UTF-8, in Windows-1252, and in UTF-8 within that.
#[test]
fn a_printed_result_is_told_in_any_encoding() {
    for (result, meant) in
        [("\u{bd}-\u{bd}", "1/2-1/2"), ("\u{bd}", "1/2-1/2"), ("1\u{2013}0", "1-0"), ("0\u{2014}1", "0-1")]
    {
        let game = format!("{}\n1. e4 e5 ", ROSTER.replace("\"*\"", &format!("\"{meant}\"")).replace("????", "2000"));
        let game = game.replacen('?', "M\u{fc}nchen, caf\u{e9}", 1);
        let next = "\n1. d4 d5 *\n";
        let latin = |text: &str| -> Vec<u8> {
            let byte = |c| match c {
                '\u{2013}' => 0x96,
                '\u{2014}' => 0x97,
                c => c as u8,
            };
            text.chars().map(byte).collect()
        };
        let utf8 = format!("{game}{result}{next}").into_bytes();
        let mixed = [latin(&game), result.as_bytes().to_vec(), latin(next)].concat();
        for bytes in [utf8, latin(&format!("{game}{result}{next}")), mixed] {
            let encoding = Encoding::of(&bytes);
            let spans: Vec<_> = games(&bytes).collect();
            assert_eq!(spans.len(), 2, "{}", bytes.escape_ascii());
            let [first, second] = [0, 1].map(|n: usize| encoding.decode(&bytes[spans[n].range.clone()]).into_owned());
            let found = found(&first);
            assert!(matches!(found.as_slice(), [one] if one.starts_with("stray-text ")), "{found:?}\n{first}");
            assert!(message(&first, "stray-text").ends_with(&format!("did you mean `{meant}`?")));
            assert_eq!(crate::spec::found::found(&second), [""; 0]);
        }
    }
}

/// `--` beside words is a dash, and no half-move: the numbers behind it count without it.
#[test]
fn a_dash_among_words_is_no_null_move() {
    for words in ["the main line --", "novelty --", "well played -- by Bob", "--the main line--"] {
        for text in [
            format!("1. e4 e5 2. Nf3 Nc6 {words} 3. Bb5 a6 *"),
            format!("1. e4 e5 2. Nf3 {words} Nc6 3. Bb5 a6 *"),
            format!("1. e4 e5 2. Nf3 Nc6\n{words}\n3. Bb5 a6 *"),
            format!("1. e4 e5 (1... c5 {words} 2. Nf3) 2. Nf3 Nc6 *"),
            format!("[Event \"x\"]\n\n1. e4 {words} *"),
        ] {
            earns(&text, &[&format!("stray-text `{words}`")]);
        }
    }
    for text in [
        "1. e4 -- 2. d4 *",
        "1. e4 -- {the main line} 2. d4 *",
        "1. e4 -- *",
        "1. e4 --! 2. d4 *",
        "1. -- e5 *",
        "1. e4 -- 2. -- d5 *",
        "1. e4\n--\n2. d4 *",
    ] {
        let nulls = text.matches("--").count();
        earns(text, &vec!["null-move `--`"; nulls]);
    }
}

/// A sign throughout a game is one finding.
#[test]
fn signs_of_other_texts_are_one_fault() {
    earns("1. e4, e5, 2. Nf3, Nc6, *", &["stray-text `,`"]);
    earns("> 1. e4 e5\n> 2. Nf3 Nc6\n> 3. Bb5 *", &["stray-text `>`"]);
}

#[test]
fn en_passant_behind_its_half_move_is_not_needed() {
    for words in ["EP", "E.P.", "e.p.", "ep"] {
        let game = format!("1. e4 a6 2. e5 f5 3. exf6 {words} exf6 *");
        earns(&game, &[&format!("import-format `{words}`")]);
        assert_eq!(fixed(&game, "import-format"), ["1. e4 a6 2. e5 f5 3. exf6 exf6 *"]);
    }
    earns("1. e4 e.p. e5 *", &["wrong-en-passant `e.p.`"]);
}

#[test]
fn one_word_can_be_put_in_a_comment_too() {
    for word in ["good", "resigns", "Adjourned"] {
        let text = format!("1. e4 e5 {word} 2. Nf3 *");
        earns(&text, &[&format!("stray-text `{word}`")]);
        assert_eq!(fixed(&text, "stray-text"), [format!("1. e4 e5 {{{word}}} 2. Nf3 *")]);
    }
    // In parentheses it is no variation.
    assert_eq!(fixed("1. e4 e5 (better) 2. Nf3 *", "stray-text"), ["1. e4 e5 {better} 2. Nf3 *"]);
}
