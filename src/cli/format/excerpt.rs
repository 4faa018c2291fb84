//! The excerpt of a game that is shown with a finding: one line, cut to a window of the terminal's width if it is long.

use std::ops::Range;

use crate::terminal::{columns_of, fitting, shown, width};

/// Marks omitted text.
const ELLIPSIS: char = '…';
/// Number of bytes inspected per column: characters of four bytes, and marks without a column.
const BYTES: usize = 8;

/// The text to show, and the range of the finding in it.
#[derive(Debug, PartialEq, Eq)]
pub struct Excerpt {
    pub text: String,
    pub range: Range<usize>,
}

/// Cuts out the line in which `range` starts, so that it fits into `columns` and contains the start of the range. The
/// cost depends neither on the length of the text nor on that of the line.
pub fn excerpt(text: &str, range: Range<usize>, columns: usize) -> Excerpt {
    let reach = BYTES * columns;
    let start = text.floor_char_boundary(range.start);
    let nearest = text.ceil_char_boundary(start.saturating_sub(reach));
    let farthest = text.floor_char_boundary(start.saturating_add(reach));
    let before = text[nearest..start].rsplit(['\n', '\r']).next().unwrap_or_default();
    let after = text[start..farthest].split(['\n', '\r']).next().unwrap_or_default();
    let (line_start, line_end) = (start - before.len(), start + after.len());
    let begins = line_start > nearest || nearest == 0;
    let ends = line_end < farthest || farthest == text.len();
    let end = text.floor_char_boundary(range.end).clamp(start, line_end);

    if begins && ends && width(before) + width(after) <= columns {
        return compose(text, line_start..line_end, start..end, (false, false));
    }
    // Room for an ellipsis on each side; the marked range is centred.
    let room = columns.saturating_sub(2);
    let marked = width(&text[start..end]).min(room);
    let left = width(before).min((room - marked) / 2);
    let right = width(after).min(room - left);
    let left = width(before).min(room - right);
    let from = start - fitting(before.chars().rev(), left);
    let to = start + fitting(after.chars(), right);
    let cut = (from > line_start || !begins, to < line_end || !ends);
    compose(text, from..to, start..end.min(to), cut)
}

/// The window as a terminal shows it, and the marked range in it.
fn compose(text: &str, window: Range<usize>, marked: Range<usize>, cut: (bool, bool)) -> Excerpt {
    let mut line = String::with_capacity(window.len() + 2 * ELLIPSIS.len_utf8());
    let push = |line: &mut String, part: &str| {
        for character in part.chars() {
            match character {
                '\t' => line.extend(std::iter::repeat_n(' ', columns_of('\t'))),
                _ => line.push(shown(character)),
            }
        }
    };
    line.extend(cut.0.then_some(ELLIPSIS));
    push(&mut line, &text[window.start..marked.start]);
    let start = line.len();
    push(&mut line, &text[marked.clone()]);
    let end = line.len();
    push(&mut line, &text[marked.end..window.end]);
    line.extend(cut.1.then_some(ELLIPSIS));
    Excerpt { text: line, range: start..end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str, range: Range<usize>, columns: usize) -> (String, String) {
        let excerpt = excerpt(text, range, columns);
        let marked = excerpt.text[excerpt.range].to_string();
        (excerpt.text, marked)
    }

    #[test]
    fn a_short_line_is_shown_whole() {
        for line_end in ["\n", "\r\n", "\r"] {
            let text = ["one", "two three", "four"].join(line_end);
            let at = text.find("three").expect("there");
            assert_eq!(shown(&text, at..at + 5, 9), ("two three".into(), "three".into()));
        }
    }

    #[test]
    fn a_long_line_is_cut_round_the_finding() {
        let text = format!("{}BAD{}", "é ".repeat(100_000), " x".repeat(100_000));
        let at = text.find("BAD").expect("there");
        assert_eq!(shown(&text, at..at + 3, 17), ("…é é é BAD x x x…".into(), "BAD".into()));
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5";
        assert_eq!(shown(text, 0..5, 15), ("1. e4 e5 2. N…".into(), "1. e4".into()));
        assert_eq!(shown(text, 23..26, 15), ("…f3 Nc6 3. Bb5".into(), "Bb5".into()));
    }

    #[test]
    fn tabs_and_wide_characters_take_their_columns() {
        assert_eq!(shown("\t王王王王 e4", 14..16, 40), ("    王王王王 e4".into(), "e4".into()));
        assert_eq!(shown("\t王王王王 e4", 14..16, 10), ("…王王 e4".into(), "e4".into()));
    }

    #[test]
    fn controls_are_shown_and_the_mark_is_right() {
        assert_eq!(shown("\x1b[31m e4\x07", 6..9, 40), ("␛[31m e4␇".into(), "e4␇".into()));
    }

    #[test]
    fn a_finding_of_many_lines_shows_its_first() {
        assert_eq!(shown("{ a\nb }", 0..7, 40), ("{ a".into(), "{ a".into()));
        assert_eq!(shown("a\n", 2..2, 40), (String::new(), String::new()));
    }

    proptest! {
        #[test]
        fn any_range_of_any_text_has_an_excerpt_that_fits(
            text in "[aé\r\n♔王\t\u{1b}\u{301}]{0,400}",
            a in 0usize..1300,
            b in 0usize..1300,
            columns in 20usize..100,
        ) {
            let excerpt = excerpt(&text, a..b, columns);
            let start = text.floor_char_boundary(a);
            let marked = excerpt.text.get(excerpt.range.clone());
            prop_assert!(marked.is_some(), "{excerpt:?}");
            prop_assert!(!excerpt.text.contains(char::is_control), "{excerpt:?}");
            prop_assert!(width(&excerpt.text) <= columns, "{excerpt:?}");
            // The first character of the finding is in sight.
            let first = text[start..].chars().next().filter(|first| b > a && !first.is_control());
            if let Some(first) = first && text.floor_char_boundary(b) > start {
                prop_assert!(marked.is_some_and(|marked| marked.starts_with(first)), "{excerpt:?}");
            }
        }
    }
}
