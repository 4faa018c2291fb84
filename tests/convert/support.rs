//! What the tests of conversion share.

use std::ops::Range;

use vgn_lsp::convert::{Conversion, Refusal, Target, apply, convert_game};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::resolve_game;

pub fn target(name: &str) -> Target {
    Target::find(name).expect("a target")
}

pub fn context(settings: &Settings) -> Context<'_> {
    Context::new(settings, FileKind::Unknown)
}

pub fn try_convert(text: &str, to: &str, scope: Option<Range<u32>>) -> Result<Conversion, Refusal> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let conversion = convert_game(text, &context, &target(to), scope)?;
    let mut end = 0;
    for edit in &conversion.edits {
        assert!(edit.range.start >= end && edit.range.end >= edit.range.start, "edits overlap: {:?}", conversion.edits);
        assert_ne!(&text[edit.range.start as usize..edit.range.end as usize], edit.text, "an edit changes nothing");
        end = edit.range.end;
    }
    Ok(conversion)
}

/// The converted text; nothing may be lost.
pub fn converted(text: &str, to: &str) -> String {
    let conversion = try_convert(text, to, None).unwrap_or_else(|refusal| panic!("{to}: {refusal}\n{text}"));
    assert_eq!(conversion.losses, [], "{to}\n{text}");
    apply(text, &conversion.edits)
}

/// The converted text; nothing may be lost but stray text and printed glyphs.
pub fn converted_with_strays(text: &str, to: &str) -> String {
    let conversion = try_convert(text, to, None).unwrap_or_else(|refusal| panic!("{to}: {refusal}\n{text}"));
    let is_stray = |message: &str| {
        ["can only be written as the glyph", "has no meaning in a VGN game", "cannot be recorded in a PGN game"]
            .iter()
            .any(|said| message.contains(said))
    };
    let other: Vec<_> = conversion.losses.iter().filter(|loss| !is_stray(&loss.message)).collect();
    assert!(other.is_empty(), "{to}: {other:?}\n{text}");
    apply(text, &conversion.edits)
}

/// Asserts that none of so many went wrong.
#[track_caller]
pub fn none_of(tried: usize, wrong: &[String]) {
    assert!(wrong.is_empty(), "{} of {tried}: {}", wrong.len(), wrong[..wrong.len().min(9)].join("\n---\n"));
}

/// The converted text with its losses, one a line: the text that is lost and the sentence.
pub fn with_losses(text: &str, to: &str) -> String {
    match try_convert(text, to, None) {
        Err(refusal) => {
            let range = refusal.range.start as usize..refusal.range.end as usize;
            format!("refused at {:?}: {refusal}\n", &text[range])
        }
        Ok(conversion) => {
            let mut shown = String::new();
            for loss in &conversion.losses {
                let range = loss.range.start as usize..loss.range.end as usize;
                shown += &format!("lost at {:?}: {loss}\n", &text[range]);
            }
            shown + &apply(text, &conversion.edits)
        }
    }
}

/// Codes of the errors and warnings of a game, sorted.
pub fn faults(text: &str) -> Vec<&'static str> {
    use vgn_lsp::lint::Severity;
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let report = resolve_game(text, &context).report;
    let grave = report.diagnostics.iter().filter(|d| d.severity <= Severity::Warning);
    let mut codes: Vec<_> = grave.map(|d| d.code.lint().name).collect();
    codes.sort_unstable();
    codes
}
