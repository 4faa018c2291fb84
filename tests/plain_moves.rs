//! Half-moves of chess, and of variants with its moves, are found and played on bitboards: what is found in a game is the
//! same when each half-move is looked for among all legal ones of shakmaty's positions.

use proptest::prelude::*;
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::{ResolvedMove, check_game, resolve_game};
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;

use crate::support::chess960::STARTS;
use crate::support::variant_games::{VARIANTS, variant_game};

const FILES: [&[u8]; 3] = [
    include_bytes!("data/annotated/dortmund.pgn"),
    include_bytes!("data/annotated/wcc_2023.pgn"),
    include_bytes!("data/games/gnuchess-book.pgn"),
];

fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for file in FILES {
        for span in games(file).filter(|span| span.is_game) {
            let bytes = &file[span.range];
            texts.push(Encoding::of(bytes).decode(bytes).into_owned());
        }
    }
    texts
}

/// Holds what is found in a game against what is found in it the long way, and when its half-moves are kept.
fn check(text: &str) -> usize {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
    let found = check_game(text, &context);
    assert_eq!(found, check_game(text, &context.with_long_way()), "{text}");
    let kept = resolve_game(text, &context);
    assert_eq!(found, kept.report, "{text}");
    let kept_long = resolve_game(text, &context.with_long_way());
    assert_eq!(kept.moves.len(), kept_long.moves.len(), "{text}");
    for (plain, long) in kept.moves.iter().zip(&kept_long.moves) {
        assert_eq!((plain.play, &plain.range, plain.ply), (long.play, &long.range, long.ply), "{text}");
        let boards = |m: &ResolvedMove| {
            [&m.before, &m.after].map(|p| p.as_ref().map(|p| (p.setup(), p.castling_mode(), p.fingerprint())))
        };
        assert_eq!(boards(plain), boards(long), "{text}");
    }
    found.diagnostics.len()
}

/// Replaces texts behind the tags.
fn damage(text: &mut String, changes: Vec<(prop::sample::Index, String, usize)>) {
    let tags = text.find("\n\n").or_else(|| text.find("\r\n\r\n")).unwrap_or(0);
    for (at, new, deleted) in changes {
        let mut at = tags + at.index(text.len() - tags);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let end = text[at..].char_indices().nth(deleted).map_or(text.len(), |(n, _)| at + n);
        text.replace_range(at..end, &new);
    }
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, String, usize)>> {
    prop::collection::vec((any::<prop::sample::Index>(), "[ a-h1-8NBRQKOx=+#.()$!?0-]{0,3}", 0usize..3), 1..6)
}

#[test]
fn real_games_are_judged_the_same_the_long_way() {
    let found: usize = texts().iter().map(|text| check(text)).sum();
    assert!(found > 50, "{found}");
}

/// What the law has found.
#[test]
fn signs_before_half_moves_are_judged_the_same() {
    for moves in
        ["5. O-O Nxe4 6. d4 b5 7$)b3 d5 8. dxe5 Be6 9. c3 Be7 10. a4 b4 *", "5. O-O Nxe4 6. d4 ]b5 7. Bb3 d5 *"]
    {
        check(&format!("[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 {moves}\n"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_games_are_judged_the_same_the_long_way(which in any::<prop::sample::Index>(), changes in changes()) {
        let texts = texts();
        let mut text = texts[which.index(texts.len())].clone();
        damage(&mut text, changes);
        check(&text);
    }

    #[test]
    fn games_of_variants_are_judged_the_same_the_long_way(
        variant in prop::sample::select(&VARIANTS[..]),
        number in 0..STARTS,
        choices in prop::collection::vec(any::<u16>(), 0..100),
        changes in changes(),
    ) {
        let mut text = variant_game(variant, number, &choices);
        check(&text);
        // Play goes on behind the end.
        check(&text.replace(" 1-0\n", " Kd7 Nf3 a5 1-0\n").replace(" 0-1\n", " Ke2 a5 e4 0-1\n"));
        damage(&mut text, changes);
        check(&text);
    }
}
