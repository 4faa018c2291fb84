//! A game that the fast pass reads plainly is cut alike by the game scanner, and judged with the same findings, counts
//! and identity; without findings, in any encoding. For any other game, the scan can resume where the fast pass
//! stopped.

use vgn_engine::lint::{Context, FileKind, Settings};
use vgn_engine::replay::{FastPass, PlainGame, check_game};
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::{games, next_game, next_game_resumed};

pub fn clean(data: &[u8]) {
    let settings = Settings::default();
    let mut fast_pass = FastPass::checking(&settings);
    for span in games(data) {
        let at = span.range.start;
        for (last, fixes) in [(true, true), (true, false), (false, true)] {
            let context = |kind| Context::new(&settings, kind).with_fixes(fixes);
            let Some(PlainGame { end, report }) = fast_pass.check(data, at, last, &context(FileKind::Pgn)) else {
                if let Some(begun) = fast_pass.resume_point() {
                    assert_eq!(next_game_resumed(data, at, last, begun), next_game(data, at, last), "{begun:?}");
                }
                continue;
            };
            let cut = next_game(data, at, last).expect("the scan is as certain of the end");
            assert!(cut.range.end == end && cut.is_game && cut.binary.is_none(), "{cut:?} does not end at {end}");
            let game = &data[cut.range];
            let encodings = match report.diagnostics.is_empty() {
                true => &[Encoding::of(game), Encoding::Latin1, Encoding::Cp437][..],
                false => &[Encoding::Utf8],
            };
            for encoding in encodings {
                let text = encoding.decode(game);
                for kind in [FileKind::Pgn, FileKind::Vgn] {
                    let mut judged = check_game(&text, &context(kind));
                    if *encoding != Encoding::Utf8 {
                        judged.identity = report.identity;
                    }
                    assert_eq!(judged, report, "{text:?}");
                }
            }
        }
    }
}
