//! A half-move or a board with one wrong character: one finding over all of it, nothing that is safe, and nothing judged
//! behind it by a board that nobody knows.

use vgn_lsp::analysis::{Context, FileKind, Settings, check_game};

/// The findings of a VGN game: code, text, and whether a fix is safe.
fn found(notation: &str, movetext: &str) -> Vec<(&'static str, String, bool)> {
    let game = format!("[GameFormat \"VGN\"]\n[MoveFormat \"{notation}\"]\n\n{movetext}");
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
    let of_game = |d: vgn_lsp::analysis::Diagnostic| {
        let text = game[d.range.start as usize..d.range.end as usize].to_owned();
        (d.code.name(), text, d.fixes.iter().any(|fix| fix.safe))
    };
    check_game(&game, &context).diagnostics.into_iter().map(of_game).collect()
}

#[test]
fn a_sign_within_squares_is_one_finding() {
    for (notation, movetext, code, text) in [
        ("MCN", "1. e2e4 e7e5 2. d2!4 {x} *", "invalid-move-text", "d2!4"),
        ("MCN", "1. e2e4 e7e5 2. d2?4 d7d5 *", "invalid-move-text", "d2?4"),
        ("UCI", "1. e2e4 e7e5 2. d2!4 d7d5 3. d4e5 *", "invalid-move-text", "d2!4"),
        ("FCN", "1. Ng1-.3 Pe7-e5 *", "invalid-move-text", "Ng1-.3"),
        ("FCN", "1. Pe2-e4 Pe7-e5 2. Bf1-%c4 Nb8-c6 3. Qd1-h5 Ng8-f6 4. Qh5-f7xP+# 1-0", "stray-text", "Bf1-%c4"),
        ("FCN", "1. Pe2-e4 Pe7-e5 2. Bf1-c4 Nb8-c6 3. Qd1-h%5 Ng8-f6 4. Qh5-f7xP+# 1-0", "stray-text", "Qd1-h%5"),
    ] {
        assert_eq!(found(notation, movetext), [(code, text.to_owned(), false)], "{movetext}");
    }
}

const FEN: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
];

/// Every character of the ranks of a board, as each of these.
#[test]
fn a_wrong_character_in_a_board_is_one_finding() {
    let sfen = FEN.map(|fen| fen.rsplitn(3, ' ').last().expect("fields").trim_end_matches(" -").to_owned());
    for (notation, boards) in [("FEN", FEN.map(str::to_owned)), ("SFEN", sfen)] {
        let ranks = boards[1].find(' ').expect("fields");
        for at in 0..ranks {
            for wrong in ['&', '?', '!', '-', '[', ']', '.', '$', 'x', ',', '\\'] {
                if at + 1 == ranks && "?!.$".contains(wrong) {
                    // That is an annotation.
                    continue;
                }
                let mut board = boards[1].clone();
                board.replace_range(at..=at, &wrong.to_string());
                let found = found(notation, &format!("1. {} {board} 2. {} *", boards[0], boards[2]));
                assert_eq!(found.len(), 1, "{notation} {board}: {found:?}");
                assert!(found.iter().all(|(_, _, safe)| !safe), "{notation} {board}: {found:?}");
            }
        }
    }
}
