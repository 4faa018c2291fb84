//! One tag pair (rules B1-B3): each fault is one error, and parsing continues after the tag.

use std::ops::Range;

use super::super::error::SyntaxErrorKind;
use super::super::kind::{Node, Token};
use super::super::lines::at_line_start;
use super::super::tags::unopened_tags::{UnopenedTag, begins_unopened_tag, unopened_tag};
use super::super::tags::{PlainTag, TagFault, TagPart, plain_tag, scan_tag, unquoted};
use super::{Parser, Sink};

impl<S: Sink + ?Sized> Parser<'_, S> {
    /// Parses the tag whose `[` is at the cursor.
    pub(super) fn tag(&mut self) {
        let open = self.at;
        if let Some(PlainTag { name_end, value_end }) = plain_tag(self.bytes, open) {
            return self.tag_without_fault(open, name_end, value_end);
        }
        let mut pieces: Vec<(TagPart, Range<usize>)> = Vec::with_capacity(6);
        let scanned = scan_tag(self.bytes, open, true, |piece, range| pieces.push((piece, range)));
        let Some(mut scanned) = scanned else { return self.emit(Token::Stray, open + 1) };
        let unopened = unopened_value(self.bytes, &mut pieces);
        if unopened.is_some() {
            scanned.fault = scanned.fault.filter(|fault| matches!(fault, TagFault::Unclosed(_)));
        }
        self.sink.start(Node::TagPair);
        let mut tag = ParsedTag::default();
        for (piece, range) in pieces {
            let token = tag.take(piece, &range);
            if matches!(piece, TagPart::BraceComment | TagPart::LineComment) {
                let at = self.range(range.clone());
                self.error(at, SyntaxErrorKind::CommentInTag { tag: open as u32 });
            }
            self.at = range.start;
            self.emit(token, range.end);
        }
        if let Some(value) = unopened {
            let range = self.range(value);
            self.error(range.clone(), SyntaxErrorKind::UnopenedTagValue { insert: range.start });
        }
        for nested in &tag.nested {
            let (range, tag) = (self.range(nested.clone()), self.range(open..scanned.end));
            self.error(range, SyntaxErrorKind::NestedTag { tag });
        }
        self.tag_faults(open, scanned.end, &tag, scanned.fault);
        self.sink.finish(Node::TagPair);
        self.at = scanned.end;
        self.take_format(&tag);
    }

    /// Emits a tag of known parts: one blank after the name, the `]` at `value_end`.
    fn tag_without_fault(&mut self, open: usize, name_end: usize, value_end: usize) {
        self.sink.start(Node::TagPair);
        let value = name_end + 1..value_end;
        for (token, range) in [
            (Token::TagOpen, open..open + 1),
            (Token::TagName, open + 1..name_end),
            (Token::Space, name_end..value.start),
            (Token::TagValue, value.clone()),
            (Token::TagClose, value_end..value_end + 1),
        ] {
            self.at = range.start;
            self.emit(token, range.end);
        }
        self.sink.finish(Node::TagPair);
        self.at = value_end + 1;
        self.take_format(&ParsedTag { name: Some(open + 1..name_end), value: Some(value), ..ParsedTag::default() });
    }

    /// The tag on the line at the cursor that lacks only its `[`.
    #[inline]
    pub(super) fn unopened_tag(&self) -> Option<UnopenedTag> {
        let may_be = begins_unopened_tag(self.bytes[self.at]) && at_line_start(self.bytes, self.at);
        if may_be { unopened_tag(self.bytes, self.at, true).flatten() } else { None }
    }

    /// Parses a tag without its `[`; the cursor is at its name, or at the character in place of the `[`.
    pub(super) fn tag_without_bracket(&mut self, tag: UnopenedTag) {
        let UnopenedTag { name, value, end } = tag;
        let open = self.at;
        self.sink.start(Node::TagPair);
        if name.start > open {
            self.emit(Token::TagOpen, name.start);
        }
        self.emit(Token::TagName, name.end);
        self.emit(Token::Space, value.start);
        self.emit(Token::TagValue, value.end);
        if value.end < end - 1 {
            self.emit(Token::Space, end - 1);
        }
        self.emit(Token::TagClose, end);
        let whole = self.range(open..end);
        let sign = self.range(open..name.start);
        self.error(whole, SyntaxErrorKind::UnopenedTag { sign });
        self.sink.finish(Node::TagPair);
        self.take_format(&ParsedTag { name: Some(name), value: Some(value), ..ParsedTag::default() });
    }

    /// Sets the shape of half-moves from `MoveFormat`, of which the last one counts (rule B11).
    fn take_format(&mut self, tag: &ParsedTag) {
        if let (Some(name), Some(value)) = (&tag.name, &tag.value)
            && &self.text[name.clone()] == "MoveFormat"
        {
            self.format = true;
            self.shape = (self.shape_of)(unquoted(&self.text[value.clone()]));
        }
    }

    fn tag_faults(&mut self, open: usize, end: usize, tag: &ParsedTag, fault: Option<TagFault>) {
        let whole = self.range(open..end);
        match fault {
            Some(TagFault::UnclosedValue { value, close }) => {
                let kind = SyntaxErrorKind::UnclosedTagValue { insert: value.end as u32, close };
                let range = self.range(value);
                return self.error(range, kind);
            }
            Some(TagFault::Doubled { open, close }) => {
                let close = close.map(|close| self.range(close..close + 1));
                let range = self.range(open..open + 1);
                return self.error(range, SyntaxErrorKind::DoubledBracket { close });
            }
            Some(TagFault::LineEnd(value)) => {
                let range = self.range(value);
                self.error(range, SyntaxErrorKind::LineEndInTagValue);
            }
            // Without a name, one of the quotes may be a letter of it.
            Some(TagFault::InnerQuotes(_)) if tag.name.is_none() => {}
            Some(TagFault::InnerQuotes(value)) => {
                let range = self.range(value);
                self.error(range.clone(), SyntaxErrorKind::ExtraTagValue { quotes: Some(range) });
            }
            Some(TagFault::Unclosed(insert)) => {
                self.error(whole.clone(), SyntaxErrorKind::UnclosedTag { insert: insert as u32, wrong: None });
                if tag.value.is_none() {
                    return;
                }
            }
            Some(TagFault::WrongClose(sign)) => {
                let wrong = self.range(sign);
                let kind = SyntaxErrorKind::UnclosedTag { insert: wrong.start, wrong: Some(wrong) };
                self.error(whole.clone(), kind);
            }
            None => {}
        }
        match (&tag.name, &tag.value) {
            (None, _) => self.error(whole, SyntaxErrorKind::MissingTagName),
            // The text in place of the value has been reported.
            (Some(_), None) if !tag.nested.is_empty() => {}
            (Some(_), None) => {
                let bare = tag.bare.clone().map(|bare| self.range(bare));
                return self.error(whole, SyntaxErrorKind::MissingTagValue { bare });
            }
            _ => {}
        }
        if let (Some(extra), Some(name), Some(bare)) = (&tag.extra_name, &tag.name, &tag.bare) {
            let written = self.range(name.start.min(bare.start)..bare.end);
            let range = self.range(extra.clone());
            self.error(range, SyntaxErrorKind::ExtraTagName { written });
        }
        if let Some(range) = &tag.extra_value {
            let range = self.range(range.clone());
            self.error(range, SyntaxErrorKind::ExtraTagValue { quotes: None });
        }
        if let Some(range) = tag.junk.as_ref().filter(|_| tag.extra_name.is_none()) {
            let range = self.range(range.clone());
            self.error(range, SyntaxErrorKind::Stray { in_tag: true });
        }
    }
}

/// Joins the parts of a value that lacks its opening quote, as in `[White Carlsen"]`, and returns its range.
fn unopened_value(bytes: &[u8], pieces: &mut Vec<(TagPart, Range<usize>)>) -> Option<Range<usize>> {
    let name = pieces.iter().position(|(piece, _)| *piece == TagPart::Name)?;
    let quote = pieces.iter().position(|(piece, _)| *piece == TagPart::Value)?;
    let first = name + 1 + pieces.get(name + 1..quote)?.iter().position(|(piece, _)| *piece != TagPart::Space)?;
    let plain = |(piece, _): &(TagPart, Range<usize>)| matches!(piece, TagPart::Name | TagPart::Junk | TagPart::Space);
    if &bytes[pieces[quote].1.clone()] != b"\"" || !pieces[first..quote].iter().all(plain) {
        return None;
    }
    let value = pieces[first].1.start..pieces[quote].1.end;
    pieces.splice(first..=quote, [(TagPart::Value, value.clone())]);
    Some(value)
}

/// The parts of a tag, collected one by one.
#[derive(Default)]
struct ParsedTag {
    name: Option<Range<usize>>,
    value: Option<Range<usize>>,
    /// Words after the name, before any value.
    bare: Option<Range<usize>>,
    extra_name: Option<Range<usize>>,
    extra_value: Option<Range<usize>>,
    junk: Option<Range<usize>>,
    /// Nested tag pairs.
    nested: Vec<Range<usize>>,
}

impl ParsedTag {
    fn take(&mut self, piece: TagPart, range: &Range<usize>) -> Token {
        match piece {
            TagPart::Open => Token::TagOpen,
            TagPart::Close => Token::TagClose,
            TagPart::Space => Token::Space,
            TagPart::BraceComment => Token::BraceComment,
            TagPart::LineComment => Token::LineComment,
            TagPart::Escape => Token::Escape,
            TagPart::Doubled => Token::Stray,
            TagPart::Nested => {
                self.nested.push(range.clone());
                Token::Stray
            }
            TagPart::Name if self.name.is_none() && self.value.is_none() => {
                self.name = Some(range.clone());
                Token::TagName
            }
            TagPart::Value if self.value.is_none() => {
                self.value = Some(range.clone());
                Token::TagValue
            }
            TagPart::Name if self.value.is_none() => {
                extend(&mut self.bare, range);
                extend(&mut self.extra_name, range);
                Token::Stray
            }
            TagPart::Junk if self.value.is_none() => {
                extend(&mut self.bare, range);
                extend(&mut self.junk, range);
                Token::Stray
            }
            _ => {
                extend(&mut self.extra_value, range);
                Token::Stray
            }
        }
    }
}

fn extend(run: &mut Option<Range<usize>>, range: &Range<usize>) {
    *run = Some(run.as_ref().map_or(range.start, |r| r.start)..range.end);
}
