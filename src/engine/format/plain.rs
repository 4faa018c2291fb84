//! Games of which the fast pass reads the tokens: nearly all of a database.
//!
//! The fast pass has played them and found their numbers right, so the tokens say what they mean: a new text with the same
//! tokens and with right numbers means the same. It is read beside the tokens, and not played. Only games that line-based
//! readers read in one way are taken: each tag on its line, an empty line, then lines without another one among them.

use std::ops::Range;

use super::layout::{CommentLines, Layout, Numbers};
use super::movetext::LayoutWriter;
use super::numbers::MoveCounter;
use super::replay::Replay;
use super::tokens::{TokenSpan, Tokens};
use super::{Formatted, Formatter, Surroundings};
use crate::replay::{Deviation, FastPass, PlayedMove, Visitor};
use crate::syntax::games::ResumePoint;
use crate::syntax::{Token, line_ends};

/// The layout of a plain game.
pub enum PlainLayout {
    Same,
    Changed(Formatted),
    /// [`Formatter::game`] decides.
    Undecided,
}

impl Formatter {
    /// Reads the game that starts at `at`, if the fast pass can; returns its end. [`Formatter::plain_game`] then lays it
    /// out. `last`: the text ends where `bytes` end.
    pub fn read_plain(&mut self, bytes: &[u8], at: usize, last: bool) -> Option<usize> {
        self.tokens.clear();
        read(&mut self.fast_pass, &mut self.tokens.items, bytes, at, last)
    }

    /// How far the last game was read that is not plain.
    pub fn resume_point(&self) -> Option<ResumePoint> {
        self.fast_pass.resume_point()
    }

    /// Same as [`Formatter::game`] for the game that was read last, of which `text` is the whole text.
    pub fn plain_game(&mut self, text: &str, surroundings: Surroundings, layout: &Layout) -> PlainLayout {
        if !surroundings.alone {
            return PlainLayout::Same;
        }
        let keeps_lines = layout.comments != CommentLines::EmptyLines;
        if layout.numbers == Numbers::Keep || !keeps_lines || !has_plain_lines(text, &self.tokens) {
            return PlainLayout::Undecided;
        }
        let written = LayoutWriter::new(text, &self.tokens, surroundings, layout, false, self.tracks_copies).write();
        if written.is_mixed {
            return PlainLayout::Undecided;
        }
        if written.text == text {
            return PlainLayout::Same;
        }
        let begins_empty = text.starts_with(['\n', '\r']) && written.text.starts_with(['\n', '\r']);
        if surroundings.reader_states.read_plainly(begins_empty)
            && says_the_same(&mut self.replay, &self.tokens, text, &written.text)
        {
            return PlainLayout::Changed(Formatted { written });
        }
        PlainLayout::Undecided
    }
}

/// Reads the tokens of a game with the fast pass.
fn read(fast_pass: &mut FastPass, items: &mut Vec<TokenSpan>, bytes: &[u8], at: usize, last: bool) -> Option<usize> {
    let mut reader = TokenReader { bytes, start: at, items, is_played: false };
    Some(fast_pass.visit(bytes, at, last, &mut reader)?.end)
}

/// Collects the tokens as the grammar reads them, but for the periods of a number, which belong to it.
struct TokenReader<'a> {
    bytes: &'a [u8],
    /// Start of the game.
    start: usize,
    items: &'a mut Vec<TokenSpan>,
    is_played: bool,
}

impl TokenReader<'_> {
    #[inline]
    fn push(&mut self, token: Token, range: Range<usize>, in_tags: bool) {
        let range = (range.start - self.start) as u32..(range.end - self.start) as u32;
        self.items.push(TokenSpan { token, range, in_tags });
    }
}

impl Visitor for TokenReader<'_> {
    fn tag(&mut self, open: usize, name: Range<usize>, value: Range<usize>) -> Option<()> {
        // They say how the rest is to be read.
        if matches!(&self.bytes[name.clone()], b"FEN" | b"SetUp" | b"Variant" | b"GameFormat" | b"MoveFormat") {
            return None;
        }
        let close = value.end + 1;
        self.push(Token::TagOpen, open..open + 1, true);
        self.push(Token::TagName, name, true);
        self.push(Token::TagValue, value.start - 1..close, true);
        self.push(Token::TagClose, close..close + 1, true);
        Some(())
    }

    fn number(&mut self, range: Range<usize>, _: shakmaty::Color) {
        self.push(Token::MoveNumber, range, false);
    }

    fn half_move(&mut self, range: Range<usize>, _: PlayedMove<'_>) -> Option<()> {
        self.is_played = true;
        self.push(Token::Move, range, false);
        Some(())
    }

    fn glyph(&mut self, range: Range<usize>, _: u32) {
        let token = if self.bytes[range.start] == b'$' { Token::Nag } else { Token::Suffix };
        self.push(token, range, false);
    }

    fn comment(&mut self, range: Range<usize>) -> Option<()> {
        let inside = &self.bytes[range.start + 1..range.end];
        let is_plain = self.is_played
            && self.bytes[range.start] == b'{'
            && memchr::memchr2(b'\r', b'{', inside).is_none()
            && memchr::memchr_iter(b'\n', inside).all(|at| goes_on(&inside[at + 1..]));
        is_plain.then(|| self.push(Token::BraceComment, range, false))
    }

    fn variation(&mut self, open: usize) -> Option<()> {
        self.push(Token::VariationOpen, open..open + 1, false);
        Some(())
    }

    fn variation_end(&mut self, close: usize) {
        self.push(Token::VariationClose, close..close + 1, false);
    }

    fn terminator(&mut self, range: Range<usize>) {
        self.push(Token::Terminator, range, false);
    }

    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        (!matches!(deviation, Deviation::Numbers { .. } | Deviation::Backslash)).then_some(())
    }
}

/// Whether a line of a comment is the comment's to every reader: readers that go by lines end a game at an empty line, and
/// take a line for a tag or an escape by its first sign.
fn goes_on(line: &[u8]) -> bool {
    line.first().is_some_and(|first| first.is_ascii_alphanumeric() || *first >= 0x80)
}

/// Each tag has a line of its own, an empty line parts the tags from the movetext, and there is no other in it.
fn has_plain_lines(text: &str, tokens: &Tokens) -> bool {
    let bytes = text.as_bytes();
    let (mut end, mut in_tags) = (0, false);
    let begins = |byte: &u8| matches!(byte, b'\n' | b'\r');
    for item in &tokens.items {
        let gap = &bytes[end as usize..item.range.start as usize];
        let is_plain = match (in_tags, item.in_tags) {
            (false, true) => gap.iter().all(begins),
            (true, true) => item.token != Token::TagOpen || is_line_end(gap),
            (true, false) => {
                gap.len().is_multiple_of(2) && is_line_end(&gap[..gap.len() / 2]) && is_line_end(&gap[gap.len() / 2..])
            }
            (false, false) => gap.len() < 2 || line_ends(gap) < 2,
        };
        if !is_plain {
            return false;
        }
        (end, in_tags) = (item.range.end, item.in_tags);
    }
    let rest = bytes[end as usize..].trim_ascii_start();
    let blank = &bytes[end as usize..bytes.len() - rest.len()];
    let line_end = blank.iter().position(begins).map_or(&blank[blank.len()..], |at| &blank[at..]);
    rest.is_empty() && !in_tags && (line_end.is_empty() || is_line_end(line_end))
}

fn is_line_end(gap: &[u8]) -> bool {
    matches!(gap, b"\n" | b"\r\n" | b"\r")
}

/// The new text has plain lines, the same tags, and the tokens of the old one with right numbers.
fn says_the_same(replay: &mut Replay, tokens: &Tokens, before: &str, after: &str) -> bool {
    let mut reader = BesideReader { after: after.as_bytes(), at: 0 };
    reader.at = reader.after.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
    let tags = tokens.items.iter().take_while(|item| item.in_tags).count();
    let new_tags: Option<Vec<_>> = (0..tags / 4).map(|_| reader.tag()).collect();
    let has_tags = new_tags.is_some_and(|new_tags| replay.has_tags(tokens, before, after, new_tags));
    has_tags && reader.line_end().is_some() && reader.movetext(&tokens.items[tags..], before, tokens).is_some()
}

/// Reads a new text beside the tokens of the old one.
struct BesideReader<'t> {
    after: &'t [u8],
    at: usize,
}

impl BesideReader<'_> {
    /// A tag on its line: the ranges of its name and value.
    fn tag(&mut self) -> Option<(Range<usize>, Range<usize>)> {
        let line = &self.after[self.at..];
        let line = &line[..memchr::memchr2(b'\n', b'\r', line)?];
        let name = memchr::memchr(b' ', line)?;
        let is_tag = line.starts_with(b"[") && line[name..].starts_with(b" \"") && line.ends_with(b"\"]");
        let value = name + 2..line.len().checked_sub(2)?;
        let found = (is_tag && value.start <= value.end)
            .then(|| (self.at + 1..self.at + name, self.at + value.start..self.at + value.end))?;
        self.at += line.len();
        self.line_end()?;
        Some(found)
    }

    fn line_end(&mut self) -> Option<()> {
        self.at += match self.after.get(self.at..)? {
            [b'\r', b'\n', ..] => 2,
            [b'\n' | b'\r', ..] => 1,
            _ => return None,
        };
        Some(())
    }

    /// White space with at most one line end; its length.
    #[inline]
    fn gap(&mut self) -> Option<usize> {
        let rest = &self.after[self.at..];
        let len = rest.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(rest.len());
        self.at += len;
        (len < 2 || line_ends(&rest[..len]) < 2).then_some(len)
    }

    fn movetext(&mut self, items: &[TokenSpan], before: &str, tokens: &Tokens) -> Option<()> {
        let mut count = MoveCounter::of(before, tokens);
        let mut last = Token::TagClose;
        for item in items.iter().filter(|item| item.token != Token::MoveNumber) {
            let gap = self.gap()?;
            let is_apart = match last {
                Token::TagClose => gap == 0,
                Token::VariationOpen => true,
                _ => gap > 0 || matches!(item.token, Token::VariationClose | Token::Suffix),
            };
            is_apart.then_some(())?;
            match item.token {
                Token::Move => {
                    self.number(&count)?;
                    count.half_move();
                }
                Token::VariationOpen => count.open().then_some(())?,
                Token::VariationClose => count.close(),
                _ => {}
            }
            self.token(before.as_bytes(), item.range.start as usize..item.range.end as usize)?;
            last = item.token;
        }
        if last != Token::Terminator {
            return None;
        }
        if self.at < self.after.len() {
            self.line_end()?;
        }
        (self.at == self.after.len()).then_some(())
    }

    /// The same bytes as in this range of the old text.
    #[inline]
    fn token(&mut self, before: &[u8], range: Range<usize>) -> Option<()> {
        let (old, new) = (before.get(range.start..)?, self.after.get(self.at..)?);
        let is_same = match (old.first_chunk(), new.first_chunk()) {
            // Most tokens have a few bytes, which are compared in one word.
            (Some(old), Some(new)) if range.len() <= 8 => {
                let differs = u64::from_le_bytes(*old) ^ u64::from_le_bytes(*new);
                differs.trailing_zeros() as usize >= 8 * range.len()
            }
            _ => new.starts_with(&before[range.clone()]),
        };
        is_same.then(|| self.at += range.len())
    }

    /// The number of the next half-move, if there is one.
    #[inline]
    fn number(&mut self, count: &MoveCounter) -> Option<()> {
        let rest = &self.after[self.at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return Some(());
        }
        let turn = count.turn();
        let number = rest[..digits]
            .iter()
            .fold(0_u64, |number, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
        let periods = rest[digits..].iter().take_while(|byte| **byte == b'.').count();
        self.at += digits + periods;
        let is_right = number == u64::from(turn.number) && periods == if turn.black { 3 } else { 1 };
        (is_right && self.gap()? > 0).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::SurroundingsTracker;
    use crate::lint::{Context, FileKind, Settings};
    use crate::syntax::games::games;

    /// Both ways for each game of a text: how many are plain, and how many of them are decided.
    fn both_ways(bytes: &[u8], layout: &Layout) -> (usize, usize) {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn);
        let (mut plain, mut other) = (Formatter::default(), Formatter::default());
        let mut tracker = SurroundingsTracker::default();
        let (mut count, mut decided) = (0, 0);
        for span in games(bytes) {
            let range = span.range.clone();
            let game = &bytes[range.clone()];
            let is_last = range.end == bytes.len();
            let surroundings = tracker.next(&bytes[..range.start], game, range.start == 0, is_last);
            let Some(end) = plain.read_plain(bytes, range.start, true) else { continue };
            assert_eq!(end, range.end);
            let Ok(text) = std::str::from_utf8(game) else { continue };
            assert_tokens(&plain.tokens, text);
            count += 1;
            let expected = other.game(text, surroundings, &context, layout, None).map(Formatted::into_text);
            match plain.plain_game(text, surroundings, layout) {
                PlainLayout::Same => assert_eq!(expected, None, "{text}"),
                PlainLayout::Changed(formatted) => assert_eq!(expected.as_deref(), Some(formatted.text()), "{text}"),
                PlainLayout::Undecided => continue,
            }
            decided += 1;
        }
        (count, decided)
    }

    /// The tokens are those of the grammar, which takes nothing in the text for an error.
    fn assert_tokens(tokens: &Tokens, text: &str) {
        let grammar = Tokens::of(text, None);
        assert!(grammar.is_whole && grammar.frozen.is_empty() && !grammar.is_vgn, "{text}");
        assert!(crate::format::numbers::are_right(text, &grammar), "{text}");
        let mut merged: Vec<(Token, Range<u32>, bool)> = Vec::new();
        for item in &grammar.items {
            match (item.token, merged.last_mut()) {
                (Token::Periods, Some((Token::MoveNumber, range, _))) => range.end = item.range.end,
                _ => merged.push((item.token, item.range.clone(), item.in_tags)),
            }
        }
        let read = tokens.items.iter().map(|item| (item.token, item.range.clone(), item.in_tags));
        assert!(read.eq(merged), "{text}");
    }

    #[test]
    fn plain_games_of_real_files_are_laid_out_as_others() {
        let layouts = [
            Layout::default(),
            Layout {
                width: 40,
                moves: crate::format::MoveLines::Pairs,
                variations: crate::format::VariationLines::Lines,
                comments: CommentLines::Lines,
                tags: crate::format::TagOrder::Export,
                ..Layout::default()
            },
        ];
        let (mut count, mut decided) = (0, 0);
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
        let mut folders = vec![folder];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("the test data") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "pgn") {
                    let bytes = std::fs::read(&path).expect("a file");
                    let bytes = &bytes[..bytes.len().min(1 << 19)];
                    for layout in &layouts {
                        let (plain, both) = both_ways(bytes, layout);
                        (count, decided) = (count + plain, decided + both);
                    }
                }
            }
        }
        assert!(count > 100 && decided * 10 > count * 7, "{decided} of {count}");
    }

    #[test]
    fn what_other_readers_read_otherwise_is_not_decided_here() {
        let tags = "[White \"A\"]\n[Event \"B\"]\n";
        for (text, (count, decided)) in [
            (format!("{tags}\n1.e4\ne5 $1 {{ c }} 2.Nf3! (2. d4 d5) Nc6 *\n"), (1, 1)),
            (format!("{tags}\n1. e4 *\n\n{tags}\n1.d4 *\n\n{tags}\n1. d4 (1. e4 e5 ) d5 *\n"), (3, 3)),
            (format!("{tags}\n1. e4 *\n{tags}\n1.d4 *\n"), (2, 1)),
            (format!("{tags}\n\n1.e4\ne5 *\n"), (1, 0)),
            (format!("{tags}\n1.e4\n\ne5 *\n"), (1, 0)),
            (format!("{tags}\n1.e4 e5 *\n\n\n"), (1, 1)),
            ("[White \"A\"] [Event \"B\"]\n\n1.e4\ne5 *\n".to_owned(), (1, 0)),
            (format!("{tags}\n1.e4 {{ a\nb }} e5 *\n"), (1, 1)),
            (format!("{tags}\n1.e4 {{ a\n\nb }} e5 *\n"), (0, 0)),
            (format!("{tags}\n1.e4 {{ a\n[b }} e5 *\n"), (0, 0)),
            (format!("{tags}\n1.e4 {{ a {{ b }} e5 *\n"), (0, 0)),
            (format!("{tags}\n1.e4 ; a\ne5 *\n"), (0, 0)),
            (format!("{tags}\n{{a}} 1.e4 e5 *\n"), (0, 0)),
            (format!("{tags}\r\n1.e4 e5 *\n"), (1, 0)),
        ] {
            assert_eq!(both_ways(text.as_bytes(), &Layout::default()), (count, decided), "{text}");
        }
    }
}
