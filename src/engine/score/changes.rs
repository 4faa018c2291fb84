//! Changes of a score that several refactorings share.

use std::ops::Range;

use super::{PlyPart, Score, ScoreLine, ScorePly};

impl Score<'_> {
    /// Replaces the text of a comment, which is removed if it becomes empty.
    pub fn rewrite(&mut self, range: &Range<u32>, text: String) {
        self.rewritten.insert(range.start, text);
        if self.comment(range).trim_matches(['{', '}', ';', ' ', '\n', '\r', '\t']).is_empty() {
            let keeps = |part: &PlyPart| *part != PlyPart::Comment(range.clone());
            self.lines.iter_mut().for_each(|line| line.lead.retain(keeps));
            self.plies.iter_mut().for_each(|ply| ply.parts.retain(keeps));
            self.plies.iter_mut().for_each(|ply| ply.before.retain(keeps));
        }
    }

    /// Replaces the text of a half-move, which must stay the same one.
    pub fn rewrite_half_move(&mut self, ply: usize, text: String) {
        self.rewritten.insert(self.plies[ply].range.start, text);
    }

    /// Swaps a variation with the line that it replaces. `None` if it has no half-move, replaces none or has a
    /// terminator; then the score is not to be used any more.
    pub fn promote(&mut self, variation: usize) -> Option<()> {
        let replaced = self.lines[variation].replaces?;
        let (outer, at) = self.place_of(replaced)?;
        let promoted = std::mem::take(&mut self.lines[variation].plies);
        let first = *promoted.first()?;
        if !self.lines[variation].end.is_empty() {
            return None;
        }
        let demoted = self.lines[outer].plies.split_off(at);
        let lead = std::mem::take(&mut self.lines[variation].lead);
        for ply in &demoted {
            self.plies[*ply].line = variation;
        }
        for ply in &promoted {
            self.plies[*ply].line = outer;
        }
        self.lines[variation].plies = demoted;
        self.lines[outer].plies.extend(promoted);
        // All alternatives now replace `first`; comments and NAGs stay with their half-moves.
        let (others, kept) = parted(std::mem::take(&mut self.plies[replaced].parts));
        let (own, notes) = parted(std::mem::take(&mut self.plies[first].parts));
        let mut variations = vec![PlyPart::Variation(variation)];
        for other in others {
            if other == PlyPart::Variation(variation) {
                variations.extend(own.iter().cloned())
            } else {
                variations.push(other)
            }
        }
        for part in &variations {
            if let PlyPart::Variation(id) = part {
                self.lines[*id].replaces = Some(first);
            }
        }
        self.plies[replaced].parts = kept;
        self.plies[first].parts = lead.into_iter().chain(notes).chain(variations).collect();
        for ply in [replaced, first] {
            self.plies[ply].is_changed = true;
        }
        Some(())
    }

    /// Removes parts from a half-move.
    pub fn retain(&mut self, ply: usize, keeps: impl FnMut(&PlyPart) -> bool) {
        self.plies[ply].parts.retain(keeps);
    }
}

impl<'t> Score<'t> {
    /// An unchanged score as a part of a longer text, in which its own text starts at byte `at`.
    #[must_use]
    pub fn within(self, text: &'t str, at: u32) -> Score<'t> {
        let moved = |range: Range<u32>| range.start + at..range.end + at;
        let parts = |parts: Vec<PlyPart>| parts.into_iter().map(|part| part.moved(at)).collect();
        let lines = self.lines.into_iter().map(|line| ScoreLine {
            brackets: line.brackets.map(|(open, close)| (moved(open), moved(close))),
            lead: parts(line.lead),
            end: parts(line.end),
            ..line
        });
        let plies = self.plies.into_iter().map(|ply| ScorePly {
            number: ply.number.map(moved),
            range: moved(ply.range),
            before: parts(ply.before),
            parts: parts(ply.parts),
            ..ply
        });
        let naming = self.naming.into_iter().map(|start| start + at);
        Score {
            text,
            lines: lines.collect(),
            plies: plies.collect(),
            naming: naming.collect(),
            movetext: moved(self.movetext),
            ..self
        }
    }
}

/// Variations and other parts.
pub fn parted(parts: Vec<PlyPart>) -> (Vec<PlyPart>, Vec<PlyPart>) {
    parts.into_iter().partition(|part| matches!(part, PlyPart::Variation(_)))
}
