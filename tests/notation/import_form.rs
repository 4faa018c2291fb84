//! SAN's import form: each way of writing with its reading in export form and the habits that are noted.

use vgn_lsp::notation::{Capture, MoveText, ParsedMove, SAN, SpellingDeviations};

use crate::notation::lookup::read;

fn san(text: &str) -> MoveText {
    read(&SAN, text).unwrap_or_else(|| panic!("{text} reads"))
}

fn without_habits(text: &str) -> MoveText {
    MoveText { habits: SpellingDeviations::default(), ..san(text) }
}

#[test]
fn loose_texts_say_what_export_form_says() {
    for (text, export) in [
        ("Pe4", "e4"),
        ("pe4", "e4"),
        ("ed5", "exd5"),
        ("e:d5", "exd5"),
        ("ed5:", "exd5"),
        ("e×d5", "exd5"),
        ("eXd5", "exd5"),
        ("Pexd5", "exd5"),
        ("gh6+", "gxh6+"),
        ("bc3", "bxc3"),
        ("ba8Q", "bxa8=Q"),
        ("e8Q", "e8=Q"),
        ("e8q", "e8=Q"),
        ("e8=q", "e8=Q"),
        ("e8(Q)", "e8=Q"),
        ("e8=(Q)", "e8=Q"),
        ("e8/Q", "e8=Q"),
        ("e8b", "e8=B"),
        ("e8=b+", "e8=B+"),
        ("fxg8N#", "fxg8=N#"),
        ("Rh6:", "Rxh6"),
        ("R:h6", "Rxh6"),
        ("Rh6:+", "Rxh6+"),
        ("N-f3", "Nf3"),
        ("Ng1-f3", "Ng1f3"),
        ("nf3", "Nf3"),
        ("nxf3", "Nxf3"),
        ("qa4+", "Qa4+"),
        ("r1xd2", "R1xd2"),
        ("kxe2", "Kxe2"),
        ("bf3", "Bf3"),
        ("bxf6", "Bxf6"),
        ("bbc4", "Bbc4"),
        ("bf1c4", "Bf1c4"),
        ("Nf3++", "Nf3+"),
        ("Qh7+#", "Qh7#"),
        ("o-o", "O-O"),
        ("o-o-o+", "O-O-O+"),
    ] {
        assert_eq!(without_habits(text), san(export), "{text}");
        let import_form = SpellingDeviations { import_form: true, ..SpellingDeviations::default() };
        assert_eq!(san(text).habits, import_form, "{text}");
        assert_eq!(san(export).habits, SpellingDeviations::default(), "{export}");
    }
}

#[test]
fn a_small_b_is_the_pawn_where_it_can_be() {
    for text in ["b4", "bxc3", "bxa3", "b8=Q", "bxa8=B"] {
        let read = san(text);
        assert_eq!(read.habits, SpellingDeviations::default(), "{text}");
        assert!(matches!(&read.parsed, ParsedMove::Piece(piece) if piece.role == Some(shakmaty::Role::Pawn)), "{text}");
    }
}

#[test]
fn coordinates_may_be_any_mans() {
    for (text, capture) in [
        ("g1f3", Capture::Unsaid),
        ("e2e4", Capture::Unsaid),
        ("b1c3", Capture::Unsaid),
        ("e1g1", Capture::Unsaid),
        ("g1-f3", Capture::Quiet),
        ("e2-e4", Capture::Quiet),
        ("e4xd5", Capture::Takes),
    ] {
        let read = san(text);
        assert!(read.habits.import_form, "{text}");
        let ParsedMove::Piece(piece) = read.parsed else { panic!("{text} is a piece's move") };
        assert_eq!((piece.role, piece.capture), (None, capture), "{text}");
        assert!(piece.from_file.is_some() && piece.from_rank.is_some(), "{text}");
    }
    let ParsedMove::Piece(piece) = san("e7e8Q").parsed else { panic!("a piece's move") };
    assert_eq!(piece.promotion, Some(shakmaty::Role::Queen));
}

#[test]
fn each_habit_has_its_own_note() {
    for text in ["0-0", "0-0-0", "O-0", "0-0+"] {
        assert_eq!(
            san(text).habits,
            SpellingDeviations { castling_zeros: true, ..SpellingDeviations::default() },
            "{text}"
        );
    }
    assert_eq!(without_habits("0-0-0#"), san("O-O-O#"));
    for text in ["exd6e.p.", "exd6ep", "exd6e.p", "exd6+e.p.", "exd6e.p.+"] {
        let read = san(text);
        assert_eq!(
            read.habits,
            SpellingDeviations { en_passant_suffix: true, ..SpellingDeviations::default() },
            "{text}"
        );
        assert_eq!(read.check, text.contains('+'), "{text}");
        assert!(matches!(read.parsed, ParsedMove::Piece(piece) if piece.capture == Capture::EnPassant), "{text}");
    }
    for (text, export, figure) in
        [("♘f3", "Nf3", '♘'), ("♞xe5+", "Nxe5+", '♞'), ("e8=♕", "e8=Q", '♕'), ("♔e2", "Ke2", '♔')]
    {
        assert_eq!(without_habits(text), san(export), "{text}");
        assert_eq!(
            san(text).habits,
            SpellingDeviations { foreign: Some(figure), ..SpellingDeviations::default() },
            "{text}"
        );
    }
    assert_eq!(san("♙e4").habits.foreign, Some('♙'));
}

#[test]
fn null_moves_and_drops() {
    for text in ["--", "Z0", "null", "0000", "@@@@"] {
        assert_eq!(san(text).parsed, ParsedMove::Null, "{text}");
    }
    for (text, role) in
        [("N@f3", shakmaty::Role::Knight), ("@f3", shakmaty::Role::Pawn), ("P@f3+", shakmaty::Role::Pawn)]
    {
        assert_eq!(san(text).parsed, ParsedMove::Drop { role, to: shakmaty::Square::F3 }, "{text}");
    }
}

#[test]
fn mate_is_check_and_the_end() {
    let read = san("Qxf7#");
    assert!(read.check);
    assert_eq!(read.end, vgn_lsp::notation::EndMark::Over);
}

#[test]
fn what_is_no_san() {
    for text in [
        "",
        "e",
        "4",
        "ed",
        "e9",
        "i4",
        "Ne",
        "N3",
        "Nf3+++",
        "Nf3##",
        "e4=",
        "e4=?",
        "e4=X",
        "ad5",
        "ae4",
        "ee4",
        "e-d5",
        "4e5",
        "-e4",
        "xe4",
        "exd5:",
        "KC",
        "QC",
        "O-O-O-O",
        "O-",
        "OO",
        "00",
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
        "Sf3",
        "Nf3 ",
        " Nf3",
        "Nf3!",
        "hello",
        "Nf3e.p.",
        "K@e4",
        "N@",
        "@",
        "Naa1a1a1",
        "é4",
        "N\u{301}f3",
        "++",
        "#",
        "=Q",
        "()",
        "e8(Q",
        "e8=()",
        "♔",
        "Nbdb1dxxc3",
        "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee4",
    ] {
        assert_eq!(read(&SAN, text), None, "{text}");
    }
}
