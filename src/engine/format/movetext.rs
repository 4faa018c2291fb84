//! Writes a game's tokens with the white space, numbers and tag order of a layout.

use std::ops::Range;

use super::Surroundings;
use super::layout::{CommentLines, Layout, MoveLines, Numbers, VariationLines};
use super::lines::{CopiedSpan, Gap, LineFiller, behind_return, is_mixed};
use super::numbers::{MoveCounter, NUMBER};
use super::tags::ordered;
use super::tokens::{Tokens, slice};
use crate::lint::line_end_of;
use crate::syntax::{Token, line_ends};

/// A laid-out text, and the source spans that it contains.
#[derive(Debug)]
pub(super) struct LaidOutGame {
    pub text: String,
    /// `None` if edits are not needed.
    pub copies: Option<Vec<CopiedSpan>>,
    /// The source mixes several kinds of line ends.
    pub is_mixed: bool,
}

/// What separates Black's half-move from White's before it, from weakest to strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Interruption {
    Nothing,
    Nag,
    Comment,
    Variation,
    /// The line has no half-move of White's before.
    Beginning,
}

/// Writes a game in a layout.
pub(super) struct LayoutWriter<'a> {
    text: &'a str,
    tokens: &'a Tokens,
    surroundings: Surroundings,
    layout: &'a Layout,
    keep_numbers: bool,
    lines: LineFiller,
    /// The default line end.
    line_end: &'static str,
    /// The source mixes several kinds of line ends.
    is_mixed: bool,
    count: MoveCounter,
    /// Index of the next frozen range of the tokens.
    frozen: usize,
    /// Where the last written token ends in the source.
    end: u32,
    /// Minimum separation of the next word from the last one.
    gap: Gap,
    /// The last token was a `(`, which the next word follows without a blank.
    open: bool,
    interruption: Interruption,
}

impl<'a> LayoutWriter<'a> {
    pub(super) fn new(
        text: &'a str,
        tokens: &'a Tokens,
        surroundings: Surroundings,
        layout: &'a Layout,
        keep_numbers: bool,
        tracks_copies: bool,
    ) -> LayoutWriter<'a> {
        let has_line_end = memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some();
        let line_end = if has_line_end { line_end_of(text) } else { surroundings.line_end };
        LayoutWriter {
            text,
            tokens,
            surroundings,
            layout,
            keep_numbers,
            lines: LineFiller::new(line_end, layout.width as usize, text.len() + text.len() / 8, tracks_copies),
            line_end,
            is_mixed: is_mixed(text, line_end),
            count: MoveCounter::of(text, tokens),
            frozen: 0,
            end: 0,
            gap: Gap::None,
            open: false,
            interruption: Interruption::Beginning,
        }
    }

    pub(super) fn write(mut self) -> LaidOutGame {
        let items = &self.tokens.items;
        let mut n = self.lead();
        while n < items.len() {
            n = match self.tokens.frozen.get(self.frozen) {
                Some(lines) if lines.start <= items[n].range.start => self.whole_lines(n, lines.clone()),
                _ if items[n].in_tags => self.tags(n),
                _ => {
                    self.item(n);
                    n + 1
                }
            };
        }
        self.trail();
        LaidOutGame { text: self.lines.out, copies: self.lines.copies, is_mixed: self.is_mixed }
    }

    /// Writes the white space before the first token: an empty line if there was one. Before a comment it stays
    /// unchanged, as readers may attach the comment to the previous game.
    fn lead(&mut self) -> usize {
        let items = &self.tokens.items;
        if self.tokens.frozen.first().is_some_and(|lines| lines.start == 0) {
            return 0;
        }
        let marks = items.iter().take_while(|item| item.token == Token::ByteOrderMark && item.range.start == 0).count();
        if marks > 0 {
            self.lines.copy(self.text, items[0].range.clone());
            self.lines.end_word();
            self.end = items[0].range.end;
        }
        let Some(first) = items.get(marks) else { return marks };
        let frozen = self.tokens.frozen.first().map_or(u32::MAX, |lines| lines.start);
        let lead = self.end..first.range.start.min(frozen);
        let is_comment = matches!(first.token, Token::BraceComment | Token::LineComment);
        if frozen <= first.range.start || self.surroundings.keeps_lead {
            self.lines.copy(self.text, lead.clone());
            self.lines.end_word();
        } else if is_comment {
            self.copy_line_ends(lead.clone());
            self.lines.end_word();
        } else if !self.surroundings.is_first
            && self.surroundings.empty_lines == 0
            && slice(self.text, &lead).contains(['\n', '\r'])
        {
            let line_end = line_end_in(self.text, &lead, self.line_end);
            self.lines.push(if self.surroundings.is_behind_return { behind_return(line_end) } else { line_end });
            self.lines.end_word();
        }
        self.end = lead.end;
        marks
    }

    /// Writes the white space after the last token: line ends without blanks; after a terminator one line end if there
    /// was any.
    fn trail(&mut self) {
        self.lines.end_word();
        for lines in &self.tokens.frozen[self.frozen..] {
            self.lines.whole(self.text, lines.clone());
            self.end = lines.end;
        }
        let rest = self.end..self.text.len() as u32;
        let ends = self.tokens.items.last().is_some_and(|item| item.token == Token::Terminator);
        if !ends {
            self.copy_line_ends(rest);
        } else if slice(self.text, &rest).contains(['\n', '\r']) {
            self.lines.push(line_end_in(self.text, &rest, self.line_end));
        }
    }

    /// Writes white space without the blanks before its line ends.
    fn copy_line_ends(&mut self, space: Range<u32>) {
        let kept = slice(self.text, &space);
        let bare: String =
            kept.split_inclusive(['\n', '\r']).map(|line| line.trim_start_matches([' ', '\t'])).collect();
        match bare == kept {
            true => self.lines.copy(self.text, space),
            false => self.lines.push(&bare),
        }
    }

    /// Writes frozen lines, which contain or precede token `n`. Returns the first token after them.
    fn whole_lines(&mut self, mut n: usize, lines: Range<u32>) -> usize {
        self.frozen += 1;
        // At the beginning no separation is needed, and frozen text gets no empty line before it.
        self.lines.part(if lines.start == 0 { Gap::None } else { Gap::Line }, 0);
        self.lines.whole(self.text, lines.clone());
        let items = &self.tokens.items;
        let mut ends_tag = false;
        while let Some(item) = items.get(n).filter(|item| item.range.start < lines.end) {
            ends_tag = item.token == Token::TagClose;
            self.interruption = match item.token {
                Token::Move => {
                    self.count.half_move();
                    Interruption::Nothing
                }
                Token::VariationOpen => {
                    self.count.open();
                    Interruption::Beginning
                }
                Token::VariationClose => {
                    self.count.close();
                    Interruption::Variation
                }
                Token::MoveNumber | Token::Periods | Token::Suffix => self.interruption,
                Token::Nag | Token::CompositeNag => self.interruption.max(Interruption::Nag),
                _ => self.interruption.max(Interruption::Comment),
            };
            n += 1;
        }
        let next_is_move = items.get(n).is_some_and(|item| !item.in_tags);
        // An empty line after anything else would end the game for line-based readers.
        self.gap = if ends_tag && next_is_move && !self.tokens.keeps_tags { Gap::EmptyLine } else { Gap::Line };
        (self.end, self.open) = (lines.end, false);
        n
    }

    /// Writes the tags from token `n` on, up to the next frozen lines. Returns the first token after them.
    fn tags(&mut self, n: usize) -> usize {
        let items = &self.tokens.items;
        let frozen = self.tokens.frozen.get(self.frozen).map_or(u32::MAX, |lines| lines.start);
        let count = items[n..].iter().take_while(|item| item.in_tags && item.range.start < frozen).count();
        let tags = &items[n..n + count];
        let is_pair = |tag: &[super::tokens::TokenSpan]| {
            let kinds = [Token::TagOpen, Token::TagName, Token::TagValue, Token::TagClose];
            tag.iter().map(|item| item.token).eq(kinds)
        };
        let end = tags.last().map_or(self.end, |last| last.range.end);
        if !tags.chunks(4).all(is_pair) {
            self.lines.whole(self.text, items[n].range.start..end);
        } else {
            let names: Vec<&str> = tags.chunks(4).map(|tag| slice(self.text, &tag[1].range)).collect();
            let is_all = !items[..n].iter().chain(&items[n + count..]).any(|item| item.in_tags);
            let order = if is_all { self.layout.tags } else { super::TagOrder::Keep };
            for place in ordered(&names, order) {
                let tag = &tags[place * 4..place * 4 + 4];
                self.source_line_end(tag[0].range.start);
                self.begin(Gap::Line);
                let range = tag[0].range.start..tag[3].range.end;
                let (name_end, value) = (tag[1].range.end, tag[2].range.start);
                let is_plain = range.len() == tag.iter().map(|part| part.range.len()).sum::<usize>() + 1;
                if is_plain && slice(self.text, &(name_end..value)) == " " {
                    self.lines.copy(self.text, range);
                    continue;
                }
                self.lines.copy(self.text, tag[0].range.clone());
                self.lines.copy(self.text, tag[1].range.clone());
                self.lines.push(" ");
                self.lines.copy(self.text, tag[2].range.clone());
                self.lines.copy(self.text, tag[3].range.clone());
            }
        }
        // Frozen lines include the empty lines before them.
        let parted = items.get(n + count).is_none_or(|next| !next.in_tags && next.range.start < frozen);
        self.gap = if parted { Gap::EmptyLine } else { Gap::Line };
        self.end = end;
        n + count
    }

    /// Writes a token of the movetext.
    fn item(&mut self, n: usize) {
        let item = &self.tokens.items[n];
        let range = item.range.clone();
        // A rewritten number uses the line end before the old one.
        if self.keep_numbers || !self.is_behind_number(n) {
            self.source_line_end(range.start);
        }
        let spaced = range.start > self.end;
        // Line-based readers end a game at an empty line.
        let may_be_empty = range.start > self.end.saturating_add(1);
        if may_be_empty && line_ends(slice(self.text, &(self.end..range.start)).as_bytes()) > 1 {
            self.gap = self.gap.max(Gap::EmptyLine);
        }
        let close = if spaced { Gap::Blank } else { Gap::None };
        match item.token {
            Token::MoveNumber | Token::Periods if !self.keep_numbers => {}
            Token::MoveNumber => {
                let gap = if spaced || !self.is_behind_word(n) { self.before_pair(n) } else { Gap::None };
                self.begin(gap);
                self.lines.copy(self.text, range.clone());
            }
            Token::Periods => {
                let number = n.checked_sub(1).map(|before| &self.tokens.items[before]);
                let bare = |before: &super::tokens::TokenSpan| {
                    before.token == Token::MoveNumber && !slice(self.text, &before.range).ends_with('.')
                };
                self.begin(if number.is_some_and(bare) { Gap::None } else { close });
                self.lines.copy(self.text, range.clone());
            }
            Token::Move => self.half_move(n),
            Token::Suffix => {
                self.begin(close);
                self.lines.copy(self.text, range.clone());
            }
            Token::BraceComment | Token::LineComment => self.comment(n),
            Token::VariationOpen => {
                self.count.open();
                self.begin(match self.layout.variations {
                    VariationLines::Filled => Gap::Blank,
                    VariationLines::Lines => Gap::Line,
                });
                self.lines.copy(self.text, range.clone());
                (self.open, self.interruption) = (true, Interruption::Beginning);
            }
            Token::VariationClose => {
                let room = if self.lines.has_no_room() { Gap::Line } else { Gap::None };
                self.open = false;
                self.begin(room);
                self.lines.copy(self.text, range.clone());
                self.count.close();
                self.interruption = Interruption::Variation;
                if self.layout.variations == VariationLines::Lines {
                    self.gap = self.gap.max(Gap::Line);
                }
            }
            token => {
                self.begin(Gap::Blank);
                self.lines.copy(self.text, range.clone());
                if matches!(token, Token::Nag | Token::CompositeNag) {
                    self.interruption = self.interruption.max(Interruption::Nag);
                }
            }
        }
        self.end = range.end;
    }

    /// A number directly after one of these tokens is part of a broken word, which must not be split.
    fn is_behind_word(&self, n: usize) -> bool {
        let before = n.checked_sub(1).map(|before| self.tokens.items[before].token);
        matches!(before, Some(Token::Move | Token::Periods | Token::Suffix))
    }

    fn half_move(&mut self, n: usize) {
        let turn = self.count.turn();
        let before = n.checked_sub(1).map(|before| &self.tokens.items[before]);
        let is_due = !self.keep_numbers && (!turn.black || self.interruption >= self.least_interruption());
        let stray = before.filter(|before| before.token == Token::Stray);
        if is_due && !stray.is_some_and(|stray| turn.ends(slice(self.text, &stray.range))) {
            let mut buffer = [b'.'; NUMBER];
            let number = turn.written(&mut buffer);
            let gap = self.before_pair(n);
            self.begin(gap);
            let is_kept = |before: &&super::tokens::TokenSpan| slice(self.text, &before.range) == number;
            match before.filter(|before| self.lines.copies.is_some() && is_kept(before)) {
                Some(before) => self.lines.copy(self.text, before.range.clone()),
                None => self.lines.push(number),
            }
            if self.is_mixed {
                self.lines.set_line_end(self.line_end);
            }
            if self.is_behind_number(n) {
                self.source_line_end(self.tokens.items[n].range.start);
            }
            // No line ends with the number of Black's half-move.
            match turn.black {
                true => self.lines.push(" "),
                false => self.begin(Gap::Blank),
            }
        } else if self.keep_numbers && self.is_behind_number(n) {
            match self.is_blacks(n - 1) && self.gap == Gap::None {
                true => self.lines.push(" "),
                false => self.begin(Gap::Blank),
            }
        } else {
            let gap = self.before_pair(n);
            self.begin(gap);
        }
        self.lines.copy(self.text, self.tokens.items[n].range.clone());
        self.count.half_move();
        self.interruption = Interruption::Nothing;
    }

    fn is_behind_number(&self, n: usize) -> bool {
        let before = n.checked_sub(1).map(|before| self.tokens.items[before].token);
        matches!(before, Some(Token::MoveNumber | Token::Periods))
    }

    fn least_interruption(&self) -> Interruption {
        match self.layout.numbers {
            Numbers::Annotations => Interruption::Nag,
            Numbers::Comments => Interruption::Comment,
            Numbers::Variations => Interruption::Variation,
            Numbers::Keep => Interruption::Beginning,
        }
    }

    /// The gap before a half-move or its number: a line end before White's in the main line if each pair has its own
    /// line.
    fn before_pair(&self, n: usize) -> Gap {
        let is_number = self.tokens.items[n].token == Token::MoveNumber;
        let is_blacks = self.count.turn().black || (is_number && self.is_blacks(n));
        let begins = self.layout.moves == MoveLines::Pairs && self.count.depth() == 0 && !is_blacks;
        if begins { Gap::Line } else { Gap::Blank }
    }

    fn is_blacks(&self, n: usize) -> bool {
        let number = self.tokens.text(self.text, n);
        number.ends_with("..") || number.ends_with(".5")
    }

    fn comment(&mut self, n: usize) {
        let item = &self.tokens.items[n];
        let comment = slice(self.text, &item.range);
        let is_line = item.token == Token::LineComment;
        let apart = match self.layout.comments {
            CommentLines::Filled => Gap::Blank,
            _ if is_line || self.count.depth() > 0 || holds_commands_only(comment) => Gap::Blank,
            CommentLines::Lines => Gap::Line,
            CommentLines::EmptyLines => Gap::EmptyLine,
        };
        let begins_line = is_line && {
            let before = &self.text[..item.range.start as usize];
            before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']) || before.trim().is_empty()
        };
        self.begin(if begins_line { Gap::Line } else { apart });
        self.lines.copy(self.text, item.range.clone());
        let least = if is_line { Gap::Line } else { apart };
        if least > Gap::Blank {
            self.gap = self.gap.max(least);
        }
        self.interruption = self.interruption.max(Interruption::Comment);
    }

    /// Begins a word.
    fn begin(&mut self, gap: Gap) {
        let least = std::mem::replace(&mut self.gap, Gap::None);
        let gap = if std::mem::take(&mut self.open) { Gap::None } else { gap };
        let indent = match self.layout.variations {
            VariationLines::Filled => 0,
            VariationLines::Lines => {
                (self.layout.indent as usize * self.count.depth()).min(self.layout.width as usize / 2)
            }
        };
        self.lines.part(gap.max(least), indent);
    }

    /// If the source mixes line ends, one that stays in place keeps its kind.
    #[inline]
    fn source_line_end(&mut self, start: u32) {
        if self.is_mixed {
            let space = self.end.min(start)..start;
            self.lines.set_line_end(line_end_in(self.text, &space, self.line_end));
        }
    }
}

/// The first line end in a part of the text, or `usual`.
fn line_end_in(text: &str, range: &Range<u32>, usual: &'static str) -> &'static str {
    let part = slice(text, range);
    if part.contains(['\n', '\r']) { line_end_of(part) } else { usual }
}

/// A comment that holds commands only: `{[%clk 0:10:00]}`.
fn holds_commands_only(comment: &str) -> bool {
    let mut rest = comment.trim_start_matches('{').trim_end_matches('}').trim();
    if rest.is_empty() {
        return true;
    }
    while let Some(command) = rest.strip_prefix("[%").and_then(|command| command.find(']')) {
        rest = rest[2 + command + 1..].trim_start();
    }
    rest.is_empty()
}
