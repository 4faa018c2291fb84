//! Comments between White's half-move and Black's, for which VGN has a place behind Black's only, where they name White's
//! (rule C4).

use std::ops::Range;

use shakmaty::Color;

use super::is_trimmed;
use crate::analysis::after::lead;
use crate::convert::numbers::decimal;

/// The comments of one game, on the way from where they stand to where they belong.
#[derive(Default)]
pub(super) struct Comments {
    /// The main line and the variations that are open.
    lines: Vec<Line>,
    /// Comments behind White's last half-move, of all open lines.
    held: Vec<Held>,
    /// What is to come behind the half-move that was read last and its glyphs.
    moved: Vec<u8>,
}

struct Line {
    /// The number and the side of the last half-move.
    last: Option<(u32, Color)>,
    /// How many comments are held for the lines outside of this one.
    outside: usize,
}

struct Held {
    source: Range<usize>,
    /// Where it starts in what is written.
    out: usize,
}

impl Held {
    /// Where a place in the white space around the comment is, which is written as it was.
    fn out_of(&self, source: usize) -> usize {
        self.out + source - self.source.start
    }
}

impl Comments {
    /// A game begins.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.held.clear();
        self.moved.clear();
        self.open();
    }

    pub(super) fn open(&mut self) {
        self.lines.push(Line { last: None, outside: self.held.len() });
    }

    pub(super) fn close(&mut self) {
        if let Some(line) = self.lines.pop() {
            self.held.truncate(line.outside);
        }
    }

    pub(super) fn is_main_line(&self) -> bool {
        self.lines.len() == 1
    }

    /// There is a comment that starts at `out` in what is written.
    pub(super) fn add(&mut self, source: Range<usize>, out: usize) {
        if self.lines.last().is_some_and(|line| matches!(line.last, Some((_, Color::White)))) {
            self.held.push(Held { source, out });
        }
    }

    /// There is a half-move, by its true number and its side. If there are comments that have to go behind it: the number of
    /// the half-move that they belong to.
    #[inline]
    pub(super) fn pass(&mut self, number: u32, color: Color) -> Option<u32> {
        let line = self.lines.last_mut()?;
        let (before, _) = line.last.replace((number, color))?;
        (color == Color::Black && line.outside < self.held.len()).then_some(before)
    }

    /// Takes the comments that have to go behind the half-move out of what is written, which reaches to the half-move.
    /// They are White's, whose half-move has this number. `None` where one must not go to the middle of a line as it is.
    pub(super) fn take_out(&mut self, number: u32, bytes: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let outside = self.lines.last().map_or(0, |line| line.outside);
        let held = &self.held[outside..];
        // What is written stays up to `end`, and from `rest` on.
        let (mut end, mut rest) = (None, 0);
        for run in held.chunk_by(|a, b| bytes[a.source.end..b.source.start].trim_ascii().is_empty()) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
            let cut = cut(bytes, first.source.start..last.source.end);
            let start = first.out_of(cut.range.start);
            let at = end.map_or(start, |end| {
                out.copy_within(rest..start, end);
                end + start - rest
            });
            if cut.parts {
                out[at] = b' ';
            }
            end = Some(at + usize::from(cut.parts));
            rest = last.out_of(cut.range.end);
        }
        if let Some(end) = end {
            out.copy_within(rest.., end);
            out.truncate(end + out.len() - rest);
        }
        for comment in held {
            self.moved.push(b' ');
            braced(&bytes[comment.source.clone()], Some(number), &mut self.moved)?;
        }
        self.held.truncate(outside);
        Some(())
    }

    /// What comes behind the half-move and its glyphs; nothing for most.
    #[inline]
    pub(super) fn moved(&mut self) -> &mut Vec<u8> {
        &mut self.moved
    }
}

/// What goes with some comments.
struct Cut {
    range: Range<usize>,
    /// A blank has to part what stands around them.
    parts: bool,
}

/// The range of comments with the blanks that would be too many without them, as [`crate::convert::edits`] cuts them.
fn cut(bytes: &[u8], range: Range<usize>) -> Cut {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let before = &bytes[..range.start];
    let kept = before.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
    let after = &bytes[range.end..];
    if before[..kept].last().is_none_or(|byte| matches!(byte, b'\n' | b'\r')) {
        let blanks = after.iter().take_while(|byte| is_blank(byte)).count();
        let line_end = match after[blanks..] {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
        let start = if line_end > 0 { kept } else { range.start };
        return Cut { range: start..range.end + blanks + line_end, parts: false };
    }
    let parts = !after.first().is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b')');
    Cut { range: kept..range.end, parts }
}

/// Adds a comment, in braces; with the number of White's half-move that it is to name. `None` for a line comment that
/// braces cannot hold as it is.
pub(super) fn braced(comment: &[u8], named: Option<u32>, out: &mut Vec<u8>) -> Option<()> {
    let (text, end): (&[u8], &[u8]) = match comment.split_first()? {
        (b';', line) => {
            let line = line.trim_ascii_end();
            // White space beyond ASCII would go too.
            if line.contains(&b'}') || !is_trimmed(line.trim_ascii()) {
                return None;
            }
            (line, b"}")
        }
        (_, text) => (text, b""),
    };
    out.push(b'{');
    let mut text = text;
    if let Some(number) = named {
        let (lead, rest) = text.split_at(lead(text));
        out.extend_from_slice(lead);
        text = rest;
        out.extend_from_slice(b"[%after ");
        out.extend_from_slice(decimal(number, &mut [0; 10]));
        let is_empty = text.is_empty() || text == b"}";
        out.extend_from_slice(if is_empty { b".]" } else { b".] " });
    }
    for part in [text, end] {
        out.extend_from_slice(part);
    }
    Some(())
}
