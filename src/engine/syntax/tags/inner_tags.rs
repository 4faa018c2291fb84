//! Tag pairs inside another tag.

use crate::syntax::comments::is_tag_pair;
use crate::syntax::lines::{is_line_end, skip_blanks};
use crate::syntax::quotes::{ClosingQuote, closing_quote};

/// End of the tag pairs that begin at `open` inside another tag, which continues after them on the same line: with its
/// value, unless it has one or lacks it, and its `]`. The inner `None` means that the outer tag was not closed; the
/// outer `None` means that more text is needed.
pub(in crate::syntax) fn nested_end(bytes: &[u8], open: usize, value: bool, last: bool) -> Option<Option<usize>> {
    let mut at = open;
    while bytes.get(at) == Some(&b'[') && is_tag_pair(bytes, at, last)? {
        let Some(end) = pair_end(bytes, at) else { return Some(None) };
        at = skip_blanks(bytes, end);
    }
    let end = at;
    if end == open {
        return Some(None);
    }
    if bytes.get(at) == Some(&b'"') && !value {
        match closing_quote(bytes, at + 1) {
            ClosingQuote::At(quote) => at = skip_blanks(bytes, quote + 1),
            ClosingQuote::None(stop) => at = stop,
        }
    }
    match bytes.get(at) {
        None if !last => None,
        next => Some((next == Some(&b']')).then_some(end)),
    }
}

/// End of the complete tag pair that begins at `open`; `None` if its value is not closed on its line.
pub(in crate::syntax) fn pair_end(bytes: &[u8], open: usize) -> Option<usize> {
    let quote = bytes[open..].iter().position(|byte| *byte == b'"' || is_line_end(*byte))?;
    match closing_quote(bytes, open + quote + 1) {
        ClosingQuote::At(quote) => Some(skip_blanks(bytes, quote + 1) + 1),
        ClosingQuote::None(_) => None,
    }
}
