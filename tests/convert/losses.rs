//! What targets cannot hold, and games that cannot be converted at all.

use expect_test::{Expect, expect};
use vgn_lsp::convert::{Loss, StoredGame, convert_whole, export_pgn};
use vgn_lsp::lint::{Context, FileKind, Settings};

use crate::convert::support::{context, converted, converted_with_strays, target, with_losses};

fn check(text: &str, to: &str, expected: Expect) {
    expected.assert_eq(&with_losses(text, to));
}

fn fcn(moves: &str) -> String {
    format!("[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n{moves}\n")
}

/// A period of no number is lost like other stray text; several announce Black's half-move, and say nothing.
#[test]
fn a_stray_period_is_listed() {
    for (text, lost) in [
        ("1. e4. e5 2. Nf3 Nc6 *\n", Some(".")),
        ("1. e4 e5 2. Nf3.3 Nc6 *\n", Some(".")),
        ("1. e4 ... e5 2. Nf3 Nc6 *\n", None),
    ] {
        for to in ["FCN", "BCCF"] {
            let game = StoredGame { text, section: None, length_known: false };
            let whole = convert_whole(&game, &context(&Settings::default()), &target(to)).expect("it can be converted");
            let listed: Vec<&str> =
                whole.losses.iter().map(|loss| &text[loss.range.start as usize..loss.range.end as usize]).collect();
            assert_eq!(listed.first().copied(), lost, "{text} to {to}");
        }
    }
}

/// A time or an evaluation is no move number, and is listed like other stray text.
#[test]
fn a_decimal_is_listed() {
    for decimal in ["1.30", "0.31", "12.5", "+0.31/12", "0.00"] {
        for text in [format!("1. e4 {decimal} e5 2. Nf3 *\n"), format!("1. e4 ({decimal}) e5 2. Nf3 *\n")] {
            for to in ["FCN", "BCCF", "PGN", "VGN"] {
                let game = StoredGame { text: &text, section: None, length_known: false };
                let whole =
                    convert_whole(&game, &context(&Settings::default()), &target(to)).expect("it can be converted");
                let mut lost =
                    whole.losses.iter().map(|loss| &text[loss.range.start as usize..loss.range.end as usize]);
                // A binary notation has no place for the parentheses either.
                let is_listed = lost.any(|lost| lost == decimal || to == "BCCF" && "()".contains(lost));
                // Alone in parentheses, a number of VGN's form is kept.
                let is_kept = whole.losses.is_empty() && whole.text.contains(decimal);
                assert!(is_listed || is_kept, "{text} to {to}");
            }
        }
    }
}

/// What is glued to a half-move, or has lost its digits, is no part of the board that stands for it.
#[test]
fn boards_stand_apart() {
    for (moves, between) in [("1. Pe2-e4 !Pe7-e5 *", " e3 ! rnbqkbnr"), ("1. Pe2-e4 .5 Pe7-e5 *", " e3 1.5 rnbqkbnr")] {
        let text = converted(&fcn(moves), "SFEN");
        assert!(text.contains(between), "{text}");
        assert_eq!(converted(&converted(&text, "FCN"), "SFEN"), text);
    }
}

/// A game whose tokens would take too much memory is refused, and says so.
#[test]
fn a_game_of_too_many_tokens_is_refused() {
    let text = format!("1. e4 e5 {}*\n", "$1 ".repeat(4_000_000));
    let refusal = export_pgn(&text, &context(&Settings::default())).expect_err("it is too large");
    assert_eq!(refusal.message, "the game has more than 4,000,000 tokens: it takes too much memory to convert it");
}

#[test]
fn a_move_from_an_empty_square_is_no_passed_turn() {
    let uci = "[GameFormat \"VGN\"]\n[MoveFormat \"UCI\"]\n\ne2e4 e5e6 g1f3 *\n";
    check(
        uci,
        "SAN",
        expect![[r#"
            lost at "e5e6": `e5e6` cannot be written: `e5e6` is not legal here: there is no piece on e5; the half-move after it is lost too
            [GameFormat "VGN"]
            [MoveFormat "SAN:Standard Algebraic Notation"]

            e4 *
        "#]],
    );
    check(
        uci,
        "UCI",
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "UCI"]

        e2e4 e5e6 g1f3 *
    "#]],
    );
}

#[test]
fn san_says_no_illegal_move() {
    check(
        &fcn("1. Pe2-e5 1.5 Pe7-e6 2. Ng1-f3 *"),
        "SAN",
        expect![[r#"
        lost at "Pe2-e5": `Pe2-e5` cannot be written: SAN can record only legal moves, and this move is not legal; the 2 half-moves after it are lost too
        [GameFormat "VGN"]
        [MoveFormat "SAN:Standard Algebraic Notation"]

        *
    "#]],
    );
    check(
        &fcn("1. Pe2-e4 1.5 Pe7-e5 (1.5 Pe7-e4) (1.5 Pc7-c5 2. Ng1-g5 {x} 2.5 Pa7-a6 (2.5 Pa7-a5)) 2. Ng1-f3 *"),
        "SAN",
        expect![[r#"
            lost at "Pe7-e4": `Pe7-e4` cannot be written: SAN can record only legal moves, and this move is not legal
            lost at "Ng1-g5": `Ng1-g5` cannot be written: SAN can record only legal moves, and this move is not legal; the 2 half-moves and the comment after it are lost too
            [GameFormat "VGN"]
            [MoveFormat "SAN:Standard Algebraic Notation"]

            1. e4 1.5 e5 (1.5 c5) 2. Nf3 *
        "#]],
    );
}

#[test]
fn coordinates_say_illegal_moves() {
    check(
        &fcn("1. Pe2-e5 1.5 Pe7-e6 2. Ng1-f3 *"),
        "UCI",
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "UCI:Universal Chess Interface"]

        1. e2e5 1.5 e7e6 2. g1f3 *
    "#]],
    );
    check(
        &fcn("1. Ne3-e5 1.5 Pe7-e6 *"),
        "UCI",
        expect![[r#"
            lost at "Ne3-e5": UCI cannot record `Ne3-e5` so that it leads to the same board
            [GameFormat "VGN"]
            [MoveFormat "UCI:Universal Chess Interface"]

            1. e3e5 1.5 e7e6 *
        "#]],
    );
}

#[test]
fn boards_do_not_say_which_illegal_move_it_was() {
    check(
        &fcn("1. Pe2-e5 1.5 Pe7-e6 *"),
        "SFEN",
        expect![[r#"
            lost at "Pe2-e5": SFEN records the board after `Pe2-e5`, but not that this illegal move led to it
            [GameFormat "VGN"]
            [MoveFormat "SFEN:Shortened FEN"]

            1. rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq 1.5 rnbqkbnr/pppp1ppp/4p3/4P3/8/8/PPPP1PPP/RNBQKBNR w KQkq *
        "#]],
    );
}

#[test]
fn null_moves() {
    check(
        "1. e4 -- 2. d4 *\n",
        "UCI",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]
            [MoveFormat "UCI:Universal Chess Interface"]

            1. e2e4 0000 2. d2d4 *
        "#]],
    );
    check(
        "1. e4 -- 2. d4 *\n",
        "FCN",
        expect![[r#"
        lost at "--": `--` cannot be written: FCN cannot record a null move; the half-move after it is lost too
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "FCN:Friendly Coordinate Notation"]

        1. Pe2-e4 *
    "#]],
    );
    check(
        "1. e4 -- 2. d4 *\n",
        "SFEN",
        expect![[r#"
            lost at "--": `--` cannot be written: SFEN records boards, and a board cannot record a null move; the half-move after it is lost too
            [GameFormat "VGN:Variable Game Notation"]
            [MoveFormat "SFEN:Shortened FEN"]

            1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 *
        "#]],
    );
}

#[test]
fn moves_that_are_not_known() {
    check(
        "1. e4 e5 2. Nf6 Nc6 3. Bb5 *\n",
        "FCN",
        expect![[r#"
            lost at "Nf6": `Nf6` cannot be written: `Nf6` is not legal here: none of the knights on b1 and g1 can move to f6; the 2 half-moves after it are lost too
            [GameFormat "VGN:Variable Game Notation"]
            [MoveFormat "FCN:Friendly Coordinate Notation"]

            1. Pe2-e4 Pe7-e5 *
        "#]],
    );
    check(
        "1. e4 d5 2. exd5 e6 3. dxe6 Bd6 4. exf7 Ke7 5. fxg8 *\n",
        "FCN",
        expect![[r#"
            lost at "fxg8": `fxg8` does not say what the pawn becomes, but FCN must: a queen is assumed
            [GameFormat "VGN:Variable Game Notation"]
            [MoveFormat "FCN:Friendly Coordinate Notation"]

            1. Pe2-e4 Pd7-d5 2. Pe4-d5xP Pe7-e6 3. Pd5-e6xP Bf8-d6 4. Pe6-f7xP+ Ke8-e7 5. Pf7-g8xN=Q *
        "#]],
    );
}

#[test]
fn marks_that_the_target_lacks() {
    check(
        &fcn("1. Pe2-e4 1.5 Pe7-e5 (1.5 Pc7-c5##) 2. Pf2-f4#+ *"),
        "SAN",
        expect![[r#"
            lost at "Pc7-c5##": SAN has no mark for the end of a game that `Pc7-c5##` records
            lost at "Pf2-f4#+": SAN has no mark for the end of a game that `Pf2-f4#+` records
            [GameFormat "VGN"]
            [MoveFormat "SAN:Standard Algebraic Notation"]

            1. e4 1.5 e5 (1.5 c5) 2. f4 *
        "#]],
    );
    check(
        &fcn("1. Pe2-e4 1.5 Pe7-e5 (1.5 Pc7-c5##) 2. Pf2-f4#+ *"),
        "SFEN",
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "SFEN:Shortened FEN"]

        1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 1.5 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 (1.5 rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 ##) 2. rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq f3 #+ *
    "#]],
    );
}

#[test]
fn refused() {
    check(
        "[MoveFormat \"XYZ\"]\n\n1. e4 *\n",
        "FCN",
        expect![[r#"
        refused at "\"XYZ\"": the moves are in `XYZ`, which is not a known notation
    "#]],
    );
    check(
        "[MoveFormat \"XYZ\"]\n\n1. e4 1... e5 *\n",
        "VGN",
        expect![[r#"
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "XYZ"]

        1. e4 1.5 e5 *
    "#]],
    );
    check(
        "[Variant \"Bughouse\"]\n\n1. e4 *\n",
        "FCN",
        expect![[r#"
        refused at "\"Bughouse\"": the game's Variant is `Bughouse`, and its moves cannot be written in FCN
    "#]],
    );
    check(
        "[GameFormat \"XYZ\"]\n\n1. e4 *\n",
        "FCN",
        expect![[r#"
        refused at "\"XYZ\"": `XYZ` is not a game format, so the meaning of the game's text is not known
    "#]],
    );
    check(
        "[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]\u{1}",
        "FCN",
        expect![[r#"
        refused at "[MoveFormat \"BCCF\"]": BCCF is binary, and its moves cannot be read from a text: use `vgn-lsp convert` to read a file
    "#]],
    );
}

#[test]
fn stray_text_behind_a_board_is_not_read_as_its_own() {
    for to in ["SFEN", "FEN"] {
        for glyph in ["+−", "−+", "+-", "-+", "±", "+=", "=+", "=", "+/-", "∞", "unclear", "<x>"] {
            let there = converted_with_strays(&format!("1. e4 {glyph} e5 *"), to);
            let number = vgn_lsp::notation::nag::of_printed(glyph, shakmaty::Color::White);
            let told = number.map_or(glyph.to_owned(), |number| format!("${number}"));
            assert!(there.contains(&format!(" {told} ")), "{there}");
            assert_eq!(converted_with_strays(&there, "PGN"), format!("1. e4 {told} e5 *"));
        }
        for mark in ["+", "#", "##", "+#"] {
            let told = with_losses(&format!("1. e4 {mark} e5 *"), to);
            let loss =
                format!("lost at \"{mark}\": `{mark}` cannot stand after a board: both would be read together\n");
            assert!(told.starts_with(&loss), "{told}");
            let there = told.strip_prefix(&loss).expect("one loss");
            assert_eq!(converted(there, "PGN"), "1. e4 e5 *");
        }
    }
}

#[test]
fn a_move_whose_letter_is_not_certain_is_not_taken_for_one_without_a_word() {
    // The king's letter in French, and a rook's legal move.
    let clash = "1. e4 e5 2. Cf3 Cc6 3. Fc4 Fc5 4. Tg1 Tb8 5. Rf1 *\n";
    for to in ["SAN", "UCI", "PGN"] {
        let lost = with_losses(clash, to);
        let said = "lost at \"Rf1\": `Rf1` is read as `Kf1`, but the language of its piece letter is not certain\n";
        assert!(lost.starts_with(said), "{to}: {lost}");
    }
    // Its letters stay as they are.
    assert!(!with_losses(clash, "VGN").contains("lost"));
    let untold = with_losses("1. e4 e5 2. Rf3 Rc6 3. Bb5 He8 *\n", "UCI");
    assert!(untold.contains("lost at \"Rf3\": `Rf3` is read as `Nf3`"), "{untold}");
}

/// Whatever its spelling: behind a capture en passant it says no more than the half-move, anywhere else something wrong.
#[test]
fn a_false_en_passant_is_listed() {
    for words in ["EP", "E.P.", "e.p.", "e.p", "ep"] {
        for to in ["SAN", "FCN", "LAN", "UCI", "SFEN", "PGN", "VGN"] {
            let lost = |moves: &str| {
                let settings = vgn_lsp::lint::Settings::default();
                let game = StoredGame { text: moves, section: None, length_known: false };
                let whole = convert_whole(&game, &context(&settings), &target(to)).expect("a game");
                whole.losses.iter().map(Loss::to_string).collect::<Vec<_>>()
            };
            let left_out = |why: &str| [format!("`{words}` is left out: {why}")];
            let none: [String; 0] = [];
            for comment in ["", "$1 ", "{c} "] {
                assert_eq!(lost(&format!("1. e4 a6 2. e5 f5 3. exf6 {comment}{words} exf6 *")), none, "{to}");
                let false_one = format!("1. e4 {comment}{words} e5 (1... c5 {words}) *");
                let why = left_out("it is not after a capture en passant");
                assert_eq!(lost(&false_one), [&why[..], &why[..]].concat(), "{to}: {false_one}");
            }
            for alone in ["1. e4 e5 (1... c5) {words} *", "1. {words} e4 e5 *"] {
                let alone = alone.replace("{words}", words);
                assert_eq!(lost(&alone), left_out("it is not after a half-move"), "{to}: {alone}");
            }
        }
    }
    let unread = with_losses("1. e4 Ke5 e.p. *", "VGN");
    assert!(
        unread.starts_with(
            "lost at \"e.p.\": `e.p.` is left out: it is not known what the half-move before it captures\n"
        ),
        "{unread}"
    );
}

/// Where numbers have jumped for good, half-moves may be missing: a text keeps them, and a section, which has none, lists
/// them. Where a right number comes again, the wrong one is a slip.
#[test]
fn numbers_that_have_jumped_are_kept_or_listed() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    for (text, expected, jumps) in [
        ("1. e4 e5 5. Nf3 Nc6 *", "1. e4 e5 5. Nf3 Nc6 *", 1),
        ("1. e4 e5 5. Nf3 (5. Nc3 Nf6) 5... Nc6 9. d4 *", "1. e4 e5 5. Nf3 (5. Nc3 Nf6) 5... Nc6 9. d4 *", 1),
        ("1. e4 e5 (1... c5 7. Nf3) 2. Nf3 *", "1. e4 e5 (1... c5 7. Nf3) 2. Nf3 *", 1),
        // Where the first number of a variation is corrected, those behind it are too.
        ("1. e4 e5 7. Nf3 (5. d4 d6 6. a3) *", "1. e4 e5 7. Nf3 (7. d4 d6 8. a3) *", 1),
        ("1. e4 e5 7. Nf3 (5. d4 d6 9. a3) *", "1. e4 e5 7. Nf3 (7. d4 d6 11. a3) *", 2),
        ("1. e4 e5 2. Nf3 (5. d4 d6 9. a3) *", "1. e4 e5 2. Nf3 (2. d4 d6 6. a3) *", 1),
        ("1. e4 3... e5 *", "1. e4 3... e5 *", 1),
        ("1. e4 3... e5 Nf3 *", "1. e4 3... e5 4. Nf3 *", 1),
        ("5. Nf3 *", "5. Nf3 *", 1),
        ("5. e4 e5 6. Nf3 *", "5. e4 e5 6. Nf3 *", 1),
        ("1. e4 e5 22. Nf3 Nc6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *", 0),
        ("1. e4 1... e5 2. Nf3 2... Nc6 *", "1. e4 e5 2. Nf3 Nc6 *", 0),
        // The tag gives the board, and programs begin to count there in several ways.
        ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n30. e4 Ke7 *", "1. e4 Ke7 *", 0),
    ] {
        let game = |text| StoredGame { text, section: None, length_known: false };
        for to in ["VGN", "FCN", "UCI", "SFEN"] {
            let there = convert_whole(&game(text), &context, &target(to)).expect("a game");
            let export = export_pgn(&there.text, &context).expect("it can be exported");
            assert_eq!((there.losses, &export.losses), (Vec::new(), &Vec::new()), "{to}: {text}");
            assert!(export.text.ends_with(&format!("\n\n{expected}\n\n")), "{to}: {text}\n{}", export.text);
            let again = export_pgn(&export.text, &context).expect("it can be exported");
            assert_eq!(again, export);
        }
        for to in ["BCCF", "PGC"] {
            let whole = convert_whole(&game(text), &context, &target(to)).expect("a game");
            let jumped = whole.losses.iter().filter(|loss| loss.message.contains("half-moves may be missing"));
            assert_eq!(jumped.count(), jumps, "{to}: {text}\n{:?}", whole.losses);
        }
    }
}

/// Read back without its number, such a half-move is Black's, behind one of White's that is missing.
#[test]
fn a_black_piece_in_whites_place_is_listed_where_numbers_are_lost() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    for (moves, losses) in [("1. e2e4 1.5 e7e5 2. d7d5 2.5 g8f6 *", 1), ("1. e2e4 1.5 e7e5 2.5 d7d5 *", 0)] {
        let text = format!("[GameFormat \"VGN\"]\n[MoveFormat \"UCI\"]\n\n{moves}\n");
        let game = StoredGame { text: &text, section: None, length_known: false };
        let whole = convert_whole(&game, &context, &target("BCCF")).expect("a game");
        let listed: Vec<_> = whole.losses.iter().filter(|loss| loss.message.contains("records no numbers")).collect();
        assert_eq!(listed.len(), losses, "{moves}: {:?}", whole.losses);
    }
}

/// PGN's escape stands in the first column: text with `%` behind blanks is none, and no export moves it there.
#[test]
fn an_indented_percent_sign_becomes_no_escape() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    for text in ["1. e4\n %x e5\n2. Nf3 *\n", "1. e4 e5\n\t% 2. Nf3\n*\n"] {
        let export = export_pgn(text, &context).expect("it can be exported");
        assert!(!export.losses.is_empty(), "{text}: {}", export.text);
    }
}

/// A terminator attached to its half-move ends the game, and no board.
#[test]
fn a_terminator_attached_to_a_half_move_stays_one() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    for text in ["1. e4 e5*\n", "1.h3*\n", "1. e4 e5!*\n"] {
        let game = StoredGame { text, section: None, length_known: false };
        let expected = export_pgn(text, &context).expect("it can be exported");
        for to in ["SFEN", "SFEN1", "FEN", "FCN", "LAN", "UCI", "MCN"] {
            let there = convert_whole(&game, &context, &target(to)).expect("a game");
            assert_eq!(there.losses, [], "{to}: {text}");
            assert_eq!(export_pgn(&there.text, &context).as_ref(), Ok(&expected), "{to}\n{}", there.text);
        }
    }
}
