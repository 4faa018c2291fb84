//! A half-move or a board with one wrong character: one finding over all of it, nothing that is safe, and nothing judged
//! behind it by a board that nobody knows.

use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::replay::check_game;

/// The findings of a VGN game: code, text, and whether a fix is safe.
fn found(notation: &str, movetext: &str) -> Vec<(&'static str, String, bool)> {
    let game = format!("[GameFormat \"VGN\"]\n[MoveFormat \"{notation}\"]\n\n{movetext}");
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
    let of_game = |d: vgn_lsp::lint::Diagnostic| {
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

const GAMES: [(&str, &str); 4] = [
    ("SAN", "1. e4 1.5 d5 2. exd5 2.5 Nf6 3. d4 3.5 Nxd5 4. Nf3 4.5 Bg4 5. Be2 5.5 e6 6. O-O 6.5 Be7 *"),
    ("LAN", "1. e2-e4 1.5 d7-d5 2. e4xd5 2.5 Ng8-f6 3. d2-d4 3.5 Nf6xd5 4. Ng1-f3 4.5 Bc8-g4 5. Bf1-e2 5.5 e7-e6 *"),
    ("FCN", "1. Pe2-e4 1.5 Pd7-d5 2. Pe4-d5xP 2.5 Ng8-f6 3. Pd2-d4 3.5 Nf6-d5xP 4. Ng1-f3 4.5 Bc8-g4 5. Bf1-e2 *"),
    ("MCN", "1. e2e4 1.5 d7d5 2. e4d5 2.5 g8f6 3. d2d4 3.5 f6d5 4. g1f3 4.5 c8g4 5. f1e2 5.5 e7e6 *"),
];

/// One sign within a half-move, or in the place of one of its characters: the numbers of the game stay as they are, and
/// nearly always it is one finding.
#[test]
fn a_sign_within_a_half_move_costs_no_number() {
    let is_number = |word: &&str| word.trim_end_matches(".5").trim_end_matches('.').parse::<u32>().is_ok();
    let (mut tried, mut many) = (0, Vec::new());
    for (notation, movetext) in GAMES {
        for word in movetext.split(' ').filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())) {
            let start = word.as_ptr() as usize - movetext.as_ptr() as usize;
            let places = (1..word.len()).flat_map(|at| [(at, at), (at, at + 1)]);
            for (from, to) in places.filter(|(from, to)| to - from < word.len() && *from < word.len()) {
                for sign in ["*", "!", "?", ".", " ", "-", "8", "/", ",", "&", "^", "%", "$", ")"] {
                    let slip = [&movetext[..start + from], sign, &movetext[start + to..]].concat();
                    let game = format!("[GameFormat \"VGN\"]\n[MoveFormat \"{notation}\"]\n\n{slip}\n");
                    let settings = Settings::default();
                    let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
                    let edits = fix_game(&game, None, &context, &|d| d.fixes.iter().find(|fix| fix.safe));
                    let fixed = apply(&game, &edits);
                    let whole = |text: &str| text.split_whitespace().filter(is_number).map(str::to_owned).collect();
                    let (before, after): (Vec<String>, Vec<String>) = (whole(&game), whole(&fixed));
                    assert!(before == after, "{slip}\n{fixed}");
                    tried += 1;
                    let found = found(notation, &slip);
                    if found.len() > 1 {
                        many.push(format!("{slip} {found:?}"));
                    }
                }
            }
        }
    }
    assert!(many.len() * 15 < tried, "{} of {tried}:\n{}", many.len(), many[..many.len().min(30)].join("\n"));
}
