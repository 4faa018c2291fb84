//! Brackets that a slip has put inside a tag: in its name, or for the opening quote of its value.

use crate::syntax::lines::{is_line_end, skip_blanks};
use crate::syntax::quotes::{ClosingQuote, closing_quote, value_in_brace};
use crate::syntax::tags::is_name;

/// Whether a tag goes on behind the `]` or `{` at `at` with the rest of its name, or with its value: `[]Result "*"]`,
/// `[Re{sult "*"]`, `[Re]sult "*"]`, `[Result] "*"]`. `None` if more text is needed (only without `last`).
pub(in crate::syntax) fn goes_on_torn(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    if !matches!(bytes[at], b']' | b'{') {
        return Some(false);
    }
    let name = at + 1 + bytes[at + 1..].iter().take_while(|byte| is_name(**byte)).count();
    let quote = skip_blanks(bytes, name);
    match bytes.get(quote) {
        None if !last => return None,
        Some(b'"') if name > at + 1 || bytes[at] == b']' => {}
        _ => return Some(false),
    }
    match closing_quote(bytes, quote + 1) {
        ClosingQuote::At(value) => match bytes.get(skip_blanks(bytes, value + 1)) {
            None if !last => None,
            next => Some(next == Some(&b']')),
        },
        ClosingQuote::None(stop) => (last || stop < bytes.len()).then_some(false),
    }
}

/// Whether the `{` at `at` is a slip, and begins no comment: before the tag's value or for its quote, in its name, or
/// before the `]` that ends the line. `has`: the tag's name and value have been read. `None` if more text is needed (only
/// without `last`).
pub(in crate::syntax) fn begins_no_comment(bytes: &[u8], at: usize, has: (bool, bool), last: bool) -> Option<bool> {
    let (has_name, has_value) = has;
    if has_value {
        let close = skip_blanks(bytes, at + 1);
        return match bytes.get(close) {
            Some(b']') => match bytes.get(skip_blanks(bytes, close + 1)) {
                None if !last => None,
                next => Some(next.is_none_or(|byte| is_line_end(*byte))),
            },
            None if !last => None,
            _ => Some(false),
        };
    }
    let is_slip = value_in_brace(bytes, at, last)? || goes_on_torn(bytes, at, last)?;
    Some(is_slip || has_name && is_for_quote(bytes, at, last)?)
}

/// Whether the bracket at `at`, behind a blank, stands for the opening quote of a value, whose closing quote is before the
/// tag's `]`: `[White ]Carlsen"]`. `None` if more text is needed (only without `last`).
pub(in crate::syntax) fn is_for_quote(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    if !matches!(bytes[at - 1], b' ' | b'\t') {
        return Some(false);
    }
    let Some(len) = bytes[at + 1..].iter().position(|byte| b"[]{}\";".contains(byte) || is_line_end(*byte)) else {
        return last.then_some(false);
    };
    let quote = at + 1 + len;
    match bytes.get(skip_blanks(bytes, quote + 1)) {
        _ if bytes[quote] != b'"' || len == 0 => Some(false),
        None if !last => None,
        next => Some(next == Some(&b']')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brace_before_the_last_bracket_of_a_line_begins_no_comment() {
        for (text, expected) in [
            ("{]\n", Some(true)),
            ("{ ] \n", Some(true)),
            ("{] x\n", Some(false)),
            ("{}]", Some(false)),
            ("{", None),
            ("{]", None),
            ("{ ", None),
        ] {
            assert_eq!(begins_no_comment(text.as_bytes(), 0, (true, true), false), expected, "{text:?}");
            let whole = begins_no_comment(text.as_bytes(), 0, (true, true), true);
            assert_eq!(whole, expected.or(Some(text.ends_with(']'))), "{text:?}");
        }
    }

    #[test]
    fn a_beginning_does_not_decide_what_a_bracket_is() {
        for (text, is_torn, stands_for_quote) in [
            ("[Re]sult \"*\"] x", true, false),
            ("[Re] sult \"*\"] x", false, false),
            ("[Re] \"*\"] x", true, false),
            ("[Re]sult \"*\n", false, false),
            ("[Re]1. e4 e5 *\n", false, false),
            ("[Re ]a b\"] x", false, true),
            ("[Re ]a b\n", false, false),
            ("[Re ]\"a\"] x", true, false),
        ] {
            let at = text.find(']').expect("a bracket");
            let bytes = text.as_bytes();
            assert_eq!(goes_on_torn(bytes, at, true), Some(is_torn), "{text:?}");
            assert_eq!(is_for_quote(bytes, at, true), Some(stands_for_quote), "{text:?}");
            for end in at + 1..text.len() {
                let seen = &bytes[..end];
                assert!(goes_on_torn(seen, at, false).is_none_or(|seen| seen == is_torn), "{}", &text[..end]);
                assert!(is_for_quote(seen, at, false).is_none_or(|seen| seen == stands_for_quote), "{}", &text[..end]);
            }
        }
    }
}
