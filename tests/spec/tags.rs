//! Section B: tags.

use vgn_lsp::lint::{FileKind, Settings};

use crate::spec::found::{VGN, clean, earns, fixed, found, found_in, last_board, vgn};

const STALEMATE: &str = "[Result \"*\"]";

fn pgn(tags: &str) -> String {
    format!("{tags}\n\n1. e4 e5 *\n")
}

#[test]
fn b1_white_space_stands_anywhere_between_the_parts() {
    for tag in ["[Event \"x\"]", "[ Event \"x\" ]", "[Event\t\"x\"]", "[\nEvent\n\"x\"\n]", "[my_Tag_2 \"x\"]"] {
        clean(&pgn(tag));
    }
    // The definition asks for white space before the value.
    clean(&pgn("[Event \"x\"][Site \"y\"] [Date \"2024.01.01\"]"));
}

#[test]
fn b2_values_and_escapes() {
    clean(&pgn(r#"[Event "the \"best\" of C:\\"]"#));
    clean(&pgn(r#"[Event ""]"#));
    earns(&pgn(r#"[Event "a\b"]"#), &[r"unknown-escape `\b`"]);
    earns(&pgn("[Event \"two\nlines\"]"), &["line-end-in-tag-value `\"two\nlines\"`"]);
    // A fault in the text of a value is one finding, whatever the value would say.
    for tag in ["Date", "EventDate", "Result", "ECO", "WhiteElo", "PlyCount", "Round", "GameFormat", "MoveFormat"] {
        for (value, code) in [
            ("\"1\n7\"", "line-end-in-tag-value"),
            ("\"1\"7\"", "extra-tag-value"),
            ("x 17\"", "unclosed-tag-value"),
            ("\"x17", "unclosed-tag-value"),
        ] {
            let found = found(&pgn(&format!("[Event \"x\"]\n[{tag} {value}]")));
            assert!(matches!(&found[..], [one] if one.starts_with(code)), "{tag} {value}: {found:?}");
        }
    }
    let found = found(&pgn("[Date \"1\\7\"]"));
    assert!(matches!(&found[..], [one] if one.starts_with("unknown-escape")), "{found:?}");
}

#[test]
fn b3_one_name_one_value_no_comment_no_nesting() {
    for (tag, expected) in [
        ("[Event \"x\" \"y\"]", "extra-tag-value `\"y\"`"),
        ("[Event Name \"x\"]", "extra-tag-name `Name`"),
        ("[\"x\"]", "missing-tag-name `[\"x\"]`"),
        ("[Event]", "missing-tag-value `[Event]`"),
        ("[Event {here} \"x\"]", "comment-in-tag `{here}`"),
        ("[Event \"x\" ; here\n]", "comment-in-tag `; here`"),
        ("[Event \"x\"", "unclosed-tag `[Event \"x\"`"),
        ("[Event \"x]", "unclosed-tag-value `\"x`"),
        ("[Event [Site \"y\"]", "unclosed-tag `[Event`"),
        ("[Event [Site \"y\"] \"x\"]", "stray-text `[Site \"y\"]`"),
        ("[Event \"x\" [Site \"y\"]]", "stray-text `[Site \"y\"]`"),
    ] {
        earns(&pgn(tag), &[expected]);
        // The next tag and the moves are read as if nothing had been.
        earns(
            &pgn(&format!("{tag}\n[White \"a\"]\n[MoveFormat \"SAM\"]")).replace("e5", "Ke5"),
            &[expected, "unknown-move-format `SAM`"],
        );
    }
}

#[test]
fn b3_doubled_brackets_are_one_fault() {
    for tag in ["[[White \"c\"]]", "[[White \"c\"]", "[[White  \"]\" ]]"] {
        let game = |tag: &str| format!("[Event \"x\"]\n{tag}\n[Black \"d\"]\n\n1. e4 *\n");
        earns(&game(tag), &["stray-text `[`"]);
        let right = tag.replace("[[", "[").replace("]]", "]");
        assert_eq!(fixed(&game(tag), "stray-text"), [game(&right)]);
        clean(&game(&right));
    }
}

#[test]
fn b3_a_nested_tag_is_moved_behind_the_other() {
    let game = pgn("[White [Black \"b\"] \"c\"]");
    assert_eq!(fixed(&game, "stray-text"), [pgn("[White \"c\"]\n[Black \"b\"]")]);
    // It is not missing as well, and a second one of its name goes.
    let roster = |players: &str| {
        format!(
            "[Event \"E\"]\n[Site \"S\"]\n[Date \"2001.02.03\"]\n[Round \"1\"]\n{players}\n[Result \"*\"]\n\n1. e4 *\n"
        )
    };
    for (players, expected) in [
        ("[White [Black \"b\"] \"c\"]", "[White \"c\"]\n[Black \"b\"]"),
        ("[White \"c\" [Black \"b\"]]", "[White \"c\"]\n[Black \"b\"]"),
        ("[White [Black \"b\"] \"c\"]\n[Black \"b\"]", "[White \"c\"]\n[Black \"b\"]"),
        ("[Black \"d\"]\n[White [Black \"b\"] \"c\"]", "[Black \"d\"]\n[White \"c\"]"),
        ("[White [White \"b\"] \"c\"]\n[Black \"d\"]", "[White \"c\"]\n[Black \"d\"]"),
    ] {
        let game = roster(players);
        let found = found_in(&game, FileKind::Pgn, &Settings::default());
        assert!(matches!(&found[..], [one] if one.starts_with("stray-text")), "{found:?}");
        assert_eq!(fixed(&game, "stray-text"), [roster(expected)]);
        assert_eq!(found_in(&roster(expected), FileKind::Pgn, &Settings::default()), [""; 0]);
    }
}

#[test]
fn b4_two_values_joined_by_a_colon() {
    for format in ["FCN", "fcn", " Fcn : whatever: you like", "FCN:", "FCN2:Friendly Coordinate Notation"] {
        clean(&vgn(format, "1. Pe2-e4 1.5 Pe7-e5 *"));
    }
    for format in ["VGN", " vgn ", "VGN:", "vgn:anything"] {
        clean(&format!("[GameFormat \"{format}\"]\n\n1. e4 1.5 e5 *"));
    }
    earns("[GameFormat \"VNG\"]\n\n1. e4 e5 *", &["unknown-game-format `VNG`"]);
    // The name for people is not read.
    earns(&vgn("Friendly:FCN", "1. Pe2-e4 *"), &["unknown-move-format `Friendly`"]);
}

#[test]
fn b5_an_unknown_format_is_one_error() {
    earns(&vgn("XYZ", "1. hello 1.5 wo-rld (1.5 e9) Ke5 *"), &["unknown-move-format `XYZ`"]);
    earns(&vgn("XYZ", "1. a1 ö→ß $1 {fine} *"), &["unknown-move-format `XYZ`"]);
    // SAN is the default.
    clean(&format!("{VGN}\n1. e4 1.5 e5 *"));
    for (format, text) in [
        ("LAN", "1. e2-e4 1.5 e7-e5 2. Ng1-f3 *"),
        ("UCI", "1. e2e4 1.5 e7e5 2. g1f3 *"),
        ("MCN", "1. e2e4 1.5 E7E5 *"),
        ("FCN1", "1. Pe2-e4 1.5 Pe7-e5 *"),
        ("SFEN", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b *"),
        ("SFEN1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq *"),
        ("FEN", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 *"),
    ] {
        clean(&vgn(format, text));
    }
}

#[test]
fn b6_the_board_in_setup() {
    let after = "4rkr1/4p1p1/8/8/8/8/8/5RK1";
    for setup in [
        "SFEN:4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K",
        "FEN:4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K - 0 1",
        "4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K",
        "sfen: 4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K",
    ] {
        let game = format!("{VGN}[SetUp \"{setup}\"]\n[MoveFormat \"FCN\"]\n\n1. KC+# 1-0");
        clean(&game);
        assert_eq!(last_board(&game), after);
    }
    // PGN keeps its own two tags.
    let fen = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]";
    clean(&format!("[SetUp \"1\"]\n{fen}\n\n1. O-O-O *"));
    earns(&format!("{fen}\n\n1. O-O-O *"), &[&format!("fen-without-setup `{fen}`")]);
    earns(&format!("[Setup \"1\"]\n{fen}\n\n1. O-O-O *"), &["unknown-tag-near `Setup`"]);
    earns("[SetUp \"1\"]\n\n1. e4 *", &["setup-without-fen `[SetUp \"1\"]`"]);
    // In a VGN game the FEN tag becomes SetUp.
    let game = format!("{VGN}{fen}\n\n1. O-O-O *");
    earns(&game, &[&format!("fen-tag `{fen}`")]);
    let setup = "[SetUp \"FEN:4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]";
    assert_eq!(fixed(&game, "fen-tag"), [format!("{VGN}{setup}\n\n1. O-O-O *")]);
    earns(&format!("{VGN}[SetUp \"XYZ:8/8/8/8/8/8/8/8\"]\n\n*"), &["invalid-setup `XYZ`"]);
    earns(&format!("{VGN}[SetUp \"SFEN:8/8/8/8/8/8/8\"]\n\n*"), &["invalid-setup `8/8/8/8/8/8/8`"]);
    earns(&format!("{VGN}[SetUp \"SFEN:4k3/8/8/8/8/8/8/R3X3 w Q\"]\n\n1. e4 *"), &["invalid-setup `X`"]);
}

#[test]
fn b7_a_board_with_an_end_mark_has_no_moves() {
    let mate = "[SetUp \"4rkr1/4p1p1/8/8/8/8/8/5RK1 b - +#\"]";
    clean(&format!("{VGN}{mate}\n\n1-0"));
    clean(&format!("{VGN}{mate}\n\n{{it is over}} 1-0"));
    earns(
        &format!("{VGN}{mate}\n[MoveFormat \"FCN\"]\n\n1.5 Kf8-f7 Kg1-g2 1-0"),
        &["moves-after-setup-end-mark `Kf8-f7`"],
    );
    // The marks are held against the board and the terminator as those of a move are (rules D3 and D4).
    earns(&format!("{VGN}{mate}\n\n0-1"), &["terminator-contradicts-board `0-1`"]);
    earns(&format!("{VGN}[SetUp \"4k3/8/8/8/8/8/8/R3K3 w - ##\"]\n\n1-0"), &["terminator-contradicts-mark `1-0`"]);
}

#[test]
fn b8_the_result() {
    clean(&pgn(STALEMATE));
    earns(&pgn("[Result \"1-0\"]"), &["result-mismatch `1-0`"]);
    earns(&pgn("[Result \"White wins\"]"), &["invalid-result-tag `White wins`"]);
    for people in ["black ran out of time", "White wins", "Stalemate", ""] {
        clean(&format!("{VGN}[Result \"{people}\"]\n\n1. e4 0-1"));
    }
    let game = format!("{VGN}[Result \"0-1\"]\n\n1. e4 0-1");
    earns(&game, &["result-for-people `0-1`"]);
    assert_eq!(fixed(&game, "result-for-people"), [game.replace("\"0-1\"", "\"Black wins\"")]);
}

#[test]
fn b9_dates() {
    for date in ["2024.02.29", "2024.??.??", "????.??.??", "199?.??.??"] {
        clean(&pgn(&format!("[Date \"{date}\"]")));
    }
    for date in ["2024.13.40", "2024-5-1", "2023.02.29", "24.01.01"] {
        earns(&pgn(&format!("[Date \"{date}\"]")), &[&format!("invalid-date `{date}`")]);
    }
    // Databases write a single `?` where a date is not known; only in the roster PGN asks for the long form.
    for tag in ["EventDate", "UTCDate", "SourceDate"] {
        for date in ["?", "????.??.??", "2013.??.??"] {
            clean(&pgn(&format!("[{tag} \"{date}\"]")));
        }
        earns(&pgn(&format!("[{tag} \"2013\"]")), &["invalid-date `2013`"]);
    }
    earns(&pgn("[Date \"?\"]"), &["invalid-date `?`"]);
    let dates = |from: &str, to: &str| format!("{VGN}[Date \"{from}\"]\n[EndDate \"{to}\"]\n\n1. e4 *");
    clean(&dates("2024.01.02", "2024.01.02"));
    clean(&dates("2024.01.??", "2024.01.01"));
    earns(&dates("2024.01.02", "2024.01.01"), &["end-date-before-start `2024.01.01`"]);
    earns(&dates("2024.02.??", "2024.01.31"), &["end-date-before-start `2024.01.31`"]);
}

#[test]
fn b10_a_binary_format_is_the_last_tag() {
    let section = "\0\u{1}";
    clean(&format!("{VGN}[White \"a\"]\n[MoveFormat \"BCCF\"]{section}"));
    let tag = "[MoveFormat \"BCCF\"]";
    earns(&format!("{VGN}{tag}\n[White \"a\"]{section}"), &[&format!("move-format-not-last `{tag}`")]);
}

#[test]
fn b11_tags_given_twice_and_the_roster() {
    earns(&pgn("[White \"a\"]\n[White \"b\"]"), &["duplicate-tag `[White \"a\"]`"]);
    earns(&pgn("[Mine \"a\"]\n[Mine \"b\"]\n[Mine \"c\"]"), &["duplicate-tag `[Mine \"a\"]`"]);
    let settings = Default::default();
    let roster = |text: &str| crate::spec::found::found_in(text, vgn_lsp::lint::FileKind::Unknown, &settings);
    assert_eq!(roster("[White \"a\"]\n\n1. e4 *"), ["missing-roster-tag `[White \"a\"]`"]);
    assert!(roster(&format!("{VGN}\n1. e4 *")).is_empty());
    // A fragment without any tag is not nagged at.
    assert!(roster("1. e4 *").is_empty());
}

#[test]
fn b11_the_last_tag_of_a_name_counts() {
    let board = |rank: &str| format!("[SetUp \"1\"]\n[FEN \"7k/{rank}/8/8/8/8/8/7K w - - 0 1\"]\n");
    let (rook, queen) = (board("R7"), board("Q7"));
    let game = format!("{rook}{queen}\n1. Qa8+ *\n");
    assert!(found(&game).iter().all(|found| found.starts_with("duplicate-tag")), "{:?}", found(&game));
    assert!(last_board(&game).starts_with("Q6k"), "{}", last_board(&game));
    let formats = "[GameFormat \"VGN\"]\n[MoveFormat \"SAN\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e4 *\n";
    earns(formats, &["duplicate-tag `[MoveFormat \"SAN\"]`"]);
    earns(&pgn("[Result \"1-0\"]\n[Result \"*\"]"), &["duplicate-tag `[Result \"1-0\"]`"]);
}

#[test]
fn b12_variants_are_in_section_g() {
    earns(&format!("{VGN}[Rules \"1-3\"]\n\n1. e4 Ke4 *"), &["unknown-variant `1-3`"]);
    earns(&format!("{VGN}[Pieces \"=A\"]\n\n1. e4 Ke4 *"), &["unknown-variant `=A`"]);
    earns("[Variant \"Bughouse\"]\n\n1. e4 Ke4 *", &["unknown-variant `\"Bughouse\"`"]);
}

/// The code of an opening is contradicted only if pawns that are still at home exclude it.
#[test]
fn eco_against_the_opening() {
    let game = |eco: &str, moves: &str| format!("[ECO \"{eco}\"]\n\n{moves} *");
    let gambit = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. Be2 Bb7 9. O-O Nbd7";
    for eco in ["B90", "B99", "C97", "E97"] {
        earns(&game(eco, gambit), &[&format!("eco-mismatch `{eco}`")]);
    }
    // No pawn has stood on c6, g6 or f5, though the pawns that are still at home would allow it.
    for eco in ["B12", "D85", "A80"] {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 \
                     11. d4 Qc7 12. a4 g5 13. b4 f6 14. f4 h5 15. g4 e4";
        let moves = &moves[..moves.find(" 12.").expect("it is there")];
        earns(&game(eco, moves), &[&format!("eco-mismatch `{eco}`")]);
        clean(&game("C97", moves));
    }
    for eco in ["D53", "D58", "D30", "D06", "A00", "?", "", "A40"] {
        clean(&game(eco, gambit));
    }
    // By transposition: the Dragon and Scheveningen Variations after 1. Nf3, the Panov Attack, the Semi-Tarrasch.
    for (eco, moves) in [
        ("B70", "1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 g6 6. Be3 Bg7 7. f3 O-O 8. Qd2 Nc6"),
        ("B80", "1. Nf3 c5 2. e4 e6 3. d4 cxd4 4. Nxd4 a6 5. Nc3 d6 6. Be3 Nf6 7. f3 Be7 8. Qd2 O-O"),
        ("B90", "1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 a6 5. Nc3 Nf6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7"),
        ("B14", "1. c4 c6 2. e4 d5 3. exd5 cxd5 4. d4 Nf6 5. Nc3 e6 6. Nf3 Bb4 7. cxd5 Nxd5 8. Bd2 Nc6"),
        ("D41", "1. e4 c6 2. d4 d5 3. exd5 cxd5 4. c4 Nf6 5. cxd5 Nxd5 6. Nc3 e6 7. Nf3 Be7 8. Bc4 Nxc3 9. bxc3 Qc7"),
    ] {
        clean(&game(eco, moves));
    }
    // The main line counts; and a few moves may be the beginning of anything.
    let played = gambit.replace("d5 2.", "d5 (1... e5 2. dxe5 Nc6) 2.");
    earns(&game("B90", &played), &["eco-mismatch `B90`"]);
    clean(&game("B90", gambit.split(" 8.").next().expect("seven moves")));
    let board = "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";
    clean(&format!("{board}{}", game("B90", gambit)));
    earns(&game("B90", &gambit.replace("Nbd7", "Nbe7")), &["illegal-move `Nbe7`"]);
    assert_eq!(fixed(&game("B90", gambit), "eco-mismatch"), [game("D58", gambit)]);
    // In other notations and formats too.
    let fcn = "1. Pd2-d4 1.5 Pd7-d5 2. Pc2-c4 2.5 Pe7-e6 3. Nb1-c3 3.5 Ng8-f6 4. Bc1-g5 4.5 Bf8-e7 5. Pe2-e3 5.5 KC \
        6. Ng1-f3 6.5 Ph7-h6 7. Bg5-h4 7.5 Pb7-b6 8. Bf1-e2 8.5 Bc8-b7 *";
    earns(&vgn("FCN", fcn).replace("[MoveFormat", "[ECO \"B90\"]\n[MoveFormat"), &["eco-mismatch `B90`"]);
}

/// What has taken in the tag's end is not one fault and the missing end another.
#[test]
fn a_comment_that_took_the_end_of_a_tag_is_one_finding() {
    for (tag, fixed_tag) in [
        ("[ECO \"A00\";]", "[ECO \"A00\"]"),
        ("[ECO \"A00\";why]", ";why\n[ECO \"A00\"]"),
        ("[ECO \"A00\" {why]}", "{why}\n[ECO \"A00\" ]"),
        ("[ECO ;\"A00\"]", "[ECO \"A00\"]"),
    ] {
        let game = |tag: &str| format!("[Event \"a\"]\n{tag}\n\n1. e4 *\n");
        let found = found(&game(tag));
        assert!(found.len() == 1 && found[0].starts_with("unclosed-tag"), "{tag}: {found:?}");
        assert_eq!(fixed(&game(tag), "unclosed-tag"), [game(fixed_tag)]);
        clean(&game(fixed_tag));
    }
    // Another comment is another fault.
    assert_eq!(found("[ECO {a} \"A00\";]\n\n1. e4 *\n").len(), 2);
}

#[test]
fn a_fen_with_one_of_its_two_counts() {
    for (tags, count) in [
        ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 7\"]\n", "7"),
        ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - ?\"]\n", "?"),
        ("[GameFormat \"VGN\"]\n[SetUp \"FEN: 4k3/8/8/8/8/8/4P3/4K3 w - - 7\"]\n", "7"),
    ] {
        // The half-moves are judged.
        let text = format!("{tags}\n1. e5 *\n");
        earns(&text, &[&format!("invalid-setup `{count}`"), "illegal-move `e5`"]);
        earns(&text.replace("e5", "e4"), &[&format!("invalid-setup `{count}`")]);
    }
    // Both counts, or neither as in EPD.
    for counts in [" 0 1", " - -", ""] {
        clean(&format!("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -{counts}\"]\n\n1. e4 *\n"));
    }
    clean("[GameFormat \"VGN\"]\n[SetUp \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n1. e4 *\n");
}
