//! A game with any bytes as its section can be read, judged and converted. Its transcript's half-moves correspond to
//! bytes, findings are inside the game, edits inside its tags; and a conversion to another binary notation without a
//! loss can be read and has the same boards.

use shakmaty::Board;
use vgn_engine::binary::{ResolvedBinary, resolve_binary_game};
use vgn_engine::convert::{StoredGame, Target, convert_whole};
use vgn_engine::lint::{Context, FileKind, Settings};

/// Tags that can precede a section.
const TAGS: [&str; 6] = [
    "[GameFormat \"VGN\"]\n",
    "[GameFormat \"VGN\"]\n[SetUp \"FEN:8/PPPP2k1/8/4pPp1/8/8/ppp5/R3K2R w KQ e6 0 1\"]\n",
    "[SetUp \"1\"]\n[FEN \"nnqbbrkr/pp4pp/8/8/8/8/PP4PP/NNQBBRKR w HFhf - 0 1\"]\n",
    "[SetUp \"FEN:8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    "[Variant \"Atomic\"]\n[Result \"White wins\"]\n",
    "",
];

const NOTATIONS: [&str; 7] = ["BCCF", "BCFEN", "PGC", "BRENNER", "BRENNER2", "BCCF1", "BCFEN1"];
const TARGETS: [&str; 8] = ["SAN", "FCN", "FEN", "PGN", "BCCF", "BCFEN", "PGC", "BRENNER"];

/// The first byte selects the tags and the second the notation; the others are the section.
pub fn sections(data: &[u8]) {
    let [first, second, section @ ..] = data else { return };
    let notation = NOTATIONS[usize::from(*second) % NOTATIONS.len()];
    let tags = format!("{}[MoveFormat \"{notation}\"]", TAGS[usize::from(*first) % TAGS.len()]);
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
    let Some(read) = resolve_binary_game(&tags, section, &context) else { panic!("{tags} is binary") };
    check(&read, tags.len(), section.len());
    let game = StoredGame { text: &tags, section: Some(section), length_known: true };
    for name in TARGETS {
        let Ok(target) = Target::find(name) else { panic!("{name} is a target") };
        let Ok(whole) = convert_whole(&game, &context, &target) else { continue };
        let Some(bytes) = whole.section.filter(|_| whole.losses.is_empty()) else { continue };
        let Some(again) = resolve_binary_game(&whole.text, &bytes, &context) else {
            panic!("{} is binary", whole.text)
        };
        assert_eq!(again.decoded.error, None, "{notation} to {name} {section:02x?}");
        assert_eq!(boards(&again), boards(&read), "{notation} to {name} {section:02x?}");
    }
}

fn check(read: &ResolvedBinary, tags: usize, section: usize) {
    let decoded = &read.decoded;
    assert!(decoded.len <= section);
    let mut at = 0;
    for place in decoded.tokens() {
        super::assert_shown(&decoded.text, &place.text);
        assert!(at <= place.text.start && place.bytes.end as usize <= section, "{place:?}");
        at = place.text.end;
    }
    for half_move in &read.transcript.moves {
        let is_placed = decoded.tokens().binary_search_by_key(&half_move.range.start, |place| place.text.start).is_ok();
        assert!(is_placed, "{:?} in {}", half_move.range, decoded.text);
    }
    for diagnostic in &read.report.diagnostics {
        let range = &diagnostic.range;
        assert!(range.start <= range.end && range.end as usize <= tags + section, "{diagnostic:?}");
        for edit in diagnostic.fixes.iter().flat_map(|fix| &fix.edits) {
            assert!(edit.range.end as usize <= tags, "{diagnostic:?}");
        }
    }
}

fn boards(read: &ResolvedBinary) -> Vec<Option<Board>> {
    read.transcript
        .moves
        .iter()
        .map(|half_move| half_move.after.as_deref().map(|after| after.board().clone()))
        .collect()
}
