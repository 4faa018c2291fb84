//! A game that passes as clean is cut alike by the game scanner, and judged without a finding, with the same counts and
//! the same identity. For any other game, the scan can resume where the clean pass stopped.

use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::{FastPass, check_game};
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::{games, next_game, next_game_resumed};

pub fn clean(data: &[u8]) {
    let mut fast_pass = FastPass::checking(&Settings::default());
    for span in games(data) {
        let at = span.range.start;
        for last in [true, false] {
            let Some(clean) = fast_pass.game(data, at, last) else {
                if let Some(begun) = fast_pass.resume_point() {
                    assert_eq!(next_game_resumed(data, at, last, begun), next_game(data, at, last), "{begun:?}");
                }
                continue;
            };
            let cut = next_game(data, at, last).expect("the scan is as certain of the end");
            assert!(cut.range.end == clean.end && cut.is_game && cut.binary.is_none(), "{cut:?} is not {clean:?}");
            let game = &data[cut.range];
            // In any encoding, including ones that the bytes are not in.
            for encoding in [Encoding::of(game), Encoding::Latin1, Encoding::Cp437] {
                let text = encoding.decode(game);
                for kind in [FileKind::Pgn, FileKind::Vgn] {
                    let settings = Settings::default();
                    let context = Context::new(&settings, kind);
                    let report = check_game(&text, &context);
                    assert!(report.is_game && report.diagnostics.is_empty(), "{report:?} in {text:?}");
                    let counts = (report.half_moves, report.main_line_half_moves);
                    assert_eq!(counts, (clean.half_moves, clean.main_line_half_moves), "{text:?}");
                    if encoding == Encoding::Utf8 {
                        assert_eq!(report.identity, clean.identity, "{text:?}");
                    }
                }
            }
        }
    }
}
