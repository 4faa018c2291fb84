//! A PGN game that remains one: copied except for half-moves that are not in export form.

use std::ops::Range;

use super::san_deviations::SanDeviations;
use crate::replay::{Deviation, FastPass, PlayedMove, Visitor};

/// Appends the game that starts at `at`, with half-moves in export form; returns its end.
pub(super) fn copy(fast_pass: &mut FastPass, bytes: &[u8], at: usize, last: bool, out: &mut Vec<u8>) -> Option<usize> {
    let mut text = CopyVisitor { bytes, copied: at, deviations: SanDeviations::default(), out };
    let end = fast_pass.visit(bytes, at, last, &mut text)?.end;
    text.copy_to(end);
    Some(end)
}

struct CopyVisitor<'a> {
    bytes: &'a [u8],
    /// End of the bytes copied to `out`.
    copied: usize,
    deviations: SanDeviations,
    out: &'a mut Vec<u8>,
}

impl CopyVisitor<'_> {
    fn copy_to(&mut self, end: usize) {
        self.out.extend_from_slice(&self.bytes[self.copied..end]);
        self.copied = end;
    }
}

impl Visitor for CopyVisitor<'_> {
    fn half_move(&mut self, range: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        if self.deviations.may_differ(&played) {
            self.copy_to(range.start);
            self.deviations.write(&self.bytes[range.clone()], &played, |part| self.out.extend_from_slice(part));
            self.copied = range.end;
        }
        Some(())
    }

    fn visits_variants(&self) -> bool {
        true
    }

    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        self.deviations.note(deviation);
        Some(())
    }
}
