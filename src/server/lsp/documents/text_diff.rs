//! Whole texts sent after each edit, by clients without incremental synchronization: the difference is computed, so
//! that only the games it touches are scanned again.

use std::ops::Range;

use ropey::Rope;

use crate::lsp::transport::json_text::{self, JsonText, PIECE};

/// A replacement of a range of bytes, whose ends lie between characters, by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    pub old: Range<usize>,
    pub text: String,
}

/// The smallest replacement equivalent to `after` in place of a range, whose ends lie between characters.
pub fn between(before: &Rope, old: Range<usize>, after: &str) -> Replacement {
    trimmed(before, old, after)
}

/// The same for a text inside a message: only the difference is read into memory.
pub fn between_json(before: &Rope, mut old: Range<usize>, after: &JsonText) -> Replacement {
    let mut rest = after.escaped();
    let mut piece = String::with_capacity(2 * PIECE);
    while let Some(left) = json_text::next_piece(rest, &mut piece)
        && !rest.is_empty()
        && piece.len() <= old.len()
        && is_at(before, old.start, &piece)
    {
        old.start += piece.len();
        rest = left;
    }
    while let Some(last) = json_text::last_piece(rest) {
        let text = json_text::unescaped(&rest[last..]);
        match old.end.checked_sub(text.len()).filter(|start| *start >= old.start) {
            Some(start) if is_at(before, start, &text) => old.end = start,
            _ => break,
        }
        rest = &rest[..last];
    }
    trimmed(before, old, &json_text::unescaped(rest))
}

/// Whether the text stands at an offset.
fn is_at(before: &Rope, at: usize, text: &str) -> bool {
    if at + text.len() > before.len_bytes() {
        return false;
    }
    let (chunks, chunk_start, ..) = before.chunks_at_byte(at);
    let (mut skip, mut rest) = (at - chunk_start, text.as_bytes());
    for chunk in chunks {
        let chunk = &chunk.as_bytes()[skip..];
        let common = chunk.len().min(rest.len());
        if chunk[..common] != rest[..common] {
            return false;
        }
        (skip, rest) = (0, &rest[common..]);
        if rest.is_empty() {
            break;
        }
    }
    rest.is_empty()
}

/// The replacement without the common prefix and suffix of both texts.
fn trimmed(before: &Rope, old: Range<usize>, text: &str) -> Replacement {
    let new = text.as_bytes();
    let most = old.len().min(new.len());
    let same = before.bytes_at(old.start).take(most).zip(new).take_while(|(old, new)| old == *new).count();
    let start = text.floor_char_boundary(same);
    let at_end = before.bytes_at(old.end).reversed().take(most - start).zip(new.iter().rev());
    let same = at_end.take_while(|(old, new)| old == *new).count();
    let end = text.ceil_char_boundary(new.len() - same);
    let old = old.start + start..old.end - (new.len() - end);
    Replacement { old, text: text[start..end].to_owned() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;

    fn in_message(text: &str) -> JsonText {
        let message = serde_json::Value::from(text).to_string().into_bytes();
        let range = 0..message.len();
        JsonText::new(Arc::new(message), range)
    }

    fn assert_makes(before: &str, after: &str) -> [Replacement; 2] {
        let rope = Rope::from_str(before);
        let whole = 0..before.len();
        [between(&rope, whole.clone(), after), between_json(&rope, whole, &in_message(after))].map(|made| {
            let mut text = before.to_owned();
            text.replace_range(made.old.clone(), &made.text);
            assert_eq!(text, after);
            made
        })
    }

    #[test]
    fn the_smallest_change_is_found() {
        let fill = "1. e4 {é♔} e5 \"x\" *\n\n".repeat(20_000);
        let longest = fill.len();
        for at in [0, longest / 42 * 21, longest] {
            let after = format!("{}é{}", &fill[..fill.floor_char_boundary(at)], &fill[fill.floor_char_boundary(at)..]);
            for made in assert_makes(&fill, &after) {
                assert_eq!((made.old.len(), made.text.len()), (0, 2));
            }
            for made in assert_makes(&after, &fill) {
                assert_eq!((made.old.len(), made.text.len()), (2, 0));
            }
        }
        for made in assert_makes(&fill, &fill) {
            assert_eq!((made.old.len(), made.text.len()), (0, 0));
        }
    }

    #[test]
    fn characters_stay_whole() {
        for made in assert_makes("aéb", "aèb") {
            assert_eq!(made, Replacement { old: 1..3, text: "è".to_owned() });
        }
        for made in assert_makes("éé", "é") {
            assert_eq!((made.old.len(), made.text.len()), (2, 0));
        }
        assert_makes("", "");
        assert_makes("x", "");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn any_text_is_made_of_any_other(
            fill in "[a♔\n]{1,8}",
            times in prop::sample::select(vec![0_usize, 1, 10_000, 60_000]),
            more in prop::sample::select(vec![0_usize, 1, 30_000]),
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..9, "[a♔\n]{0,9}"), 0..4),
        ) {
            let before = fill.repeat(times);
            let mut after = fill.repeat(times + more);
            for (place, len, text) in edits {
                let from = after.floor_char_boundary(place.index(after.len() + 1));
                let to = after.ceil_char_boundary((from + len).min(after.len()));
                after.replace_range(from..to, &text);
            }
            assert_makes(&before, &after);
            assert_makes(&after, &before);
        }
    }
}
