//! A search of a text window by window, for short items that do not depend on their game.

use std::ops::Range;

use vgn_engine::lint::Cancellation;

use crate::lsp::documents::snapshot::Snapshot;

/// Length of a window, in bytes.
const WINDOW: usize = 1 << 16;

/// The items that `find` finds in a document, in order, at most `most`. `find` returns ranges within the text passed to
/// it; no item is longer than `longest`. `None` if cancelled.
pub fn search_windows<T>(
    snapshot: &Snapshot,
    longest: usize,
    most: usize,
    cancel: &dyn Cancellation,
    find: impl Fn(&str) -> Vec<(Range<usize>, T)>,
) -> Option<Vec<(Range<usize>, T)>> {
    let length = snapshot.text.len_bytes();
    let mut all: Vec<(Range<usize>, T)> = Vec::new();
    let mut start = 0;
    while start < length && all.len() < most {
        if cancel.is_cancelled() {
            return None;
        }
        let boundary = |offset: usize| snapshot.text.char_to_byte(snapshot.text.byte_to_char(offset.min(length)));
        let (own, end) = (boundary(start + WINDOW), boundary(start + WINDOW + longest));
        for (range, what) in find(&snapshot.text_of(start..end)) {
            let range = start + range.start..start + range.end;
            // An item of the previous window extends into this one.
            let is_new = all.last().is_none_or(|(last, _)| last.end <= range.start);
            if range.start < own && is_new && all.len() < most {
                all.push((range, what));
            }
        }
        start = own;
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ropey::Rope;
    use tower_lsp::lsp_types::Url;

    use super::*;

    #[test]
    fn pieces_find_what_the_whole_has() {
        let mut text = String::new();
        for number in 0..20_000 {
            text += &"é ".repeat(number % 7);
            text += &format!("<{number}>");
        }
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        let snapshot = Snapshot::new(uri, "pgn", 1, Rope::from_str(&text), Arc::default());
        let find = |text: &str| -> Vec<(Range<usize>, ())> {
            let opened = text.match_indices('<');
            opened.filter_map(|(at, _)| Some((at..at + text[at..].find('>')? + 1, ()))).collect()
        };
        let all = search_windows(&snapshot, 10, usize::MAX, &|| false, find).expect("nobody calls it off");
        assert_eq!(all, find(&text));
        assert_eq!(search_windows(&snapshot, 10, 7, &|| false, find).map(|some| some.len()), Some(7));
        assert_eq!(search_windows(&snapshot, 10, 7, &|| true, find), None);
    }
}
