//! The movetext of PGN's export format: each token of a game, in order, on wrapped lines.

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::Color;

use super::line_count::LineCount;
use super::wrap::LineWrapper;
use crate::convert::half_moves::Speller;
use crate::convert::losses::stray_text::is_of_unknown_variant;
use crate::convert::losses::unread_half_moves::UnreadHalfMoves;
use crate::convert::numbers::WrittenNumber;
use crate::convert::placement::comments::inline;
use crate::convert::portable::braced;
use crate::notation::nag;
use crate::replay::{MoveCursor, Resolved, ResolvedMove};
use crate::score::{OutlineToken, slice};
use crate::syntax::Token;

/// A comment with its `}`: an unclosed one would include the text after it.
pub fn closed(comment: &str) -> Cow<'_, str> {
    if comment.starts_with('{') && !comment.ends_with('}') { format!("{comment}}}").into() } else { comment.into() }
}

/// Whether the token is a number with this value; its side may be wrong.
pub fn is_value_of(text: &str, item: &OutlineToken, counted: u32) -> bool {
    item.token == Token::MoveNumber && WrittenNumber::read(slice(text, &item.range)).value() == Some(counted)
}

/// Writes the movetext to wrapped lines.
pub struct MovetextWriter<'a> {
    text: &'a str,
    resolved: &'a Resolved,
    cursor: MoveCursor<'a>,
    /// Without a speller the moves are unknown and unchanged, including their numbers.
    speller: Option<Speller<'a>>,
    /// Starts of the numbers that are unchanged, in text order.
    numbers: Vec<u32>,
    lines: LineWrapper<'a>,
    /// Whether the last token was a `(`, after which no blank is written.
    open: bool,
    /// Whether Black's next half-move needs its number.
    number: bool,
    /// The number that was written last, if no half-move or variation is after it.
    written_number: Option<OutlineToken>,
    unread: UnreadHalfMoves,
    /// Where the last text ends that was written as it stands: what is glued to it stays glued, or it would be read
    /// differently.
    unread_end: Option<u32>,
    /// For each open variation, whether its `(` is in the middle of an unread half-move.
    unread_opens: Vec<bool>,
    /// Whether the token is glued to what was written as it stands.
    glued: bool,
    /// Whether a terminator was written last: at the start of a line, `1.` behind it would begin another game.
    behind_terminator: bool,
    count: LineCount,
    /// Whether stray text stays: half-moves of an unknown variant may be any words.
    keeps_words: bool,
}

impl<'a> MovetextWriter<'a> {
    pub fn new(
        text: &'a str,
        items: &[OutlineToken],
        resolved: &'a Resolved,
        speller: Option<Speller<'a>>,
        numbers: Vec<u32>,
        lines: LineWrapper<'a>,
    ) -> MovetextWriter<'a> {
        MovetextWriter {
            text,
            resolved,
            cursor: resolved.cursor(),
            speller,
            numbers,
            lines,
            open: false,
            number: true,
            written_number: None,
            unread: UnreadHalfMoves::of(items, resolved),
            unread_end: None,
            unread_opens: Vec::new(),
            glued: false,
            behind_terminator: false,
            count: LineCount::of(text, items, resolved),
            keeps_words: is_of_unknown_variant(resolved),
        }
    }

    /// Writes a token of the movetext.
    pub fn item(&mut self, item: &OutlineToken) {
        let text = slice(self.text, &item.range);
        self.count.item(text, item);
        self.glued = self.unread_end.take_if(|end| *end == item.range.start).is_some();
        if let Some(whole) = self.unread.at(item.range.start).cloned() {
            return self.unread_part(item, &whole);
        }
        match item.token {
            Token::Move => self.half_move(&item.range),
            Token::MoveNumber if self.speller.is_none() || self.numbers.binary_search(&item.range.start).is_ok() => {
                let number = self.kept_number(item);
                self.word(&number);
                self.unread_end = (number == text).then_some(item.range.end);
                self.written_number = Some(item.clone());
            }
            Token::Nag | Token::CompositeNag => self.word(text),
            Token::Suffix => {
                if let Some(number) = nag::of_suffix(text) {
                    self.word(&format!("${number}"));
                }
            }
            Token::BraceComment | Token::LineComment => self.comment(text),
            Token::Stray | Token::Periods if self.keeps_words => self.word(text),
            Token::Escape => {
                self.lines.line(text.as_bytes());
                self.number = true;
            }
            Token::VariationOpen => {
                self.unread_opens.push(false);
                self.open |= self.glued;
                self.word("(");
                (self.open, self.number, self.written_number) = (true, true, None);
            }
            Token::VariationClose => {
                // That of an unread half-move has no `)` if the text has none.
                if self.unread_opens.pop() != Some(true) || !item.range.is_empty() {
                    self.lines.close();
                }
                (self.open, self.number, self.written_number) = (false, true, None);
            }
            Token::Terminator => {
                self.word(text);
                self.behind_terminator = true;
            }
            _ => {}
        }
    }

    /// The half-moves that are several tokens.
    pub fn unread(&self) -> &UnreadHalfMoves {
        &self.unread
    }

    /// Writes comments as one in braces.
    pub fn joined(&mut self, comments: &[&OutlineToken]) {
        let comments: Vec<_> = comments.iter().map(|item| braced(&closed(slice(self.text, &item.range)))).collect();
        let parts = comments.iter().map(|comment| comment[1..comment.len() - 1].trim());
        let whole = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        self.glued = false;
        self.comment(&braced(&format!("{{{whole}}}")));
    }

    /// Writes a half-move whose effect is unknown.
    fn as_it_stands(&mut self, range: Range<u32>) {
        self.word(slice(self.text, &range));
        self.unread_end = Some(range.end);
    }

    /// Passes a part of an unread half-move, which is written whole at its first part.
    fn unread_part(&mut self, item: &OutlineToken, whole: &Range<u32>) {
        let begins = item.range.start == whole.start;
        if begins {
            let number = self.written_number.take();
            let n = self.cursor.index_of(&item.range).filter(|_| self.speller.is_some());
            match n.map(|n| &self.resolved.moves[n]).filter(|half_move| half_move.play.is_some()) {
                // What was meant is known.
                Some(half_move) => self.number_of(half_move, number),
                None => self.count.unknown(),
            }
            // On two lines it could be read otherwise.
            let words: Vec<&str> = slice(self.text, whole).split_whitespace().collect();
            self.word(&words.join(" "));
        }
        match item.token {
            Token::Move if !begins => self.count.unknown(),
            Token::VariationOpen => self.unread_opens.push(true),
            Token::VariationClose => drop(self.unread_opens.pop()),
            _ => {}
        }
        if item.range.end == whole.end {
            self.unread_end = Some(whole.end);
        }
    }

    /// Ends the movetext, with this terminator if it has none.
    pub fn end(mut self, terminator: Option<&str>) {
        if let Some(terminator) = terminator {
            self.word(terminator);
        }
        self.lines.end_line();
    }

    /// A number that is kept: in the form of the side whose half-move follows, if that is known.
    fn kept_number(&self, item: &OutlineToken) -> String {
        let text = slice(self.text, &item.range);
        let next = self.resolved.moves.partition_point(|half_move| half_move.range.start < item.range.end);
        // That of a variation behind the number has a number of its own.
        let is_own = |half_move: &&ResolvedMove| half_move.play.is_some() && half_move.line <= item.range.start;
        // A number alone in parentheses has no half-move.
        let is_alone = self.text[item.range.end as usize..].trim_start().starts_with(')');
        let half_move = self.resolved.moves.get(next).filter(|half_move| !is_alone && is_own(half_move));
        match (WrittenNumber::read(text).value(), half_move.filter(|_| self.speller.is_some())) {
            (Some(number), Some(half_move)) => format!("{number}{}", half_move.color.fold_wb(".", "...")),
            _ => text.chars().filter(|c| !c.is_whitespace()).collect(),
        }
    }

    fn word(&mut self, word: &str) {
        if std::mem::take(&mut self.behind_terminator) && word == "1." {
            self.lines.join(b" ");
        } else if !std::mem::take(&mut self.open) {
            self.lines.space();
        }
        self.lines.join(word.as_bytes());
    }

    fn comment(&mut self, comment: &str) {
        self.open |= self.glued;
        self.word("");
        match inline(&closed(comment)) {
            Some(comment) => self.lines.comment(comment.as_bytes()),
            None => {
                self.lines.join(comment.as_bytes());
                self.lines.end_line();
            }
        }
        self.number = true;
    }

    fn half_move(&mut self, range: &Range<u32>) {
        let text = slice(self.text, range);
        let number = self.written_number.take();
        let (Some(speller), Some(n)) = (&self.speller, self.cursor.index_of(range)) else {
            self.count.unknown();
            return self.as_it_stands(range.clone());
        };
        let half_move = &self.resolved.moves[n];
        if half_move.play.is_none() {
            self.count.unknown();
            // Its effect is unknown, and so is its side.
            return self.as_it_stands(range.clone());
        }
        let spelt = speller.spell(n).map_or_else(|_| text.to_owned(), |(spelt, _)| spelt);
        self.number_of(half_move, number);
        self.word(&spelt);
    }

    /// Writes the number of a half-move whose effect is known, behind the one that is already written, if any.
    fn number_of(&mut self, half_move: &ResolvedMove, written: Option<OutlineToken>) {
        let (counted, has_jumped) = self.count.half_move(half_move);
        match half_move.color {
            // It is before the glyph that separates both.
            _ if written.is_some_and(|number| is_value_of(self.text, &number, counted)) => {}
            Color::White => self.word(&format!("{counted}.")),
            Color::Black if self.number || has_jumped => {
                self.word(&format!("{counted}... "));
                // No line ends with it.
                self.open = true;
            }
            Color::Black => {}
        }
        self.number = false;
    }
}
