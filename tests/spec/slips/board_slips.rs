//! Slips of one key in boards that stand for half-moves (rule C6).

use vgn_lsp::convert::{Target, convert_game};
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::notation::{FEN, SFEN};

use crate::spec::found::{fixed, found, message, vgn};

/// A wrong sign in a board, a sign too many and a lost one, whatever the sign begins or ends elsewhere.
#[test]
fn a_slip_of_one_key_in_a_board_is_one_finding() {
    const PGN: &str = "1. e4 d5 2. exd5 *\n";
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let (mut tried, mut several) = (0, Vec::new());
    for notation in [&SFEN, &FEN] {
        let outcome = convert_game(PGN, &context, &Target::Notation(notation), None).expect("it fits");
        let text = apply(PGN, &outcome.edits);
        let start = text.find("1. ").expect("movetext") + 3;
        for at in start..text.len() - 3 {
            let (before, sign, after) = (&text[..at], &text[at..=at], &text[at + 1..]);
            let mut slips = vec![format!("{before}{after}"), format!("{before}{sign}{sign}{after}")];
            for key in "()[]{};\"'x1 -/.,$pK".chars() {
                slips.extend([format!("{before}{key}{after}"), format!("{before}{key}{sign}{after}")]);
            }
            for slip in slips {
                tried += 1;
                let found = found(&slip);
                if found.len() > 1 {
                    several.push(format!("{:?}: {found:?}", &slip[at.saturating_sub(12)..(at + 12).min(slip.len())]));
                }
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
    // Most of them damage the number behind a board.
    assert!(several.len() * 40 < tried, "{} of {tried}: {several:#?}", several.len());
}

#[test]
fn the_wrong_sign_of_a_board_is_named() {
    let game = |board: &str| {
        vgn("SFEN", &format!("1. {board} 1.5 rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq *\n"))
    };
    let right = game("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq");
    for (board, said) in [
        (
            "rnbqkbnr/pppppppp/8(8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq",
            "`(` is not a character of a board in SFEN: did you mean `/`?",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP RNBQKBNR b KQkq",
            "` ` is not a character of a board in SFEN: did you mean `/`?",
        ),
    ] {
        let text = game(board);
        assert_eq!(found(&text).len(), 1, "{text}{:?}", found(&text));
        assert!(found(&text)[0].starts_with("invalid-move-text"), "{:?}", found(&text));
        assert_eq!(message(&text, "invalid-move-text"), said);
        assert_eq!(fixed(&text, "invalid-move-text"), [right.as_str()]);
    }
}
