//! The piece of a game that is shown with a finding: one line, clipped to a window when it is long.

use std::ops::Range;

/// Bytes of a line that are shown whole.
const WHOLE: usize = 160;
/// Bytes of a long line that are shown on each side of the finding.
const MARGIN: usize = 50;
/// Bytes of a finding that are shown.
const SHOWN: usize = 100;
/// Stands for what is left out.
const ELLIPSIS: &str = "…";

/// Text to show, and where in it the finding is.
#[derive(Debug, PartialEq, Eq)]
pub struct Excerpt {
    pub text: String,
    pub range: Range<usize>,
}

/// Cuts out the line in which `range` starts. The cost does not depend on the length of the text or the line.
pub fn excerpt(text: &str, range: Range<usize>) -> Excerpt {
    let start = floor(text, range.start);
    let end = floor(text, range.end).max(start);
    let bytes = text.as_bytes();

    let farthest = floor(text, start.saturating_sub(WHOLE));
    let line_start = memchr::memrchr2(b'\n', b'\r', &bytes[farthest..start]).map(|at| farthest + at + 1);
    let line_start = line_start.or((farthest == 0).then_some(0));
    let farthest = ceil(text, start.saturating_add(WHOLE));
    let line_end = memchr::memchr2(b'\n', b'\r', &bytes[start..farthest]).map(|at| start + at);
    let line_end = line_end.or((farthest == text.len()).then_some(farthest));

    let (from, to) = match (line_start, line_end) {
        (Some(line_start), Some(line_end)) if line_end - line_start <= WHOLE => (line_start, line_end),
        _ => {
            let shown_end = end.min(start + SHOWN);
            let from = floor(text, start.saturating_sub(MARGIN)).max(line_start.unwrap_or(0));
            let to = ceil(text, shown_end + MARGIN).min(line_end.unwrap_or(text.len()));
            (from, to)
        }
    };
    let before = if line_start == Some(from) { "" } else { ELLIPSIS };
    let after = if line_end == Some(to) { "" } else { ELLIPSIS };
    let shift = before.len();
    Excerpt {
        text: format!("{before}{}{after}", &text[from..to]),
        range: start - from + shift..end.min(ceil(text, start + SHOWN)).min(to) - from + shift,
    }
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// The nearest character boundary at or after `at`.
fn ceil(text: &str, at: usize) -> usize {
    text.ceil_char_boundary(at.min(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str, range: Range<usize>) -> (String, String) {
        let excerpt = excerpt(text, range);
        let marked = excerpt.text[excerpt.range].to_string();
        (excerpt.text, marked)
    }

    #[test]
    fn a_short_line_is_shown_whole() {
        for line_end in ["\n", "\r\n", "\r"] {
            let text = ["one", "two three", "four"].join(line_end);
            let at = text.find("three").expect("there");
            assert_eq!(shown(&text, at..at + 5), ("two three".into(), "three".into()));
        }
    }

    #[test]
    fn a_long_line_is_clipped_round_the_finding() {
        let text = format!("{}BAD{}", "é ".repeat(100_000), " x".repeat(100_000));
        let at = text.find("BAD").expect("there");
        let (line, marked) = shown(&text, at..at + 3);
        assert_eq!(marked, "BAD");
        assert!(line.starts_with('…') && line.ends_with('…') && line.len() < 2 * WHOLE, "{line}");
    }

    #[test]
    fn a_finding_of_many_lines_shows_its_first() {
        assert_eq!(shown("{ a\nb }", 0..7), ("{ a".into(), "{ a".into()));
        assert_eq!(shown("a\n", 2..2), (String::new(), String::new()));
    }

    proptest! {
        #[test]
        fn any_range_of_any_text_has_an_excerpt(text in "[aé\r\n♔]{0,400}", a in 0usize..1300, b in 0usize..1300) {
            let excerpt = excerpt(&text, a..b);
            prop_assert!(excerpt.text.get(excerpt.range.clone()).is_some(), "{:?}", excerpt);
            prop_assert!(!excerpt.text.contains(['\n', '\r']));
        }
    }
}
