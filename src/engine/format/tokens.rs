//! A game's tokens from the grammar's events, and the frozen lines, which stay unchanged.

use std::ops::Range;

use crate::replay::shape_of;
use crate::syntax::tag_list::is_vgn_format;
use crate::syntax::{MoveShape, Node, Sink, SyntaxError, SyntaxErrorKind, Token, parse};

/// A token other than white space.
#[derive(Clone, Debug)]
pub(super) struct TokenSpan {
    pub token: Token,
    pub range: Range<u32>,
    /// Part of a run of tags, which are laid out together.
    pub in_tags: bool,
}

/// The tokens of a game.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    pub items: Vec<TokenSpan>,
    /// Lines that stay unchanged, including the empty lines beside them: in order, not touching.
    pub frozen: Vec<Range<u32>>,
    /// The text has tags or movetext.
    pub is_game: bool,
    pub is_binary: bool,
    /// `MoveFormat` names a binary notation.
    pub has_binary_format: bool,
    pub is_vgn: bool,
    /// No syntax errors that concern the layout.
    pub is_whole: bool,
    /// The value of the `FEN` tag.
    pub fen: Option<Range<u32>>,
    /// The lines of all tags are frozen ([`Tokens::keep_tags`]).
    pub keeps_tags: bool,
    broken: Vec<Range<u32>>,
    section: bool,
}

impl Tokens {
    /// `lines`: all lines without bytes of this range are frozen too.
    pub(super) fn of(text: &str, lines: Option<&Range<u32>>) -> Tokens {
        let mut tokens = Tokens::default();
        tokens.read(text, lines);
        tokens
    }

    /// Like [`Tokens::of`], but reuses the memory of another game's tokens.
    pub(super) fn read(&mut self, text: &str, lines: Option<&Range<u32>>) {
        self.clear();
        parse(text, &shape_of, self);
        self.settle(text, lines);
    }

    /// Forgets the game, but keeps its memory.
    pub(super) fn clear(&mut self) {
        let mut items = std::mem::take(&mut self.items);
        items.clear();
        *self = Tokens { items, ..Tokens::default() };
    }

    fn settle(&mut self, text: &str, lines: Option<&Range<u32>>) {
        self.is_game = self.items.iter().any(|item| !is_trivia(item.token));
        self.read_tags(text);
        let outside = lines.map(|lines| {
            let (start, end) = (line_start(text, lines.start), line_end(text, lines.end.max(lines.start + 1) - 1));
            [0..start, end..text.len() as u32]
        });
        let outside = outside.into_iter().flatten().filter(|range| !range.is_empty());
        let mut broken = std::mem::take(&mut self.broken);
        broken.extend(self.torn(text));
        self.is_whole = broken.is_empty();
        let mut frozen: Vec<Range<u32>> = whole_lines(text, broken).collect();
        frozen.extend(outside);
        self.freeze_head(text, &mut frozen);
        self.freeze(text, frozen);
    }

    /// Half-moves that are torn apart: `Ng 1-f3`, `d2!4`. What they are made of has no other meaning, and no blanks are put
    /// between or taken away.
    fn torn(&self, text: &str) -> Vec<Range<u32>> {
        let bytes = text.as_bytes();
        let is_part = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let is_torn = |item: &&TokenSpan| {
            let (start, end) = (item.range.start as usize, item.range.end as usize);
            match item.token {
                Token::Move => {
                    let word = &bytes[start..end];
                    let is_begun = matches!(word, [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'a'..=b'h', ..]);
                    is_begun && !word.iter().any(u8::is_ascii_digit) && !matches!(word, [b'K' | b'Q', b'C', ..])
                }
                Token::Suffix | Token::Nag => start > 0 && is_part(bytes.get(start - 1)) && is_part(bytes.get(end)),
                _ => false,
            }
        };
        self.items.iter().filter(is_torn).map(|item| item.range.clone()).collect()
    }

    /// Freezes the lines of all tags. False if they were frozen already, or if there are none.
    pub(super) fn keep_tags(&mut self, text: &str) -> bool {
        if std::mem::replace(&mut self.keeps_tags, true) {
            return false;
        }
        let tags = self.items.iter().filter(|item| item.in_tags).map(|item| item.range.clone());
        let tags = whole_lines(text, tags);
        let mut frozen: Vec<Range<u32>> = tags.collect();
        let has_tags = !frozen.is_empty();
        frozen.append(&mut self.frozen);
        self.freeze(text, frozen);
        has_tags
    }

    /// Whether the game has neither tags nor numbers.
    pub(super) fn are_bare(&self) -> bool {
        !self.items.iter().any(|item| item.in_tags || item.token == Token::MoveNumber)
    }

    fn freeze(&mut self, text: &str, mut frozen: Vec<Range<u32>>) {
        if frozen.is_empty() {
            return;
        }
        // A number stays with its half-move: it is written where that is.
        let whole = self.items.iter().enumerate().map(|(n, item)| match (item.token, self.items.get(n + 1)) {
            (Token::MoveNumber | Token::Periods, Some(next))
                if matches!(next.token, Token::Move | Token::MoveNumber | Token::Periods) =>
            {
                item.range.start..next.range.end
            }
            _ => item.range.clone(),
        });
        let long = whole.filter(|range| {
            range.end - range.start > 1 && memchr::memchr2(b'\n', b'\r', slice(text, range).as_bytes()).is_some()
        });
        let mut long: Vec<Range<u32>> = whole_lines(text, long).collect();
        // Those that share a line are frozen together.
        long.dedup_by(|next, last| {
            let shares = next.start < last.end;
            last.end = if shares { last.end.max(next.end) } else { last.end };
            shares
        });
        loop {
            frozen = merged(frozen.into_iter().map(|range| with_empty_lines(text, range)).collect());
            // A token that spans a frozen line and others freezes all of them.
            let torn: Vec<Range<u32>> = long
                .iter()
                .filter(|lines| {
                    let at = frozen.partition_point(|range| range.end <= lines.start);
                    frozen.get(at).is_some_and(|range| range.start < lines.end && !holds(range, lines))
                })
                .cloned()
                .collect();
            if torn.is_empty() {
                break;
            }
            frozen.extend(torn);
        }
        self.frozen = frozen;
    }

    /// Reads the tags with the relevant names, of which the last ones count (rule B11).
    fn read_tags(&mut self, text: &str) {
        let (mut game_format, mut move_format) = (None, None);
        let tags = self.items.iter().skip_while(|item| !item.in_tags).take_while(|item| item.in_tags);
        let mut name = "";
        for item in tags {
            match item.token {
                Token::TagName => name = slice(text, &item.range),
                Token::TagValue => {
                    let known = match std::mem::take(&mut name) {
                        "GameFormat" => &mut game_format,
                        "MoveFormat" => &mut move_format,
                        "FEN" => &mut self.fen,
                        _ => continue,
                    };
                    *known = Some(item.range.clone());
                }
                _ => {}
            }
        }
        let value = |range: &Range<u32>| slice(text, range).trim_matches('"');
        self.is_vgn = move_format.is_some() || game_format.as_ref().map(value).is_some_and(is_vgn_format);
        let format = move_format.as_ref().map(value);
        self.has_binary_format = format.is_some_and(|format| shape_of(format) == MoveShape::Binary);
    }

    /// Freezes the comments and escapes before the tags.
    fn freeze_head(&self, text: &str, frozen: &mut Vec<Range<u32>>) {
        let Some(first) = self.items.iter().position(|item| item.in_tags) else { return };
        let head = self.items[..first].iter().filter(|item| item.token != Token::ByteOrderMark);
        frozen.extend(whole_lines(text, head.map(|item| item.range.clone())));
    }

    pub(super) fn text<'t>(&self, text: &'t str, n: usize) -> &'t str {
        slice(text, &self.items[n].range)
    }
}

/// The text of a range.
pub(super) fn slice<'t>(text: &'t str, range: &Range<u32>) -> &'t str {
    &text[range.start as usize..range.end as usize]
}

fn is_trivia(token: Token) -> bool {
    matches!(token, Token::BraceComment | Token::LineComment | Token::Escape | Token::ByteOrderMark)
}

fn holds(outer: &Range<u32>, inner: &Range<u32>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn line_start(text: &str, at: u32) -> u32 {
    memchr::memrchr2(b'\n', b'\r', &text.as_bytes()[..at as usize]).map_or(0, |end| end as u32 + 1)
}

/// The offset after the line end of the line that holds the byte.
fn line_end(text: &str, at: u32) -> u32 {
    let rest = &text.as_bytes()[(at as usize).min(text.len())..];
    let Some(end) = memchr::memchr2(b'\n', b'\r', rest) else { return text.len() as u32 };
    let both = rest[end..].starts_with(b"\r\n");
    at + end as u32 + 1 + u32::from(both)
}

/// The lines of the ranges. Consecutive ranges within the same lines yield these once.
fn whole_lines(text: &str, ranges: impl IntoIterator<Item = Range<u32>>) -> impl Iterator<Item = Range<u32>> {
    let mut lines = 0..0;
    ranges.into_iter().filter_map(move |range| {
        let last = range.end.max(range.start + 1) - 1;
        if lines.contains(&range.start) && lines.contains(&last) {
            return None;
        }
        let mut start = line_start(text, range.start);
        // A line cannot begin between CR and LF.
        let bytes = text.as_bytes();
        if start > 0 && bytes[start as usize - 1] == b'\r' && bytes.get(start as usize) == Some(&b'\n') {
            start = line_start(text, start - 1);
        }
        lines = start..line_end(text, last);
        Some(lines.clone())
    })
}

/// The range with the blank lines before and after it.
fn with_empty_lines(text: &str, range: Range<u32>) -> Range<u32> {
    let bytes = text.as_bytes();
    let before = bytes[..range.start as usize].trim_ascii_end().len();
    let start = if before == 0 { 0 } else { line_end(text, before as u32).min(range.start) };
    let behind = bytes.len() - bytes[range.end as usize..].trim_ascii_start().len();
    let end = if behind == bytes.len() { behind as u32 } else { line_start(text, behind as u32).max(range.end) };
    start..end
}

fn merged(mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<u32>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// The length of a byte order mark, in bytes.
const MARK: u32 = '\u{feff}'.len_utf8() as u32;

impl Sink for Tokens {
    fn start(&mut self, node: Node) {
        self.section |= node == Node::TagSection;
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        let in_tags = self.section;
        match token {
            Token::Space => return,
            Token::ByteOrderMark if range.start == 0 => {}
            // Repeated marks at the beginning of a file have no meaning and are dropped.
            Token::ByteOrderMark if range.start == MARK => return,
            Token::Binary => self.is_binary = true,
            Token::Escape | Token::Stray | Token::ByteOrderMark => self.broken.push(range.clone()),
            // A comment between two tags ends the tags for other readers.
            Token::BraceComment | Token::LineComment if in_tags => self.broken.push(range.clone()),
            _ => {}
        }
        self.items.push(TokenSpan { token, range, in_tags });
    }

    fn finish(&mut self, node: Node) {
        self.section &= node != Node::TagSection;
    }

    fn error(&mut self, error: SyntaxError) {
        match error.kind {
            // These errors leave the text around them intact.
            SyntaxErrorKind::MissingTerminator { .. } => {}
            SyntaxErrorKind::StrayByteOrderMark if error.range.start == MARK => {}
            SyntaxErrorKind::UnclosedVariation { insert, .. } => {
                self.broken.push(error.range);
                self.broken.push(insert.saturating_sub(1)..insert);
            }
            _ => self.broken.push(error.range),
        }
    }
}
