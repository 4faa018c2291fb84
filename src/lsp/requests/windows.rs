//! A text looked through piece by piece, for what is short and can be told without its game.

use std::ops::Range;

use crate::analysis::Cancellation;
use crate::lsp::documents::snapshot::Snapshot;

/// Bytes that are looked at together.
const WINDOW: usize = 1 << 16;

/// What `find` finds in a document, in its order, at most so many. `find` gives places in the piece of text that it is
/// given; none is longer than `longest`. There is no answer if it is called off meanwhile.
pub fn found<T>(
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
            // What the piece before has found goes on into this one.
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
        let all = found(&snapshot, 10, usize::MAX, &|| false, find).expect("nobody calls it off");
        assert_eq!(all, find(&text));
        assert_eq!(found(&snapshot, 10, 7, &|| false, find).map(|some| some.len()), Some(7));
        assert_eq!(found(&snapshot, 10, 7, &|| true, find), None);
    }
}
