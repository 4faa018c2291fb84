//! One tag pair (rules B1-B3): each fault is one error, and the parser goes on after the tag.

use std::ops::Range;

use super::super::error::SyntaxErrorKind;
use super::super::kind::{Node, Token};
use super::super::tags::{Piece, TagFault, scan_tag};
use super::{Parser, Sink};

impl<S: Sink> Parser<'_, S> {
    /// Parses the tag at the cursor, which stands on its `[`.
    pub(super) fn tag(&mut self) {
        let open = self.at;
        let mut pieces: Vec<(Piece, Range<usize>)> = Vec::with_capacity(6);
        let scanned = scan_tag(self.bytes, open, true, |piece, range| pieces.push((piece, range)));
        let Some(scanned) = scanned else { return self.emit(Token::Stray, open + 1) };
        self.sink.start(Node::TagPair);
        let mut tag = Tag::default();
        for (piece, range) in pieces {
            let token = tag.take(piece, &range);
            if matches!(piece, Piece::BraceComment | Piece::LineComment) {
                let at = self.range(range.clone());
                self.error(at, SyntaxErrorKind::CommentInTag { tag: open as u32 });
            }
            self.at = range.start;
            self.emit(token, range.end);
        }
        self.tag_faults(open, scanned.end, &tag, scanned.fault);
        self.sink.finish(Node::TagPair);
        self.at = scanned.end;
        if let (Some(name), Some(value)) = (&tag.name, &tag.value)
            && &self.text[name.clone()] == "MoveFormat"
            && !self.format
        {
            self.format = true;
            self.shape = (self.shape_of)(unquoted(&self.text[value.clone()]));
        }
    }

    fn tag_faults(&mut self, open: usize, end: usize, tag: &Tag, fault: Option<TagFault>) {
        let whole = self.range(open..end);
        match fault {
            Some(TagFault::UnclosedValue { value, close }) => {
                let kind = SyntaxErrorKind::UnclosedTagValue { insert: value.end as u32, close };
                let range = self.range(value);
                return self.error(range, kind);
            }
            Some(TagFault::LineEnd(value)) => {
                let range = self.range(value);
                return self.error(range, SyntaxErrorKind::LineEndInTagValue);
            }
            Some(TagFault::InnerQuotes(value)) => {
                let range = self.range(value);
                return self.error(range.clone(), SyntaxErrorKind::ExtraTagValue { quotes: Some(range) });
            }
            Some(TagFault::Unclosed(insert)) => {
                self.error(whole.clone(), SyntaxErrorKind::UnclosedTag { insert: insert as u32 });
                if tag.value.is_none() {
                    return;
                }
            }
            None => {}
        }
        match (&tag.name, &tag.value) {
            (None, _) => self.error(whole, SyntaxErrorKind::MissingTagName),
            (Some(_), None) => {
                let bare = tag.bare.clone().map(|bare| self.range(bare));
                return self.error(whole, SyntaxErrorKind::MissingTagValue { bare });
            }
            _ => {}
        }
        if let Some(range) = &tag.extra_name {
            let range = self.range(range.clone());
            self.error(range, SyntaxErrorKind::ExtraTagName);
        }
        if let Some(range) = &tag.extra_value {
            let range = self.range(range.clone());
            self.error(range, SyntaxErrorKind::ExtraTagValue { quotes: None });
        }
        if let Some(range) = &tag.junk {
            let range = self.range(range.clone());
            self.error(range, SyntaxErrorKind::Stray { in_tag: true });
        }
    }
}

/// What stands in a tag, gathered piece by piece.
#[derive(Default)]
struct Tag {
    name: Option<Range<usize>>,
    value: Option<Range<usize>>,
    /// Words after the name, before any value.
    bare: Option<Range<usize>>,
    extra_name: Option<Range<usize>>,
    extra_value: Option<Range<usize>>,
    junk: Option<Range<usize>>,
}

impl Tag {
    fn take(&mut self, piece: Piece, range: &Range<usize>) -> Token {
        match piece {
            Piece::Open => Token::TagOpen,
            Piece::Close => Token::TagClose,
            Piece::Space => Token::Space,
            Piece::BraceComment => Token::BraceComment,
            Piece::LineComment => Token::LineComment,
            Piece::Escape => Token::Escape,
            Piece::Name if self.name.is_none() && self.value.is_none() => {
                self.name = Some(range.clone());
                Token::TagName
            }
            Piece::Value if self.value.is_none() => {
                self.value = Some(range.clone());
                Token::TagValue
            }
            Piece::Name if self.value.is_none() => {
                extend(&mut self.bare, range);
                extend(&mut self.extra_name, range);
                Token::Stray
            }
            Piece::Junk if self.value.is_none() => {
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

/// The text between the quotes of a value; a quote that is missing is not missed.
pub(super) fn unquoted(value: &str) -> &str {
    let value = value.strip_prefix('"').unwrap_or(value);
    value.strip_suffix('"').unwrap_or(value)
}
