//! The grammar: recursive descent over one game's text, emitting events. It never fails and always advances.

mod movetext;
mod numbers;
mod odd_words;
mod tag;

use std::ops::Range;

use super::boundaries::{begins_movetext, begins_with_number};
use super::comments::{CommentEnd, comment_end};
use super::error::{SyntaxError, SyntaxErrorKind};
use super::json::json_end;
use super::kind::{Node, Token};
use super::lexer::{RawToken, raw_at};
use super::lines::{
    BYTE_ORDER_MARK, are_wide_blanks, at_first_column, at_line_start, is_byte_order_marks, is_space, line_end,
    skip_space,
};
use super::prose::{ProsePlace, begins_in_brackets, prose_end};
use super::tags::tag_slips::slip_end;
use super::words::{self, WordClass};

/// Maximum nesting depth of variations; deeper ones are skipped with one `too-deep` diagnostic.
pub const MAX_DEPTH: usize = 500;

/// Syntactic shape of a half-move, as far as the grammar depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveShape {
    /// A word without spaces.
    #[default]
    Word,
    /// A board of several fields (SFEN); `clocks`: with a half-move clock and a move number (FEN).
    Board { clocks: bool },
    /// Unknown format: any word may be a move (rule B5).
    Unknown,
    /// Bytes from directly after the last tag to the game's end (rule B10).
    Binary,
}

/// Position of a parse in the movetext.
#[derive(Clone, Debug)]
pub struct ParseCursor {
    /// The next byte.
    pub at: usize,
    /// End of the last token that is not white space.
    pub solid: usize,
    /// The last move number.
    pub number: Range<usize>,
    /// The sink must return control to the grammar at this offset or earlier.
    pub until: usize,
}

/// Receives the events of a parse, in text order. Every byte belongs to exactly one token.
pub trait Sink {
    /// A node begins.
    fn start(&mut self, node: Node);
    /// A token of the innermost open node; the range is in bytes of the text.
    fn token(&mut self, token: Token, range: Range<u32>);
    /// The innermost open node, `node`, ends.
    fn finish(&mut self, node: Node);
    /// A structural error; may come after the tokens that it concerns.
    fn error(&mut self, error: SyntaxError);
    /// Fast path: the sink may consume movetext tokens by itself and advance the cursor; the rest is parsed.
    fn run(&mut self, cursor: &mut ParseCursor) {
        let _ = cursor;
    }
    /// Whether to end the parse here, as if the text ended. Called after every token.
    fn stop(&mut self) -> bool {
        false
    }
}

/// Parses the text of one game, as cut by [`super::games::next_game`], at most 4 GiB long.
///
/// `shape_of` maps the value of `MoveFormat` to the shape of half-moves; without the tag they are words.
pub fn parse<S: Sink + ?Sized>(text: &str, shape_of: &dyn Fn(&str) -> MoveShape, sink: &mut S) {
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        at: 0,
        sink,
        shape_of,
        shape: MoveShape::Word,
        format: false,
        tags: false,
        moves: false,
        depth: 0,
        stray: None,
        number: 0..0,
        begin: 0,
        solid: 0,
        solid_is_line: false,
        terminated: false,
        unclosed_comment: false,
        cut_off: false,
        brace: None,
        too_deep: false,
        early: 0,
        held: Vec::new(),
    };
    parser.game();
}

struct Parser<'a, S: ?Sized> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    sink: &'a mut S,
    shape_of: &'a dyn Fn(&str) -> MoveShape,
    shape: MoveShape,
    /// Whether there is a `MoveFormat` tag.
    format: bool,
    tags: bool,
    moves: bool,
    depth: usize,
    /// Pending run of stray text, not yet reported.
    stray: Option<Range<u32>>,
    /// The last move number.
    number: Range<usize>,
    /// Offset of the first byte that is not white space.
    begin: usize,
    /// End of the last token that is not white space, and whether a line end terminates that token.
    solid: usize,
    solid_is_line: bool,
    terminated: bool,
    /// Whether an unclosed comment extends over the rest of the game.
    unclosed_comment: bool,
    /// Whether the text ends within a variation; already reported.
    cut_off: bool,
    /// Cached position and value of the next `{` or `}`.
    brace: Option<(usize, u8)>,
    too_deep: bool,
    /// Number of unmatched `(` before the movetext, which are stray text.
    early: usize,
    /// Pending white space and comments, which belong to the tags or to the movetext.
    held: Vec<(Token, Range<u32>)>,
}

impl<S: Sink + ?Sized> Parser<'_, S> {
    fn game(&mut self) {
        self.sink.start(Node::Game);
        if self.bytes.starts_with(BYTE_ORDER_MARK) {
            self.sink.token(Token::ByteOrderMark, 0..3);
            self.at = 3;
            self.more_marks();
        }
        self.begin = skip_space(self.bytes, self.at);
        self.head();
        if self.shape == MoveShape::Binary && self.tags {
            self.flush_stray(false);
            self.release();
            if self.at < self.bytes.len() {
                self.emit(Token::Binary, self.bytes.len());
            }
        } else if self.at < self.bytes.len() {
            self.sink.start(Node::Movetext);
            self.release();
            self.moves = true;
            self.movetext();
            self.end_of_movetext();
            self.sink.finish(Node::Movetext);
        } else {
            self.flush_stray(false);
            if self.tags {
                self.end_of_movetext();
            }
            self.release();
        }
        self.sink.finish(Node::Game);
    }

    /// Byte order marks after the first one, left by joining an empty file that had a mark.
    fn more_marks(&mut self) {
        let marks = self.bytes[self.at..].chunks(3).take_while(|mark| *mark == BYTE_ORDER_MARK).count();
        if marks > 0 {
            let range = self.range(self.at..self.at + marks * BYTE_ORDER_MARK.len());
            self.sink.token(Token::ByteOrderMark, range.clone());
            self.error(range, SyntaxErrorKind::StrayByteOrderMark);
            self.at += marks * BYTE_ORDER_MARK.len();
        }
    }

    /// Parses everything before the movetext: tags, comments, stray text.
    fn head(&mut self) {
        let mut section = false;
        while self.at < self.bytes.len() {
            let unopened = self.unopened_tag();
            if unopened.is_none() && !self.begins_json() && self.trivia_held() {
                continue;
            }
            if (self.bytes[self.at] == b'[' && !self.is_bracketed_prose()) || unopened.is_some() {
                self.flush_stray(false);
                if !section {
                    self.release();
                    self.sink.start(Node::TagSection);
                    section = true;
                }
                self.release();
                self.tags = true;
                match unopened {
                    Some(tag) => self.tag_without_bracket(tag),
                    None => self.tag(),
                }
                if self.shape == MoveShape::Binary && self.bytes.get(skip_space(self.bytes, self.at)) != Some(&b'[') {
                    break;
                }
                continue;
            }
            let Some((raw, end)) = raw_at(self.bytes, self.at) else { break };
            if is_byte_order_marks(&self.bytes[self.at..end]) {
                self.flush_stray(false);
                let range = self.range(self.at..end);
                self.held.push((Token::ByteOrderMark, range.clone()));
                self.error(range, SyntaxErrorKind::StrayByteOrderMark);
                self.advance(end);
                continue;
            }
            let word = || words::classify(&self.bytes[self.at..end]);
            let place = match self.tags {
                false => Some(ProsePlace::Before),
                true if raw == RawToken::Word && matches!(word(), WordClass::Stray | WordClass::Attempt) => {
                    Some(ProsePlace::Inside)
                }
                true => None,
            };
            if let Some(end) = place.and_then(|place| self.prose(place)) {
                let range = self.range(self.at..end);
                self.error(range.clone(), SyntaxErrorKind::Prose);
                self.held.push((Token::Stray, range));
                self.solid_at(end, true);
                self.advance(end);
                continue;
            }
            if are_wide_blanks(&self.bytes[self.at..end]) {
                self.flush_stray(false);
                let range = self.range(self.at..end);
                self.held.push((Token::Space, range.clone()));
                self.error(range, SyntaxErrorKind::WideBlanks);
                self.advance(end);
                continue;
            }
            let slip = if self.tags { slip_end(self.bytes, self.at, true).flatten() } else { None };
            let glued = slip.is_some();
            let end = slip.unwrap_or(end);
            if (begins_movetext(raw, &self.bytes[self.at..end], self.tags, self.format) && !glued)
                || (raw == RawToken::Number && !self.tags && begins_with_number(self.bytes, end, true) == Some(true))
            {
                break;
            }
            match raw {
                RawToken::ParenOpen if slip.is_none() => self.early += 1,
                RawToken::ParenClose if slip.is_none() => self.early = self.early.saturating_sub(1),
                _ => {}
            }
            let range = self.range(self.at..end);
            self.stray = Some(self.stray.as_ref().map_or(range.start, |s| s.start)..range.end);
            self.held.push((Token::Stray, range));
            self.solid_at(end, false);
            self.advance(end);
        }
        if section {
            if self.stray.is_some() {
                self.flush_stray(false);
                self.release();
            }
            self.sink.finish(Node::TagSection);
        }
    }

    /// Whether a JSON object, which is not a comment, begins here.
    fn begins_json(&self) -> bool {
        !self.tags
            && self.bytes[self.at] == b'{'
            && (self.at == self.begin || at_line_start(self.bytes, self.at))
            && json_end(self.bytes, self.at, true).is_some_and(|end| end > self.at)
    }

    fn is_bracketed_prose(&self) -> bool {
        !self.tags && begins_in_brackets(self.bytes, self.at, true) == Some(true)
    }

    /// End of the lines of prose that begin at the cursor. `None` if a comment may have lost its `{` there.
    fn prose(&mut self, place: ProsePlace) -> Option<usize> {
        let begins = at_line_start(self.bytes, self.at) || (place == ProsePlace::Before && self.at == self.begin);
        if !begins || self.format || (place == ProsePlace::Inside && self.stray.is_some()) {
            return None;
        }
        let end = prose_end(self.bytes, self.at, place, true).filter(|end| *end > self.at)?;
        if place == ProsePlace::Inside && self.end_of_unopened_comment().is_some() {
            return None;
        }
        self.flush_stray(false);
        Some(end)
    }

    /// Consumes white space, a comment or an escape and defers its token. Returns false if there is none.
    fn trivia_held(&mut self) -> bool {
        let Some((token, end)) = self.trivia() else { return false };
        self.held.push((token, self.range(self.at..end)));
        if token != Token::Space {
            self.solid_at(end, token != Token::BraceComment);
        }
        self.at = end;
        true
    }

    /// The white space, comment or escape at the cursor and its end. Reports an unclosed comment.
    fn trivia(&mut self) -> Option<(Token, usize)> {
        let byte = *self.bytes.get(self.at)?;
        match byte {
            _ if is_space(byte) => Some((Token::Space, skip_space(self.bytes, self.at))),
            b'{' => {
                self.flush_stray(false);
                let end = match comment_end(self.bytes, self.at, true) {
                    CommentEnd::Closed(end) => end,
                    CommentEnd::Unclosed(end) => {
                        self.report_unclosed_comment(end);
                        end
                    }
                    CommentEnd::More => self.bytes.len(),
                };
                Some((Token::BraceComment, end))
            }
            b';' => {
                self.flush_stray(false);
                Some((Token::LineComment, line_end(self.bytes, self.at)))
            }
            b'%' if at_first_column(self.bytes, self.at) => {
                self.flush_stray(false);
                Some((Token::Escape, line_end(self.bytes, self.at)))
            }
            _ => None,
        }
    }

    /// Reports a missing `}`: before the terminator that the comment includes, if any, else at its end.
    fn report_unclosed_comment(&mut self, end: usize) {
        let body = self.bytes[self.at..end].trim_ascii_end();
        let word = body.iter().rposition(|&b| is_space(b)).map_or(0, |n| n + 1);
        let swallowed = word > 0 && (&body[word..] == b"*" || words::classify(&body[word..]) == WordClass::Terminator);
        let kept = if swallowed { body[..word].trim_ascii_end().len() } else { body.len() };
        let insert = (self.at + kept) as u32;
        self.unclosed_comment = true;
        let range = self.range(self.at..self.at + 1);
        self.error(range, SyntaxErrorKind::UnclosedComment { insert });
    }

    fn release(&mut self) {
        for (token, range) in self.held.drain(..) {
            self.sink.token(token, range);
        }
    }

    #[inline]
    fn emit(&mut self, token: Token, end: usize) {
        let range = self.range(self.at..end);
        self.sink.token(token, range);
        if token != Token::Space {
            self.solid_at(end, matches!(token, Token::LineComment | Token::Escape));
        }
        self.advance(end);
    }

    /// Advances past a token, or to the end of the text if the sink stops the parse.
    #[inline]
    fn advance(&mut self, end: usize) {
        self.at = if self.sink.stop() { self.bytes.len() } else { end };
    }

    #[inline]
    fn solid_at(&mut self, end: usize, is_line: bool) {
        (self.solid, self.solid_is_line) = (end, is_line);
    }

    fn error(&mut self, range: Range<u32>, kind: SyntaxErrorKind) {
        self.sink.error(SyntaxError { range, kind });
    }

    /// Reports the pending run of stray text.
    fn flush_stray(&mut self, in_tag: bool) {
        if let Some(range) = self.stray.take() {
            self.error(range, SyntaxErrorKind::Stray { in_tag });
        }
    }

    fn range(&self, range: Range<usize>) -> Range<u32> {
        range.start as u32..range.end as u32
    }

    #[inline]
    fn raw(&self) -> Option<(RawToken, usize)> {
        raw_at(self.bytes, self.at)
    }
}
