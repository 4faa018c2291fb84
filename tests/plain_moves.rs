//! Half-moves of chess and Chess960 are found and played on bitboards, those of variants on shakmaty's positions: what is
//! found in a game is the same when each half-move is looked for among all legal ones.

use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{EnPassantMode, Position as _};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::{ResolvedMove, check_game, resolve_game};
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;

use crate::support::chess960::{STARTS, start};

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

/// A game of Chess960: each choice takes one of the legal moves, castling more often than by chance.
fn chess960_game(number: usize, choices: &[u16]) -> String {
    let mut chess = start(number);
    let fen = Fen::from_position(&chess, EnPassantMode::Legal);
    let mut text = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
    for (ply, choice) in choices.iter().enumerate() {
        let moves = chess.legal_moves();
        let castling = moves.iter().copied().find(|m| m.is_castle() && choice % 3 == 0);
        let Some(m) = castling.or_else(|| moves.get(usize::from(*choice) % moves.len().max(1)).copied()) else { break };
        if ply % 2 == 0 {
            text += &format!("{}. ", ply / 2 + 1);
        }
        text += &format!("{} ", SanPlus::from_move_and_play_unchecked(&mut chess, m));
    }
    text + "*\n"
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
    fn games_of_chess960_are_judged_the_same_the_long_way(
        number in 0..STARTS,
        choices in prop::collection::vec(any::<u16>(), 0..100),
        changes in changes(),
    ) {
        let mut text = chess960_game(number, &choices);
        check(&text);
        damage(&mut text, changes);
        check(&text);
    }
}
