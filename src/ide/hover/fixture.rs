//! Hovers in tests: a game with a mark, and the answer.

use expect_test::Expect;

use crate::analysis::{Context, FileKind, Settings};
use crate::ide::BoardStyle;

/// The tags of a VGN game in FCN.
pub const FCN_TAGS: &str = "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n";

/// The text that the hover at the mark `¦` is about, and what it says.
pub fn answer(marked: &str) -> Option<(String, crate::ide::Markup)> {
    let at = marked.find('¦').expect("a mark");
    let text = marked.replace('¦', "");
    let context = Context { settings: &Settings::default(), kind: FileKind::Unknown, fixes: false };
    let offset = u32::try_from(at).expect("a short text");
    let hover = crate::ide::hover(&text, &context, offset, BoardStyle::Ascii)?;
    let range = hover.range.start as usize..hover.range.end as usize;
    Some((text[range].to_owned(), hover.content))
}

/// Compares the hover at the mark `¦`.
pub fn check(marked: &str, expected: Expect) {
    let said = match answer(marked) {
        Some((about, content)) => format!("{about}\n---\n{}", content.to_markdown()),
        None => "nothing".to_owned(),
    };
    expected.assert_eq(&said);
}

/// Compares the hover without the board and the blocks after it.
pub fn check_words(marked: &str, expected: Expect) {
    let said = match answer(marked) {
        Some((about, content)) => format!("{about}\n---\n{}", content.to_markdown()),
        None => "nothing".to_owned(),
    };
    expected.assert_eq(said.split("\n\n```text").next().unwrap_or_default());
}
