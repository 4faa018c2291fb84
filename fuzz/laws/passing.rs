//! Conversion in passing gives the same result as a full conversion, byte for byte and loss for loss.

use vgn_engine::convert::{Loss, PassingConverter, StoredGame, Target, convert_whole};
use vgn_engine::lint::{Context, FileKind, Settings};
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::games;

/// All targets of conversion in passing.
pub const TARGETS: [&str; 8] = ["UCI", "LAN", "MCN", "FCN", "FCN1", "SAN", "VGN", "PGN"];

/// The binary targets.
pub const SECTIONS: [&str; 7] = ["BCCF", "BCFEN", "BITS12", "BITS11", "PGC", "BRENNER", "LEGALINDEX"];

pub fn passing(data: &[u8]) {
    for name in TARGETS.into_iter().chain(SECTIONS) {
        both_ways(data, Target::find(name).expect("a target"));
    }
    sections_both_ways(data);
}

/// Converts each game both ways, and counts those that are converted in passing.
pub fn both_ways(bytes: &[u8], to: Target) -> usize {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let mut passing = PassingConverter::new(to).expect("a target for passing");
    let mut passed = 0;
    for span in games(bytes) {
        let mut out = b"before".to_vec();
        let Some(end) = passing.game(bytes, span.range.start, true, &mut out) else {
            assert_eq!(out, b"before");
            continue;
        };
        assert_eq!(end, span.range.end);
        passed += 1;
        let (start, game) = (span.range.start, &bytes[span.range]);
        let encoding = Encoding::of(game);
        let text = encoding.decode(game);
        let game = StoredGame { text: &text, section: None, length_known: false };
        let whole = convert_whole(&game, &context, &to).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
        // Losses in passing are placed in the bytes.
        let in_text = |at: u32| encoding.decode(&bytes[start..start + at as usize]).len() as u32;
        let placed = |loss: &Loss| Loss { range: in_text(loss.range.start)..in_text(loss.range.end), ..loss.clone() };
        assert_eq!(whole.losses, passing.losses().iter().map(placed).collect::<Vec<_>>(), "{text}");
        let mut written = encoding.encode(&whole.text).expect("what was read").into_owned();
        written.extend(whole.section.into_iter().flatten());
        if out[b"before".len()..] != written {
            let shown = encoding.decode(&out[b"before".len()..]).into_owned();
            assert_eq!(shown, whole.text, "{to:?} of {text}");
        }
    }
    passed
}

/// Exports each game with a section both ways, and counts those that are exported in passing.
pub fn sections_both_ways(bytes: &[u8]) -> usize {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Vgn);
    let mut passing = PassingConverter::new(Target::Pgn).expect("a target for passing");
    let mut passed = 0;
    for span in games(bytes) {
        let Some(binary) = span.binary else { continue };
        let (tags, section) = (&bytes[span.range.start..binary], &bytes[binary..span.range.end]);
        let mut out = b"before".to_vec();
        if passing.section(tags, section, &mut out).is_none() {
            assert_eq!(out, b"before");
            continue;
        }
        passed += 1;
        let encoding = Encoding::of(tags);
        let text = encoding.decode(tags);
        let game = StoredGame { text: &text, section: Some(section), length_known: false };
        let whole = convert_whole(&game, &context, &Target::Pgn).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
        assert_eq!(whole.losses, [], "{text}");
        let shown = encoding.decode(&out[b"before".len()..]).into_owned();
        assert_eq!(shown, whole.text, "{text}");
    }
    passed
}
