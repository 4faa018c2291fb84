//! Where games begin and end: a scan over bytes, in any ASCII-compatible encoding.
//!
//! A game ends after its terminator or before the tags of the next game. If its terminator is misspelt or missing, it
//! also ends where `1.` plainly begins a game without tags. The scan of a game reads no byte before the game. After it,
//! the scan reads at most the next game's first line, or [`LOOK_AHEAD`] lines past one of its own. So an edit moves no
//! boundary before the end of the game that precedes the game [`LOOK_AHEAD`] lines above the edit.

use std::ops::Range;

use super::boundaries::{begins_movetext, begins_with_number, cuts, is_terminator, stray_bracket};
use super::comments::{CommentEnd, comment_end};
use super::json::json_end;
use super::lexer::{RawToken, raw_at, skip_usual};
use super::lines::{
    BYTE_ORDER_MARK, after_blank_line, are_wide_blanks, at_first_column, at_line_start, is_byte_order_marks, is_space,
    line_end, skip_space,
};
use super::prose::{ProsePlace, begins_in_brackets, prose_end};
use super::tags::tag_slips::slip_end;
pub use super::tags::unopened_tags::brace_begins_tag;
use super::tags::unopened_tags::{begins_unopened_tag, unopened_tag};
use super::tags::{TagPart, scan_tag};
use super::terminators::after_terminators;
pub use super::terminators::early_terminators::continues_after;
pub use super::terminators::{after_terminator, second_terminator};
use super::words;
use crate::notation::section_end_of;

/// Maximum number of lines that the scan of a game reads past one of its own: to the `}` of a comment that holds tag
/// section lines, or to the end of a tag's value that has no closing quote on its line.
pub const LOOK_AHEAD: usize = super::comments::CLOSE_LINES;
const _: () = assert!(LOOK_AHEAD >= super::tags::LINES);

/// One game's extent. Games follow one another without gaps and cover the whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// In bytes of the scanned text.
    pub range: Range<usize>,
    /// Whether the span holds tags or moves; the rest of a file that holds only comments and white space is not a game
    /// (rule A2).
    pub is_game: bool,
    /// Start of the binary move section, if any; it extends to the end of the range.
    pub binary: Option<usize>,
}

/// The game that starts at `at`, which must be 0 or the end of an earlier game. `last`: the text ends where `bytes`
/// end.
///
/// Returns `None` at the end of the bytes or, without `last`, if the game may continue after them.
pub fn next_game(bytes: &[u8], at: usize, last: bool) -> Option<Span> {
    cut(bytes, at, last, SectionBytes::Whole)
}

/// Progress of a reader that has read part of a game with the scan's own tokens: tags without a `MoveFormat`, and at
/// least two half-moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResumePoint {
    /// Start of the next token or of white space before it, in bytes of the whole text.
    pub at: usize,
    /// Number of open variations.
    pub depth: usize,
}

/// Same as [`next_game`] for a game whose beginning has been read: the scan resumes at `begun`.
pub fn next_game_resumed(bytes: &[u8], at: usize, last: bool, begun: ResumePoint) -> Option<Span> {
    let game = bytes.get(at..)?;
    let mut scan = GameScan {
        tags: true,
        moves: true,
        played: true,
        depth: begun.depth,
        ..GameScan::new(game, last, SectionBytes::Whole)
    };
    // A game without a binary section ends where the scan ends.
    match scan.run(begun.at.checked_sub(at)?)? {
        GameEnd::At(end) | GameEnd::Binary { end, .. } => {
            Some(Span { range: at..at + end, is_game: true, binary: None })
        }
    }
}

/// Same as [`next_game`] for text that an editor decoded from a file's bytes.
///
/// Bytes of a binary section that are not text are altered or missing there, so the text does not determine where the
/// section ends (rule E3). The section extends to the white space before the next line that begins with a complete tag
/// pair, or to the end of the text.
pub fn next_game_of_editor(text: &[u8], at: usize, last: bool) -> Option<Span> {
    cut(text, at, last, SectionBytes::Damaged)
}

fn cut(bytes: &[u8], at: usize, last: bool, sections: SectionBytes) -> Option<Span> {
    let game = bytes.get(at..).filter(|game| !game.is_empty())?;
    let mut scan = GameScan::new(game, last, sections);
    let end = scan.run(if game.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 })?;
    let (end, binary) = match end {
        GameEnd::At(end) => (end, None),
        GameEnd::Binary { start, end } => (end, Some(at + start)),
    };
    Some(Span { range: at..at + end, is_game: scan.tags || scan.moves, binary })
}

/// All games of a file's bytes.
pub fn games(bytes: &[u8]) -> impl Iterator<Item = Span> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let span = next_game(bytes, at, true)?;
        at = span.range.end;
        Some(span)
    })
}

enum GameEnd {
    At(usize),
    Binary { start: usize, end: usize },
}

/// State of the bytes of binary sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SectionBytes {
    /// As written.
    Whole,
    /// Decoded as text.
    Damaged,
}

struct GameScan<'a> {
    bytes: &'a [u8],
    last: bool,
    sections: SectionBytes,
    tags: bool,
    moves: bool,
    /// Whether a half-move, or a possible one, was read.
    played: bool,
    depth: usize,
    /// Whether an `Event` tag was read.
    event: bool,
    /// Name of the first tag.
    first: Option<Range<usize>>,
    /// Value of `MoveFormat`.
    format: Option<Range<usize>>,
}

impl<'a> GameScan<'a> {
    fn new(bytes: &'a [u8], last: bool, sections: SectionBytes) -> GameScan<'a> {
        GameScan {
            bytes,
            last,
            sections,
            tags: false,
            moves: false,
            played: false,
            depth: 0,
            event: false,
            first: None,
            format: None,
        }
    }
}

impl GameScan<'_> {
    /// Scans from `at` to the game's end; `None` if more text is needed.
    fn run(&mut self, mut at: usize) -> Option<GameEnd> {
        let bytes = self.bytes;
        let begin = skip_space(bytes, at);
        loop {
            let Some(&byte) = bytes.get(at) else {
                return self.last.then_some(GameEnd::At(at));
            };
            if is_space(byte) {
                at = skip_space(bytes, at);
                continue;
            }
            if self.moves && self.played {
                let end = skip_usual(bytes, at);
                if end > at {
                    at = end;
                    continue;
                }
            }
            if byte == b'%' && at_first_column(bytes, at) {
                at = self.to_line_end(at)?;
                continue;
            }
            if byte == b'[' {
                if self.moves {
                    match cuts(bytes, at, self.last)? {
                        true => return Some(GameEnd::At(at)),
                        false => at = self.bracket(at)?,
                    }
                } else if self.tags && self.repeats_tags(at)? {
                    return Some(GameEnd::At(at));
                } else if !self.tags && begins_in_brackets(bytes, at, self.last)? {
                    at = prose_end(bytes, at, ProsePlace::Before, self.last)?;
                } else {
                    at = self.tag(at)?;
                    if let Some(end) = self.binary(at)? {
                        return Some(end);
                    }
                }
                continue;
            }
            if !self.moves
                && begins_unopened_tag(byte)
                && at_line_start(bytes, at)
                && let Some(tag) = unopened_tag(bytes, at, self.last)?
            {
                at = tag.end;
                self.take_tag(Some(tag.name), Some(tag.value));
                if let Some(end) = self.binary(at)? {
                    return Some(end);
                }
                continue;
            }
            let (raw, end) = raw_at(bytes, at)?;
            if !self.last && end == bytes.len() {
                return None;
            }
            if !self.moves && !self.tags {
                let passed = self.before_game(raw, at..end, at == begin)?;
                if passed > at {
                    at = passed;
                    continue;
                }
            }
            if !self.moves
                && self.tags
                && let Some(end) = slip_end(bytes, at, self.last)?
            {
                at = end;
                continue;
            }
            match raw {
                RawToken::Brace => match comment_end(bytes, at, self.last) {
                    CommentEnd::Closed(end) | CommentEnd::Unclosed(end) => {
                        at = end;
                        continue;
                    }
                    CommentEnd::More => return None,
                },
                RawToken::ParenOpen if self.moves || self.tags => {
                    self.moves = true;
                    self.depth += 1;
                }
                RawToken::ParenClose => self.depth = self.depth.saturating_sub(1),
                RawToken::Number if self.restarts(at, end) => return Some(GameEnd::At(at)),
                RawToken::Word | RawToken::HalfPoints if self.moves => {
                    let word = &bytes[at..end];
                    let ends = match raw {
                        RawToken::Word if words::is_terminator(word) => self.depth == 0 || self.ends_whole_game(end)?,
                        RawToken::Word if !words::is_near_terminator(word) => false,
                        _ => self.ends_whole_game(end)?,
                    };
                    if ends && !self.goes_on(raw, at..end)? {
                        return self.after(end).map(GameEnd::At);
                    }
                    self.played = self.played || begins_movetext(raw, word, self.tags, self.format.is_some());
                }
                _ if begins_movetext(raw, &bytes[at..end], self.tags, self.format.is_some()) => {
                    let terminator = is_terminator(raw, &bytes[at..end]);
                    self.moves = true;
                    self.played |= raw == RawToken::Word && !terminator;
                    if terminator && (self.depth == 0 || self.ends_whole_game(end)?) && !self.goes_on(raw, at..end)? {
                        return self.after(end).map(GameEnd::At);
                    }
                }
                _ => {}
            }
            at = end;
        }
    }

    /// End of the prose, or of the game's first number, if the token precedes all tags and moves; else the token's
    /// start. `begins`: only white space precedes the token.
    #[cold]
    fn before_game(&mut self, raw: RawToken, token: Range<usize>, begins: bool) -> Option<usize> {
        let (bytes, at, end) = (self.bytes, token.start, token.end);
        let is_comment = match raw {
            RawToken::Brace => json_end(bytes, at, self.last)? == at,
            raw => raw == RawToken::LineComment,
        };
        let may_be_prose = !is_comment && !is_byte_order_marks(&bytes[token]) && (begins || at_line_start(bytes, at));
        let prose = if may_be_prose { prose_end(bytes, at, ProsePlace::Before, self.last)? } else { at };
        if prose == at && raw == RawToken::Number && begins_with_number(bytes, end, self.last)? {
            self.moves = true;
            return Some(end);
        }
        Some(prose)
    }

    /// Whether the game's half-moves continue after a terminator.
    #[inline]
    fn goes_on(&self, raw: RawToken, word: Range<usize>) -> Option<bool> {
        if !(self.played || self.tags) || self.depth > 0 || !is_terminator(raw, &self.bytes[word.clone()]) {
            return Some(false);
        }
        continues_after(self.bytes, word, self.last)
    }

    /// End of the game whose terminator ends at `at`.
    #[inline]
    fn after(&self, at: usize) -> Option<usize> {
        match self.tags || self.played {
            true => after_terminators(self.bytes, at, self.last),
            false => after_terminator(self.bytes, at, self.last),
        }
    }

    /// End of a bracket that begins no tags, if the text shows it.
    fn bracket(&self, at: usize) -> Option<usize> {
        let end = stray_bracket(self.bytes, at);
        let seen = self.last || end > at + 1 || self.bytes[at + 1..].iter().any(|b| b"]}[{()\n\r".contains(b));
        seen.then_some(end)
    }

    fn to_line_end(&self, at: usize) -> Option<usize> {
        let end = line_end(self.bytes, at);
        (end < self.bytes.len() || self.last).then_some(end)
    }

    /// Whether the tags repeat after an empty line: a second `Event` tag, or the first tag again without any `Event` or
    /// if it is `GameFormat`. Then the preceding game has no movetext.
    fn repeats_tags(&self, at: usize) -> Option<bool> {
        let first = self.first.as_ref().map(|first| &self.bytes[first.clone()]);
        let name: &[u8] = match first {
            Some(first) if !self.event => first,
            Some(b"GameFormat") if self.bytes[at + 1..].starts_with(b"G") => b"GameFormat",
            _ => b"Event",
        };
        let rest = &self.bytes[at + 1..];
        // Fast path: nearly every tag has a unique name.
        let other = rest.len() > name.len() && (rest.first() != name.first() || !rest.starts_with(name));
        if other || !at_line_start(self.bytes, at) || !after_blank_line(self.bytes, at) {
            return Some(false);
        }
        if rest.len() <= name.len() && !self.last {
            return None;
        }
        let after = rest.get(name.len());
        Some(rest.starts_with(name) && after.is_none_or(|b| !b.is_ascii_alphanumeric() && *b != b'_'))
    }

    fn tag(&mut self, open: usize) -> Option<usize> {
        let (mut name, mut value) = (None, None);
        let end = scan_tag(self.bytes, open, self.last, |piece, range| match piece {
            TagPart::Name if name.is_none() => name = Some(range),
            TagPart::Value if value.is_none() => value = Some(range),
            _ => {}
        })?;
        self.take_tag(name, value);
        Some(end.end)
    }

    fn take_tag(&mut self, name: Option<Range<usize>>, value: Option<Range<usize>>) {
        self.tags = true;
        if !self.event && self.first.is_none() {
            self.first.clone_from(&name);
        }
        match name.map(|range| &self.bytes[range]) {
            Some(b"Event") => self.event = true,
            Some(b"MoveFormat") => self.format = value.or(self.format.take()),
            _ => {}
        }
    }

    /// The binary section directly after the tag that ends at `at`, if the format is binary (rule B10).
    fn binary(&self, at: usize) -> Option<Option<GameEnd>> {
        let Some(format) = &self.format else { return Some(None) };
        let Some(by) = section_end_of(&self.bytes[format.clone()]) else { return Some(None) };
        // If another tag follows, possibly after white space, the format is not the last tag and the section comes
        // later.
        let next = skip_space(self.bytes, at);
        if self.bytes.get(next) == Some(&b'[') && cuts(self.bytes, next, self.last)? {
            // After an empty line the tag is the next game's, and this game's section is missing.
            let missing = super::lines::after_blank_line(self.bytes, next);
            return Some(missing.then_some(GameEnd::Binary { start: at, end: at }));
        }
        let by = (self.sections == SectionBytes::Whole).then_some(by);
        let end = super::binary::section_end(by, self.bytes, at, self.last)?;
        Some(Some(GameEnd::Binary { start: at, end }))
    }

    /// Whether `1.` after an empty line and after moves begins a game without tags; the preceding game has no
    /// terminator.
    fn restarts(&self, at: usize, end: usize) -> bool {
        self.played
            && self.depth == 0
            && &self.bytes[at..end] == b"1."
            && at_line_start(self.bytes, at)
            && after_blank_line(self.bytes, at)
    }

    /// Whether a terminator inside a variation ends the whole game, because the next token begins a new one: there a
    /// number does so only at the start of a line.
    fn ends_whole_game(&self, mut at: usize) -> Option<bool> {
        loop {
            let Some((raw, end)) = raw_at(self.bytes, at) else { return self.last.then_some(true) };
            match raw {
                RawToken::Space | RawToken::LineComment => at = end,
                RawToken::Word
                    if is_byte_order_marks(&self.bytes[at..end]) || are_wide_blanks(&self.bytes[at..end]) =>
                {
                    at = end
                }
                RawToken::Brace => match comment_end(self.bytes, at, self.last) {
                    CommentEnd::Closed(end) | CommentEnd::Unclosed(end) => at = end,
                    CommentEnd::More => return None,
                },
                RawToken::Open => return cuts(self.bytes, at, self.last),
                RawToken::Number if end == self.bytes.len() && !self.last => return None,
                RawToken::Number if self.depth > 0 && !at_line_start(self.bytes, at) => return Some(false),
                RawToken::Number => return Some(matches!(&self.bytes[at..end], b"1." | b"1")),
                _ => return Some(false),
            }
        }
    }
}

/// End of the comment whose `{` is at `open`, if it is closed.
pub fn closed_comment(bytes: &[u8], open: usize) -> Option<usize> {
    match comment_end(bytes, open, false) {
        CommentEnd::Closed(end) => Some(end),
        CommentEnd::Unclosed(_) | CommentEnd::More => None,
    }
}
