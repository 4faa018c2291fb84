//! The end of a tag, and its parts: shared by the grammar and the game scanner.

pub(in crate::syntax) mod inner_tags;
pub(in crate::syntax) mod tag_section;
pub(in crate::syntax) mod tag_slips;
pub(in crate::syntax) mod torn_tags;
pub(in crate::syntax) mod unopened_tags;

use std::ops::Range;

use super::comments::{CommentEnd, comment_end, is_tag_pair};
use super::lines::{at_first_column, is_line_end, is_space, line_end, skip_blanks, skip_space};
use super::quotes::{ClosingQuote, closing_quote, quote_and_close};
use inner_tags::{nested_end, pair_end};
use torn_tags::{begins_no_comment, goes_on_torn, is_for_quote};
use unopened_tags::wrong_close;

/// A part of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum TagPart {
    Open,
    Space,
    /// Letters, digits and `_` (rule B1).
    Name,
    /// A quoted value, with those of its quotes that are present.
    Value,
    BraceComment,
    LineComment,
    Escape,
    /// A complete tag pair inside the tag, which is not allowed there (rule B3).
    Nested,
    /// A doubled bracket.
    Doubled,
    /// Anything else.
    Junk,
    Close,
}

/// An error of the tag as a whole; the grammar derives other errors from the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum TagFault {
    /// Missing `]`; insert it here.
    Unclosed(usize),
    /// Another character, at the end of its line, replaces the `]`.
    WrongClose(Range<usize>),
    /// The value lacks its closing quote; `close`: the `]` is missing too.
    UnclosedValue { value: Range<usize>, close: bool },
    /// The value continues over line ends.
    LineEnd(Range<usize>),
    /// The value holds unescaped quotes.
    InnerQuotes(Range<usize>),
    /// A second `[` precedes the name; offsets of the superfluous `[` and of a second `]`, if any.
    Doubled { open: usize, close: Option<usize> },
}

/// End and error of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct TagEnd {
    pub end: usize,
    pub fault: Option<TagFault>,
}

/// A tag in the usual form: `[Name "value"]`.
pub(in crate::syntax) struct PlainTag {
    pub name_end: usize,
    /// Offset after the closing quote, where the `]` is.
    pub value_end: usize,
}

/// The tag whose `[` is at `open`, if one blank separates name and value, and the value holds no quote.
#[inline(always)]
pub(in crate::syntax) fn plain_tag(bytes: &[u8], open: usize) -> Option<PlainTag> {
    let name_end = open + 1 + bytes[open + 1..].iter().position(|byte| !is_name(*byte)).filter(|len| *len > 0)?;
    if !matches!(bytes[name_end..], [b' ', b'"', ..]) {
        return None;
    }
    let quote = name_end + 2 + memchr::memchr3(b'"', b'\n', b'\r', &bytes[name_end + 2..])?;
    let closes = matches!(bytes[quote..], [b'"', b']', ..]) && bytes[quote - 1] != b'\\';
    closes.then_some(PlainTag { name_end, value_end: quote + 1 })
}

/// Scans the tag at `open` and passes on each part. `None` if more text is needed (only without `last`).
///
/// White space, including line ends, may separate the parts (rule B1). A value ends on its line (rule B2), but one that
/// plainly continues (its quote and `]` come before an empty line or another tag) is taken whole. A tag without its `]`
/// ends after its value, at the end of its line, or before the next `[`.
pub(in crate::syntax) fn scan_tag(
    bytes: &[u8],
    open: usize,
    last: bool,
    mut hand_on: impl FnMut(TagPart, Range<usize>),
) -> Option<TagEnd> {
    hand_on(TagPart::Open, open..open + 1);
    if let Some(tag) = plain_tag(bytes, open) {
        hand_on(TagPart::Name, open + 1..tag.name_end);
        hand_on(TagPart::Space, tag.name_end..tag.name_end + 1);
        hand_on(TagPart::Value, tag.name_end + 1..tag.value_end);
        hand_on(TagPart::Close, tag.value_end..tag.value_end + 1);
        return Some(TagEnd { end: tag.value_end + 1, fault: None });
    }
    if bytes.get(open + 1) == Some(&b'[') && is_tag_pair(bytes, open + 1, last)? {
        return doubled(bytes, open, last, hand_on);
    }
    if bytes.len() == open + 1 && !last {
        return None;
    }
    // White space belongs to the tag only if more of the tag follows.
    let mut space = None;
    let mut piece = |piece, range| match piece {
        TagPart::Space => space = Some(range),
        _ => {
            if let Some(range) = space.take() {
                hand_on(TagPart::Space, range);
            }
            hand_on(piece, range);
        }
    };
    let (mut at, mut solid) = (open + 1, open + 1);
    let (mut name, mut value) = (false, false);
    // Brackets before this offset belong to nested tags.
    let mut nested = open;
    let mut fault = None;
    let unclosed = |solid: usize, fault: Option<TagFault>| {
        Some(TagEnd { end: solid, fault: fault.or(Some(TagFault::Unclosed(solid))) })
    };
    loop {
        let Some(&byte) = bytes.get(at) else {
            return if last { unclosed(solid, fault) } else { None };
        };
        let end = match byte {
            b'[' | b']'
                if (name || at == open + 1)
                    && !value
                    && (goes_on_torn(bytes, at, last)? || is_for_quote(bytes, at, last)?) =>
            {
                piece(TagPart::Junk, at..at + 1);
                at + 1
            }
            b']' => {
                piece(TagPart::Close, at..at + 1);
                return Some(TagEnd { end: at + 1, fault });
            }
            _ if value && let Some(end) = wrong_close(bytes, at, last)? => {
                piece(TagPart::Close, at..end);
                return Some(TagEnd { end, fault: fault.or(Some(TagFault::WrongClose(at..end))) });
            }
            b'[' if at < nested
                && let Some(end) = pair_end(bytes, at) =>
            {
                piece(TagPart::Nested, at..end);
                end
            }
            b'[' if name && let Some(end) = nested_end(bytes, at, value, last)? => {
                nested = end;
                continue;
            }
            b'[' => return unclosed(solid, fault),
            _ if is_space(byte) => {
                let end = skip_space(bytes, at);
                let broken = bytes[at..end].iter().any(|&b| is_line_end(b));
                match bytes.get(end) {
                    None if !last => return None,
                    None => return unclosed(solid, fault),
                    // A comment on a later line belongs to the movetext, and the `]` is missing.
                    Some(b'{') if value && broken => return unclosed(solid, fault),
                    Some(b']' | b'{') => {}
                    Some(b'%') if broken => {}
                    Some(b'"') if !(value && broken) => {}
                    Some(b'[') if end < nested => {}
                    Some(b'[') if name && !broken && nested_end(bytes, end, value, last)?.is_some() => {}
                    Some(b'[') if name && !value && !broken && is_for_quote(bytes, end, last)? => {}
                    Some(b'[') => return unclosed(solid, fault),
                    Some(b';') => match bytes.get(skip_space(bytes, line_end(bytes, end))) {
                        None if !last => return None,
                        Some(b']') => {}
                        Some(b'"') if !value => {}
                        Some(next) if !name && next.is_ascii_alphabetic() => {}
                        _ if value || broken => return unclosed(solid, fault),
                        _ => {}
                    },
                    Some(next) if !name && (next.is_ascii_alphabetic() || !broken) => {}
                    Some(_) if broken || (value && !closes_on_line(bytes, end, last)?) => {
                        return unclosed(solid, fault);
                    }
                    Some(_) => {}
                }
                piece(TagPart::Space, at..end);
                at = end;
                continue;
            }
            b'"' => {
                let found = scan_value(bytes, at, last)?;
                piece(TagPart::Value, at..found.end);
                value = true;
                fault = fault.or(found.fault.clone());
                if matches!(found.fault, Some(TagFault::UnclosedValue { close: true, .. })) {
                    return Some(TagEnd { end: found.end, fault });
                }
                found.end
            }
            b'{' if begins_no_comment(bytes, at, (name, value), last)? => {
                piece(TagPart::Junk, at..at + 1);
                at + 1
            }
            b'{' => match comment_end(bytes, at, last) {
                CommentEnd::Closed(end) => {
                    piece(TagPart::BraceComment, at..end);
                    end
                }
                CommentEnd::Unclosed(_) => return unclosed(solid, fault),
                CommentEnd::More => return None,
            },
            b';' | b'%' if byte == b';' || at_first_column(bytes, at) => {
                let end = line_end(bytes, at);
                if end == bytes.len() && !last {
                    return None;
                }
                piece(if byte == b';' { TagPart::LineComment } else { TagPart::Escape }, at..end);
                end
            }
            _ if is_name(byte) => {
                let end = bytes[at..].iter().position(|&b| !is_name(b)).map_or(bytes.len(), |n| at + n);
                if value && !closes_on_line(bytes, at, last)? {
                    return unclosed(solid, fault);
                }
                piece(TagPart::Name, at..end);
                name = true;
                end
            }
            _ => {
                if value && !closes_on_line(bytes, at, last)? {
                    return unclosed(solid, fault);
                }
                let ends = |&b: &u8| is_space(b) || is_name(b) || matches!(b, b'"' | b']' | b'[' | b'{' | b';');
                let end = bytes[at + 1..].iter().position(ends).map_or(bytes.len(), |n| at + 1 + n);
                piece(TagPart::Junk, at..end);
                end
            }
        };
        (at, solid) = (end, end);
    }
}

/// The tag pair with two `[`, of which the first is at `open`. It ends with its second `]`, or with the only one.
fn doubled(bytes: &[u8], open: usize, last: bool, mut hand_on: impl FnMut(TagPart, Range<usize>)) -> Option<TagEnd> {
    let name = open + 2..open + 2 + bytes[open + 2..].iter().take_while(|byte| is_name(**byte)).count();
    let quote = skip_blanks(bytes, name.end);
    let ClosingQuote::At(value) = closing_quote(bytes, quote + 1) else { return None };
    let close = skip_blanks(bytes, value + 1);
    let second = bytes.get(close + 1);
    if second.is_none() && !last {
        return None;
    }
    let second = (second == Some(&b']')).then_some(close + 1);
    for (piece, range) in [
        (TagPart::Doubled, open + 1..name.start),
        (TagPart::Name, name.clone()),
        (TagPart::Space, name.end..quote),
        (TagPart::Value, quote..value + 1),
        (TagPart::Space, value + 1..close),
    ] {
        if !range.is_empty() {
            hand_on(piece, range);
        }
    }
    if second.is_some() {
        hand_on(TagPart::Doubled, close..close + 1);
    }
    let end = second.unwrap_or(close) + 1;
    hand_on(TagPart::Close, end - 1..end);
    Some(TagEnd { end, fault: Some(TagFault::Doubled { open, close: second }) })
}

pub(in crate::syntax) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a `]` comes on this line before any other opening character. `None` if more text is needed.
fn closes_on_line(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let stop = bytes[at..].iter().find(|b| matches!(b, b']' | b'[' | b'{' | b'\n' | b'\r'));
    if stop.is_none() && !last { None } else { Some(stop == Some(&b']')) }
}

/// Maximum number of lines over which an unclosed value may continue.
pub(in crate::syntax) const LINES: usize = 8;

/// Scans the value whose opening quote is at `open`.
fn scan_value(bytes: &[u8], open: usize, last: bool) -> Option<TagEnd> {
    let close = match closing_quote(bytes, open + 1) {
        ClosingQuote::At(close) => close,
        ClosingQuote::None(line) if line == bytes.len() && !last => return None,
        ClosingQuote::None(line) => return over_line_ends(bytes, open, line, last),
    };
    let blank = bytes[close + 1..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let next = bytes.get(close + 1 + blank);
    if next.is_none() && !last {
        return None;
    }
    let whole =
        matches!(next, None | Some(b']' | b'[' | b'{' | b';' | b'\n' | b'\r')) || (blank > 0 && next == Some(&b'"'));
    if !whole && let Some(end) = quote_and_close(bytes, close + 1) {
        return Some(TagEnd { end, fault: Some(TagFault::InnerQuotes(open..end)) });
    }
    Some(TagEnd { end: close + 1, fault: None })
}

/// Scans a value that is not closed before its line's end, `line`: it continues over line ends, or lacks its quote.
fn over_line_ends(bytes: &[u8], open: usize, line: usize, last: bool) -> Option<TagEnd> {
    let mut from = line;
    for _ in 0..LINES {
        if from >= bytes.len() {
            break;
        }
        let start = (from + if bytes[from..].starts_with(b"\r\n") { 2 } else { 1 }).min(bytes.len());
        let end = line_end(bytes, start);
        let text = &bytes[start..end];
        if text.trim_ascii().is_empty() && (end < bytes.len() || last) || text.trim_ascii_start().starts_with(b"[") {
            break;
        }
        if let Some(end) = quote_and_close(bytes, start) {
            return Some(TagEnd { end, fault: Some(TagFault::LineEnd(open..end)) });
        }
        if end == bytes.len() && !last {
            return None;
        }
        from = end;
    }
    let text = bytes[open..line].trim_ascii_end();
    let (end, close) = match text.strip_suffix(b"]") {
        Some(value) => (open + value.trim_ascii_end().len(), false),
        None => (open + text.len(), true),
    };
    Some(TagEnd { end, fault: Some(TagFault::UnclosedValue { value: open..end, close }) })
}

/// The text between the quotes of a value; missing quotes are tolerated.
pub(in crate::syntax) fn unquoted(value: &str) -> &str {
    let value = value.strip_prefix('"').unwrap_or(value);
    value.strip_suffix('"').unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> (&str, Option<&'static str>) {
        let end = scan_tag(text.as_bytes(), 0, true, |_, _| {}).unwrap();
        let fault = end.fault.map(|fault| match fault {
            TagFault::Unclosed(_) => "unclosed",
            TagFault::WrongClose(_) => "bracket",
            TagFault::UnclosedValue { .. } => "value",
            TagFault::LineEnd(_) => "line end",
            TagFault::InnerQuotes(_) => "quotes",
            TagFault::Doubled { .. } => "doubled",
        });
        (&text[..end.end], fault)
    }

    #[test]
    fn tags_end_where_they_should() {
        for (text, end, fault) in [
            ("[A \"b\"] x", "[A \"b\"]", None),
            ("[A \"b\\\"]\"] x", "[A \"b\\\"]\"]", None),
            ("[A \"b]]\"] x", "[A \"b]]\"]", None),
            ("[\n A\n\"b\"\n] x", "[\n A\n\"b\"\n]", None),
            ("[A \"b\"\n[C \"d\"]", "[A \"b\"", Some("unclosed")),
            ("[A \"b\" 1. e4 e5", "[A \"b\"", Some("unclosed")),
            ("[A \"b\" junk]", "[A \"b\" junk]", None),
            ("[A \"b]\n1. e4", "[A \"b]", Some("value")),
            ("[A \"b\n1. e4", "[A \"b", Some("value")),
            ("[A \"b\nc\"]\n1. e4", "[A \"b\nc\"]", Some("line end")),
            ("[A \"SK\"Vlado\"-2\"] x", "[A \"SK\"Vlado\"-2\"]", Some("quotes")),
            ("[A {\"b\"]\n[C \"d\"] {x}", "[A {\"b\"]", None),
            ("[A {\"b\"] x} \"c\"] x", "[A {\"b\"] x} \"c\"]", None),
            ("[A \"b\"\"\n[C \"d\"]", "[A \"b\"\"", Some("bracket")),
            ("[A {x} \"b\"] x", "[A {x} \"b\"]", None),
            ("[A [B \"c\"]", "[A", Some("unclosed")),
            ("[[A \"b\"]] x", "[[A \"b\"]]", Some("doubled")),
            ("[[A \"b\"] x", "[[A \"b\"]", Some("doubled")),
            ("[[A \"b\" [C \"d\"]]", "[", Some("unclosed")),
            ("[[A \"b\"\n", "[", Some("unclosed")),
            ("[A [B \"c\"] \"d\"] x", "[A [B \"c\"] \"d\"]", None),
            ("[A \"d\" [B \"c\"]] x", "[A \"d\" [B \"c\"]]", None),
            ("[A [B \"c\"] [C \"e\"] \"d\"] x", "[A [B \"c\"] [C \"e\"] \"d\"]", None),
            ("[A [B \"c\"]] x", "[A [B \"c\"]]", None),
            ("[A [B \"c\"][C \"e\"]\n", "[A", Some("unclosed")),
            ("[A [B \"c\"] \"d\"\n[C \"e\"]", "[A", Some("unclosed")),
            ("[A \"d\" [B \"c\"]\n", "[A \"d\"", Some("unclosed")),
            ("[A [b] x", "[A", Some("unclosed")),
            ("[A\n\n1. e4", "[A", Some("unclosed")),
            ("[White Carlsen]\n", "[White Carlsen]", None),
            ("[", "[", Some("unclosed")),
            ("[A \"", "[A \"", Some("value")),
        ] {
            assert_eq!(scan(text), (end, fault), "{text:?}");
        }
    }
}
