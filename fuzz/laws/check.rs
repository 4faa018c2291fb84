//! Any game can be judged: diagnostics are inside the text, and so are the fixes, which can be applied.

use vgn_engine::lint::{Context, Diagnostic, FileKind, Fix, Settings};
use vgn_engine::replay::{GameReport, check_game};
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::games;
use vgn_ide::{BoardStyle, StandaloneGame, hover};

/// Number of fixes tried in one game.
const TRIED: usize = 8;

pub fn check(data: &[u8]) {
    let settings = Settings::default();
    for span in games(data) {
        let game = &data[span.range.start..span.binary.unwrap_or(span.range.end)];
        let encoding = Encoding::of(game);
        let text = encoding.decode(game);
        // A no-break space of these code pages is a letter to the scan of games, which does not know the encoding.
        let joins_words = matches!(encoding, Encoding::Cp437 | Encoding::Cp850) && game.contains(&0xff);
        for kind in [FileKind::Pgn, FileKind::Vgn] {
            let with = check_game(&text, &Context::new(&settings, kind).with_fixes(true));
            let without = check_game(&text, &Context::new(&settings, kind));
            lies_in(&text, &with);
            assert!(with.is_game == span.is_game || span.binary.is_some() || joins_words, "is it a game? {text:?}");
            assert_eq!(stripped(&with), without, "fixes change what is found");
            for fix in with.diagnostics.iter().flat_map(|diagnostic| &diagnostic.fixes).take(TRIED) {
                let mended = applied(&text, fix);
                lies_in(&mended, &check_game(&mended, &Context::new(&settings, kind).with_fixes(true)));
            }
        }
        let context = Context::new(&settings, FileKind::Unknown);
        let offset = u32::try_from(text.len() / 2).unwrap_or(0);
        if let Some(hover) = hover(&StandaloneGame::new(&text, context), offset, BoardStyle::Unicode) {
            super::assert_shown(&text, &hover.range);
        }
    }
}

fn lies_in(text: &str, report: &GameReport) {
    assert!(report.main_line_half_moves <= report.half_moves);
    for diagnostic in &report.diagnostics {
        super::assert_shown(text, &diagnostic.range);
        assert!(!diagnostic.message.is_empty());
        diagnostic.related.iter().for_each(|related| super::assert_shown(text, &related.range));
        for fix in &diagnostic.fixes {
            fix.edits.iter().for_each(|edit| super::assert_shown(text, &edit.range));
            let ordered = fix.edits.is_sorted_by(|a, b| a.range.end <= b.range.start);
            assert!(ordered, "edits of `{}` overlap or are out of order: {:?}", fix.title, fix.edits);
        }
    }
    assert!(report.diagnostics.is_sorted_by_key(|diagnostic| diagnostic.range.start), "out of order");
}

fn stripped(report: &GameReport) -> GameReport {
    let without = |diagnostic: &Diagnostic| Diagnostic { fixes: Vec::new(), ..diagnostic.clone() };
    GameReport { diagnostics: report.diagnostics.iter().map(without).collect(), ..report.clone() }
}

fn applied(text: &str, fix: &Fix) -> String {
    let mut mended = text.to_owned();
    for edit in fix.edits.iter().rev() {
        mended.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
    }
    mended
}
