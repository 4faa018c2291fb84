//! Readable half-moves that are not in export form.

use crate::replay::{Deviation, PlayedMove};

/// Deviations of the next half-move.
#[derive(Default)]
pub(super) struct SanDeviations {
    /// The required parts of its source: the file, the rank.
    source: Option<(bool, bool)>,
    mark: bool,
}

impl SanDeviations {
    pub(super) fn note(&mut self, deviation: Deviation) {
        match deviation {
            Deviation::Source { file, rank } => self.source = Some((file, rank)),
            Deviation::Mark => self.mark = true,
            _ => {}
        }
    }

    /// Whether the half-move may not be in export form, where `#` marks every win on the board.
    #[inline]
    pub(super) fn may_differ(&self, played: &PlayedMove<'_>) -> bool {
        self.mark || self.source.is_some() || played.after.variant_winner().is_some()
    }

    /// Passes the parts of the half-move in export form to the callback.
    pub(super) fn write(&mut self, text: &[u8], played: &PlayedMove<'_>, mut part: impl FnMut(&[u8])) {
        let source = std::mem::take(self).source;
        let core = text.iter().position(|byte| matches!(byte, b'+' | b'#')).map_or(text, |end| &text[..end]);
        match (source, played.mv.from()) {
            (Some((file, rank)), Some(from)) => {
                let (piece, to) = (&core[..core.len().min(1)], &core[core.len().saturating_sub(2)..]);
                let (square, captures) = ([from.file().char() as u8, from.rank().char() as u8], played.mv.is_capture());
                let source = &square[usize::from(!file)..1 + usize::from(rank)];
                [piece, source, if captures { b"x" } else { b"" }, to].into_iter().for_each(&mut part);
            }
            _ => part(core),
        }
        match (played.mate || played.after.variant_winner().is_some(), played.after.is_check()) {
            (true, _) => part(b"#"),
            (false, true) => part(b"+"),
            (false, false) => {}
        }
    }
}
