//! What is converted in passing is what a conversion gives, byte for byte.

use proptest::prelude::*;
use vgn_lsp::analysis::{Context, FileKind, Settings};
use vgn_lsp::convert::{Passing, Target, WholeGame, convert_whole};
use vgn_lsp::syntax::games::games;

use crate::support::target;

const FILES: [&[u8]; 4] = [
    include_bytes!("../data/games/gnuchess-book.pgn"),
    include_bytes!("../data/games/lichess_db_10k.pgn"),
    include_bytes!("../../fuzz/seeds/clean/annotated"),
    include_bytes!("../../fuzz/seeds/clean/set-up"),
];

const TARGETS: [&str; 7] = ["UCI", "LAN", "MCN", "FCN", "SAN", "VGN", "PGN"];

/// Converts each game both ways, and counts those that can be converted in passing.
fn check(bytes: &[u8], to: Target) -> usize {
    let settings = Settings::default();
    let context = Context { settings: &settings, kind: FileKind::Pgn, fixes: false };
    let mut passing = Passing::new(to).expect("a notation of text");
    let mut passed = 0;
    for span in games(bytes) {
        let mut out = b"before".to_vec();
        let Some(end) = passing.game(bytes, span.range.start, true, &mut out) else {
            assert_eq!(out, b"before");
            continue;
        };
        assert_eq!(end, span.range.end);
        passed += 1;
        let text = std::str::from_utf8(&bytes[span.range]).expect("UTF-8");
        let game = WholeGame { text, section: None, length_known: false };
        let whole = convert_whole(&game, &context, &to).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
        assert_eq!(whole.losses, [], "{text}");
        assert!(whole.section.is_none() && whole.tail.is_empty());
        assert_eq!(String::from_utf8_lossy(&out[b"before".len()..]), whole.text, "{to:?} of {text}");
    }
    passed
}

#[test]
fn real_games_in_passing_and_otherwise() {
    for name in TARGETS {
        let passed: usize = FILES.map(|file| check(file, target(name))).iter().sum();
        assert!(passed > 50, "{name}: {passed}");
    }
}

#[test]
fn boards_are_not_for_passing() {
    for name in ["FEN", "SFEN", "BCCF", "PGC"] {
        assert!(Passing::new(target(name)).is_none(), "{name}");
    }
}

#[test]
fn ends_marks_and_glyphs() {
    for movetext in [
        "1. f3! e5 2. g4?? Qh4# $1 0-1",
        "1.e4 e5 2.Qh5 $6 Ke7 $4 3.Qxe5# 1-0",
        "1. e4 1...e5 2. Nf3 1/2-1/2",
        "1. e4 e5 2. Bb5 a6 3. Bxd7+ $2 1-0",
        "1. e4 d5 2. e5 f5 3. exf6 *",
        "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6 1/2-1/2",
        "1-0",
    ] {
        let result = movetext.split(' ').next_back().unwrap_or_default();
        for line_end in ["\n", "\r\n"] {
            let lines = [
                "",
                "[Event \"x\"]",
                "[Site \" ?\"]",
                "[Date \"????.??.??\"]",
                "[Round \"-\"]",
                "[White \"é\"]",
                "[Annotator \"z\"]",
                "[ECO \"A00\"]",
                "[Black \"\"]",
                &format!("[Result \"{result}\"]"),
                "",
                movetext,
                "",
            ];
            for site in [" ?", "?"] {
                let text = lines.join(line_end).replace(" ?", site).replace('é', "e");
                for name in TARGETS {
                    check(text.as_bytes(), target(name));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Real games with changes here and there.
    #[test]
    fn damaged_games(
        file in 0..FILES.len(),
        from in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b" \n\r!?$.+#0123x[\"]\xe9".to_vec())), 0..3),
        to in 0..TARGETS.len(),
    ) {
        let spans: Vec<_> = games(FILES[file]).collect();
        let mut bytes = FILES[file][spans[from.index(spans.len())].range.clone()].to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        check(&bytes, target(TARGETS[to]));
    }
}
