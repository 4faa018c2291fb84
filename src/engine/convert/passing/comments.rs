//! Comments and variations between White's half-move and Black's, which VGN allows only behind Black's: there, comments
//! name White's (rule C4), and so do the numbers of variations (rule C7).

use std::ops::Range;

use shakmaty::Color;

use crate::convert::numbers::decimal;
use crate::replay::after::lead;

/// Comments and variations of one game that may have to move.
#[derive(Default)]
pub(super) struct CommentMover {
    /// The main line and the open variations.
    lines: Vec<SourceLine>,
    /// Comments and variations behind White's last half-move, for all open lines.
    held: Vec<MovableSpan>,
    /// Comments to write behind the last half-move and its glyphs.
    moved: Vec<u8>,
    /// Variations to write behind its comments.
    variations: Vec<u8>,
}

struct SourceLine {
    /// Number and side of the last half-move.
    last: Option<(u32, Color)>,
    /// Number of items held for the enclosing lines.
    outside: usize,
    /// Position of the line's `(`, in the source and in the output.
    open: (usize, usize),
}

struct MovableSpan {
    source: Range<usize>,
    /// Range in the output.
    out: Range<usize>,
    kind: SpanKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SpanKind {
    /// A comment that moves behind the half-move.
    Comment,
    Variation,
    /// A comment directly behind a variation, with which it moves.
    Carried,
}

impl MovableSpan {
    /// Output position for a source position in the white space before it, which is copied.
    fn out_before(&self, source: usize) -> usize {
        self.out.start - (self.source.start - source)
    }

    /// Output position for a source position in the white space behind it.
    fn out_behind(&self, source: usize) -> usize {
        self.out.end + (source - self.source.end)
    }
}

impl CommentMover {
    /// Resets the state for the next game.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.held.clear();
        self.moved.clear();
        self.variations.clear();
        self.open(0, 0);
    }

    /// Starts a line at a position in the source and at `out` in the output.
    pub(super) fn open(&mut self, source: usize, out: usize) {
        self.lines.push(SourceLine { last: None, outside: self.held.len(), open: (source, out) });
    }

    /// Ends the innermost variation.
    pub(super) fn close(&mut self, source: usize, out: usize) {
        let Some(line) = self.lines.pop() else { return };
        self.held.truncate(line.outside);
        if self.is_behind_white() {
            let (source, out) = (line.open.0..source, line.open.1..out);
            self.held.push(MovableSpan { source, out, kind: SpanKind::Variation });
        }
    }

    /// Whether the last half-move of the current line is White's.
    fn is_behind_white(&self) -> bool {
        self.lines.last().is_some_and(|line| matches!(line.last, Some((_, Color::White))))
    }

    /// Whether the next half-move is the first of a variation behind a half-move of White.
    pub(super) fn begins_behind_white(&self) -> bool {
        matches!(&self.lines[..], [.., outer, line] if line.last.is_none() && matches!(outer.last, Some((_, Color::White))))
    }

    pub(super) fn is_main_line(&self) -> bool {
        self.lines.len() == 1
    }

    /// Adds a comment that starts at `out` in the output.
    pub(super) fn add(&mut self, source: Range<usize>, bytes: &[u8], out: usize) {
        if self.is_behind_white() {
            let out = out..out + source.len();
            let outside = self.lines.last().map_or(0, |line| line.outside);
            let before = self.held[outside..].last().filter(|before| before.kind != SpanKind::Comment);
            let is_behind = before.is_some_and(|before| bytes[before.source.end..source.start].trim_ascii().is_empty());
            let kind = if is_behind { SpanKind::Carried } else { SpanKind::Comment };
            self.held.push(MovableSpan { source, out, kind });
        }
    }

    /// Adds a half-move by its true number and side. Returns the number of White's half-move if comments or variations
    /// have to move behind this one.
    #[inline]
    pub(super) fn pass(&mut self, number: u32, color: Color) -> Option<u32> {
        let line = self.lines.last_mut()?;
        let (before, _) = line.last.replace((number, color))?;
        (color == Color::Black && line.outside < self.held.len()).then_some(before)
    }

    /// Removes the items that move behind the next half-move from the output, which ends at that half-move. They belong
    /// to White's half-move `number`. `None` if a comment must not move to the middle of a line unchanged.
    pub(super) fn take_out(&mut self, number: u32, bytes: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let outside = self.lines.last().map_or(0, |line| line.outside);
        let held = &self.held[outside..];
        for span in held {
            match span.kind {
                SpanKind::Variation => {
                    self.variations.push(b' ');
                    self.variations.extend_from_slice(&out[span.out.clone()]);
                }
                SpanKind::Carried => {
                    self.variations.push(b' ');
                    braced(&bytes[span.source.clone()], Some(number), &mut self.variations)?;
                }
                SpanKind::Comment => {
                    self.moved.push(b' ');
                    braced(&bytes[span.source.clone()], Some(number), &mut self.moved)?;
                }
            }
        }
        let side_by_side = |a: &MovableSpan, b: &MovableSpan| {
            (a.kind == SpanKind::Comment) == (b.kind == SpanKind::Comment)
                && bytes[a.source.end..b.source.start].trim_ascii().is_empty()
        };
        // The output is kept up to `end`, and from `rest` on.
        let (mut end, mut rest) = (None, 0);
        for run in held.chunk_by(side_by_side) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
            let cut = cut(bytes, first.source.start..last.source.end);
            let start = first.out_before(cut.range.start).max(rest);
            let at = end.map_or(start, |end| {
                out.copy_within(rest..start, end);
                end + start - rest
            });
            if cut.parts {
                out[at] = b' ';
            }
            end = Some(at + usize::from(cut.parts));
            rest = last.out_behind(cut.range.end);
        }
        if let Some(end) = end {
            out.copy_within(rest.., end);
            out.truncate(end + out.len() - rest);
        }
        self.held.truncate(outside);
        Some(())
    }

    /// Whether comments or variations are to be written behind the half-move.
    #[inline]
    pub(super) fn wait(&self) -> bool {
        !(self.moved.is_empty() && self.variations.is_empty())
    }

    /// Comments to write behind the half-move and its glyphs, usually empty.
    #[inline]
    pub(super) fn moved(&mut self) -> &mut Vec<u8> {
        &mut self.moved
    }

    /// Variations to write behind its comments.
    #[inline]
    pub(super) fn variations(&mut self) -> &mut Vec<u8> {
        &mut self.variations
    }
}

/// The range to remove with comments or variations.
struct RemovedRange {
    range: Range<usize>,
    /// Whether a blank must separate the tokens around the range.
    parts: bool,
}

/// The range with blanks that become superfluous, as cut by [`crate::convert::edits`].
fn cut(bytes: &[u8], range: Range<usize>) -> RemovedRange {
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
        return RemovedRange { range: start..range.end + blanks + line_end, parts: false };
    }
    let parts = !after.first().is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b')');
    RemovedRange { range: kept..range.end, parts }
}

/// Appends a comment in braces; `named` is the number of White's half-move that it must name. `None` for a line comment
/// that braces cannot hold unchanged.
pub(super) fn braced(comment: &[u8], named: Option<u32>, out: &mut Vec<u8>) -> Option<()> {
    let (text, end): (&[u8], &[u8]) = match comment.split_first()? {
        (b';', line) if line.contains(&b'}') => return None,
        (b';', line) => (line, b"}"),
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
