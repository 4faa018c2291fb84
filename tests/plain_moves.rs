//! Half-moves of standard chess are found and played on bitboards, all others on shakmaty's positions: what is found in
//! a game is the same. A game from the usual board is judged as Chess960 too, which goes the long way from end to end.

use proptest::prelude::*;
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::{GameReport, check_game, resolve_game};
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;

const FILES: [&[u8]; 3] = [
    include_bytes!("data/annotated/dortmund.pgn"),
    include_bytes!("data/annotated/wcc_2023.pgn"),
    include_bytes!("data/games/gnuchess-book.pgn"),
];

/// Chess960 wants its board named by tags: then nothing else differs.
const START: &str = "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";

/// The games that begin on the usual board, with tags that say so.
fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for file in FILES {
        for span in games(file).filter(|span| span.is_game) {
            let bytes = &file[span.range];
            let text = Encoding::of(bytes).decode(bytes).into_owned();
            if !text.contains("[FEN ") && !text.contains("[SetUp ") {
                let text = text.replace("[Variant \"Standard\"]\n", "").replace("[Variant \"Standard\"]\r\n", "");
                texts.push(format!("[Variant \"Standard\"]\n{START}{}", text.trim_start_matches('\u{feff}')));
            }
        }
    }
    texts
}

/// In Chess960 any rook on that side of the king may be the one that castled: where it has no right to, the usual rules may
/// say that there is none.
fn worded(mut report: GameReport) -> GameReport {
    for found in &mut report.diagnostics {
        found.message =
            found.message.replace("has no rook to castle", "has no right to castle").replace(" side with", " side");
    }
    report
}

/// Holds what is found in a game against what is found in it the long way, and when its half-moves are kept.
fn check(text: &str) -> usize {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
    let found = check_game(text, &context);
    let long = text.replacen("Standard", "Chess960", 1);
    assert_eq!(worded(found.clone()), worded(check_game(&long, &context)), "{text}");
    let kept = resolve_game(text, &context);
    assert_eq!(found, kept.report, "{text}");
    let kept_long = resolve_game(&long, &context);
    assert_eq!(kept.moves.len(), kept_long.moves.len(), "{text}");
    for (plain, long) in kept.moves.iter().zip(&kept_long.moves) {
        assert_eq!((plain.play, &plain.range, plain.ply), (long.play, &long.range, long.ply), "{text}");
        let setups = |m: &vgn_lsp::replay::ResolvedMove| [&m.before, &m.after].map(|p| p.as_ref().map(|p| p.setup()));
        assert_eq!(setups(plain), setups(long), "{text}");
    }
    found.diagnostics.len()
}

#[test]
fn real_games_are_judged_the_same_the_long_way() {
    let found: usize = texts().iter().map(|text| check(text)).sum();
    assert!(found > 50, "{found}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_games_are_judged_the_same_the_long_way(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[ a-h1-8NBRQKOx=+#.()$!?0-]{0,3}", 0usize..3), 1..6),
    ) {
        let texts = texts();
        let mut text = texts[which.index(texts.len())].clone();
        let tags = text.find("\n\n").or_else(|| text.find("\r\n\r\n")).unwrap_or(0);
        for (at, new, deleted) in changes {
            let mut at = tags + at.index(text.len() - tags);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let end = text[at..].char_indices().nth(deleted).map_or(text.len(), |(n, _)| at + n);
            text.replace_range(at..end, &new);
        }
        check(&text);
    }
}
