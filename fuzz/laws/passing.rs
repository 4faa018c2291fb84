//! What is converted in passing is what a conversion gives, byte for byte, and nothing is lost of it.

use vgn_lsp::analysis::{Context, FileKind, Settings};
use vgn_lsp::convert::{Passing, Target, WholeGame, convert_whole};
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;

/// All targets that a game can be converted to in passing.
pub const TARGETS: [&str; 8] = ["UCI", "LAN", "MCN", "FCN", "FCN1", "SAN", "VGN", "PGN"];

pub fn passing(data: &[u8]) {
    for name in TARGETS {
        both_ways(data, Target::find(name).expect("a target"));
    }
}

/// Converts each game both ways, and counts those that can be converted in passing.
pub fn both_ways(bytes: &[u8], to: Target) -> usize {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
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
        let game = &bytes[span.range];
        let encoding = Encoding::of(game);
        let text = encoding.decode(game);
        let game = WholeGame { text: &text, section: None, length_known: false };
        let whole = convert_whole(&game, &context, &to).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
        assert_eq!(whole.losses, [], "{text}");
        assert!(whole.section.is_none());
        let written = encoding.encode(&whole.text).expect("what was read");
        if out[b"before".len()..] != *written {
            let shown = encoding.decode(&out[b"before".len()..]).into_owned();
            assert_eq!(shown, whole.text, "{to:?} of {text}");
        }
    }
    passed
}
