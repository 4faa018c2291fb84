//! Writes a merged game: each token with the white space of the side that changed it, and conflicts between markers.

use super::tree::{Side, VersionLeaf};
use crate::syntax::Token;

/// A token of the merged game.
#[derive(Clone, Copy, Debug)]
pub struct MergedLeaf<'t> {
    pub token: Token,
    pub text: &'t str,
    /// The white space before it, and the version that it is from.
    pub gap: &'t str,
    pub gap_of: Side,
    /// Both sides have this white space.
    pub is_gap_of_both: bool,
    /// Its numbers among the leaves of the versions.
    pub at: [Option<u32>; 3],
}

#[derive(Clone, Debug)]
pub enum Piece<'t> {
    Leaf(MergedLeaf<'t>),
    Conflict { ours: Vec<VersionLeaf<'t>>, theirs: Vec<VersionLeaf<'t>> },
}

impl<'t> Piece<'t> {
    /// A token that one version alone has.
    pub fn alone(leaf: &VersionLeaf<'t>) -> Piece<'t> {
        Piece::Leaf(MergedLeaf::alone(leaf))
    }
}

impl<'t> MergedLeaf<'t> {
    fn alone(leaf: &VersionLeaf<'t>) -> MergedLeaf<'t> {
        let mut at = [None; 3];
        at[leaf.side as usize] = Some(leaf.index);
        MergedLeaf { token: leaf.token, text: leaf.text, gap: leaf.gap, gap_of: leaf.side, is_gap_of_both: false, at }
    }
}

/// What is written where the sides contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// Both, between markers of this many characters.
    Marked(usize),
    Ours,
    Theirs,
}

/// The text of the pieces.
pub fn written(pieces: &[Piece<'_>], resolution: Resolution, line_end: &str) -> String {
    let mut writer = Writer { out: String::new(), line_end, last: None, is_behind_marker: false };
    for piece in pieces {
        match (piece, resolution) {
            (Piece::Leaf(leaf), _) => writer.leaf(leaf),
            (Piece::Conflict { ours, .. }, Resolution::Ours) => writer.leaves(ours),
            (Piece::Conflict { theirs, .. }, Resolution::Theirs) => writer.leaves(theirs),
            (Piece::Conflict { ours, theirs }, Resolution::Marked(size)) => {
                writer.marker('<', size, " ours");
                writer.leaves(ours);
                writer.marker('=', size, "");
                writer.leaves(theirs);
                writer.marker('>', size, " theirs");
            }
        }
    }
    writer.out
}

/// The tokens of the pieces with the conflicts resolved.
pub fn texts<'t>(pieces: &[Piece<'t>], resolution: Resolution) -> Vec<&'t str> {
    let mut texts = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Leaf(leaf) => texts.push(leaf.text),
            Piece::Conflict { ours, .. } if resolution == Resolution::Ours => {
                texts.extend(ours.iter().map(|leaf| leaf.text))
            }
            Piece::Conflict { theirs, .. } => texts.extend(theirs.iter().map(|leaf| leaf.text)),
        }
    }
    texts
}

/// A conflict of whole texts; of one that a side has removed, none.
pub fn marked(ours: &[u8], theirs: &[u8], size: usize, line_end: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(ours.len() + theirs.len() + 4 * size);
    let marker = |out: &mut Vec<u8>, sign: u8, label: &str| {
        if !out.is_empty() && !out.ends_with(b"\n") && !out.ends_with(b"\r") {
            out.extend(line_end.bytes());
        }
        out.extend(std::iter::repeat_n(sign, size));
        out.extend(label.bytes().chain(line_end.bytes()));
    };
    marker(&mut out, b'<', " ours");
    out.extend(ours);
    marker(&mut out, b'=', "");
    out.extend(theirs);
    marker(&mut out, b'>', " theirs");
    out
}

struct Writer<'t, 'l> {
    out: String,
    line_end: &'l str,
    last: Option<MergedLeaf<'t>>,
    is_behind_marker: bool,
}

impl<'t> Writer<'t, '_> {
    fn leaves(&mut self, leaves: &[VersionLeaf<'t>]) {
        leaves.iter().for_each(|leaf| self.leaf(&MergedLeaf::alone(leaf)));
    }

    fn leaf(&mut self, leaf: &MergedLeaf<'t>) {
        let mut gap = leaf.gap;
        if std::mem::take(&mut self.is_behind_marker) {
            // The marker's line end stands for the first one of the gap.
            gap = gap.trim_start_matches([' ', '\t']);
            gap = gap.strip_prefix("\r\n").or_else(|| gap.strip_prefix(['\n', '\r'])).unwrap_or(gap);
        } else if let Some(last) = self.last {
            let is_line = matches!(last.token, Token::LineComment | Token::Escape);
            if is_line && !gap.starts_with(['\n', '\r']) {
                self.out += self.line_end;
                gap = gap.trim_start_matches([' ', '\t']);
            } else if gap.is_empty() && !self.may_touch(&last, leaf) {
                self.out.push(' ');
            }
        }
        if self.last.is_some_and(|last| is_movetext(&last) && is_movetext(leaf) && !has_same_gap(&last, leaf)) {
            gap = self.without_empty_lines(gap);
        }
        self.out += gap;
        let is_at_line_start = matches!(leaf.token, Token::Escape | Token::TagOpen);
        if is_at_line_start && self.last.is_some_and(|last| !is_behind(&last, leaf)) {
            self.begin_line();
        }
        self.out += leaf.text;
        self.last = Some(*leaf);
    }

    /// Whether nothing needs to stand between two tokens: because it was so in the text that the gap is from, or because
    /// of what they are.
    fn may_touch(&self, last: &MergedLeaf<'_>, next: &MergedLeaf<'_>) -> bool {
        is_behind(last, next) || last.token == Token::VariationOpen || next.token == Token::VariationClose
    }

    /// White space that stood before the movetext, and now stands within it: many readers take an empty line there for
    /// the end of the game.
    fn without_empty_lines<'g>(&mut self, gap: &'g str) -> &'g str {
        let ends = gap.matches('\n').count().max(gap.matches('\r').count());
        if ends < 2 {
            return gap;
        }
        self.begin_line();
        gap.rfind(['\n', '\r']).map_or(gap, |last| &gap[last + 1..])
    }

    fn begin_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with(['\n', '\r']) {
            self.out += self.line_end;
        }
    }

    fn marker(&mut self, sign: char, size: usize, label: &str) {
        self.begin_line();
        self.out.extend(std::iter::repeat_n(sign, size));
        self.out += label;
        self.out += self.line_end;
        self.is_behind_marker = true;
    }
}

fn is_movetext(leaf: &MergedLeaf<'_>) -> bool {
    leaf.token != Token::TagOpen
}

/// Whether a side has the two tokens with this white space between them.
fn has_same_gap(last: &MergedLeaf<'_>, next: &MergedLeaf<'_>) -> bool {
    let is_in = |side: Side| is_behind_in(side, last, next);
    is_behind(last, next) || next.is_gap_of_both && (is_in(Side::Ours) || is_in(Side::Theirs))
}

/// Whether the next token follows the last one in the text that the white space between them is from.
fn is_behind(last: &MergedLeaf<'_>, next: &MergedLeaf<'_>) -> bool {
    is_behind_in(next.gap_of, last, next)
}

fn is_behind_in(side: Side, last: &MergedLeaf<'_>, next: &MergedLeaf<'_>) -> bool {
    let version = side as usize;
    last.at[version].zip(next.at[version]).is_some_and(|(last, next)| last + 1 == next)
}
