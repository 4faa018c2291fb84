//! Whatever the bytes are: they are read, judged and converted, and nothing of it fails.

use proptest::prelude::*;

use crate::sections::support::{BINARY, Game};

/// Tags that a section can follow.
const TAGS: [&str; 5] = [
    "[GameFormat \"VGN\"]\n",
    "[GameFormat \"VGN\"]\n[SetUp \"FEN:8/PPPP2k1/8/4pPp1/8/8/ppp5/R3K2R w KQ e6 0 1\"]\n",
    "[SetUp \"1\"]\n[FEN \"nnqbbrkr/pp4pp/8/8/8/8/PP4PP/NNQBBRKR w HFhf - 0 1\"]\n",
    "[SetUp \"FEN:8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    "",
];

fn section() -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop_oneof![
        4 => any::<u8>(),
        2 => prop::sample::select(b"\x00\x01\x02\x03\x06\x07\x08\x09\x0a\x2c\x88\xc0{};[]%\n".as_slice()),
    ];
    let words = prop::sample::select(vec![
        b"\x03\x01\x0d".as_slice(),
        b"\x08\x03\x01\x0b\x09",
        b"\x0a\x03\x00{x}",
        b"\x0a\x03\x00a}b",
        b"\x02\x01A\x01B",
        b"\x2c\x2c\x61\x17\xdb\x1e\x53",
        b"\x86\x30\x9a\x40",
        b"\x00text\x00",
    ]);
    let part = prop_oneof![bytes.prop_map(|byte| vec![byte]), words.prop_map(<[u8]>::to_vec)];
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn sections_of_any_bytes(bytes in section(), tags in prop::sample::select(TAGS.as_slice()), last in 0usize..2) {
        for notation in BINARY.iter().chain(&["BCCF1", "BCFEN1"]) {
            let format = format!("[MoveFormat \"{notation}\"]");
            let tags = if last == 0 { format!("{tags}{format}") } else { format!("{format}\n{}", tags.trim_end()) };
            let game = Game::binary(&tags, &bytes);
            let read = game.resolve();
            let decoded = &read.decoded;
            prop_assert!(decoded.len <= bytes.len());
            let mut at = 0;
            for place in decoded.tokens() {
                prop_assert!(at <= place.text.start && place.text.start <= place.text.end, "{place:?}");
                prop_assert!(place.bytes.end as usize <= bytes.len(), "{place:?}");
                prop_assert!(decoded.text.get(place.text.start as usize..place.text.end as usize).is_some());
                at = place.text.end;
            }
            for half_move in &read.transcript.moves {
                let said = decoded.tokens().iter().any(|place| place.text == half_move.range);
                prop_assert!(said, "{notation}: {:?} in\n{}", half_move.range, decoded.text);
            }
            for diagnostic in &read.report.diagnostics {
                let end = diagnostic.range.end as usize;
                prop_assert!(diagnostic.range.start as usize <= end && end <= tags.len() + bytes.len(), "{diagnostic:?}");
            }
            for to in ["SAN", "FCN", "PGN", "VGN", "BCCF", "BCFEN", "PGC", "BRENNER2"] {
                let Ok(whole) = game.convert(to) else { continue };
                if whole.losses.is_empty() && let Some(section) = whole.section {
                    let again = Game { text: whole.text, section: Some(section) };
                    let transcript = again.resolve();
                    prop_assert_eq!(transcript.decoded.error, None, "{} to {}: {:?}", notation, to, again);
                    let boards = |moves: &[vgn_lsp::replay::ResolvedMove]| -> Vec<_> {
                        moves.iter().map(|m| m.after.as_deref().map(|after| after.board().clone())).collect()
                    };
                    prop_assert_eq!(boards(&transcript.transcript.moves), boards(&read.transcript.moves), "{} to {}", notation, to);
                }
            }
        }
    }

    #[test]
    fn texts_of_any_kind_become_sections(text in "(\\[[A-Z][a-z]{1,5} \"[a-z ]{0,4}\"\\]\n){0,2}( ?(1\\.|[KQRBN]?[a-h]?x?[a-h][1-8][+#]?|\\(|\\)|\\$[0-9]{1,3}|\\{[a-z}\\[\n]{0,5}\\}|;[a-z}]{0,3}\n|%|1-0|\\*|O-O|--)){0,20}") {
        for to in BINARY {
            let Ok(whole) = Game::text(&text).convert(to) else { continue };
            let again = Game { text: whole.text, section: whole.section };
            let read = again.resolve();
            prop_assert_eq!(&read.decoded.error, &None, "{} {:?}", to, again);
            for loss in whole.losses {
                prop_assert!(text.get(loss.range.start as usize..loss.range.end as usize).is_some(), "{:?}", loss);
            }
        }
    }
}
