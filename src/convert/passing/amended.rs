//! Half-moves that can be read, and are not in export form.

use crate::analysis::{Deviation, PlayedMove};

/// What was heard of the half-move that comes next.
#[derive(Default)]
pub(super) struct Amended {
    /// What it has to say of its source: the file, the rank.
    source: Option<(bool, bool)>,
    mark: bool,
}

impl Amended {
    pub(super) fn note(&mut self, deviation: Deviation) {
        match deviation {
            Deviation::Source { file, rank } => self.source = Some((file, rank)),
            Deviation::Mark => self.mark = true,
            _ => {}
        }
    }

    /// The half-move in export form, if its text is another one.
    #[inline]
    pub(super) fn text(&mut self, text: &[u8], played: &PlayedMove<'_>) -> Option<Vec<u8>> {
        (self.mark || self.source.is_some()).then(|| std::mem::take(self).write(text, played))
    }

    #[cold]
    fn write(self, text: &[u8], played: &PlayedMove<'_>) -> Vec<u8> {
        let core = text.iter().position(|byte| matches!(byte, b'+' | b'#')).map_or(text, |end| &text[..end]);
        let mut written = Vec::with_capacity(8);
        match (self.source, played.mv.from()) {
            (Some((file, rank)), Some(from)) => {
                written.extend(core.first());
                written.extend(file.then(|| from.file().char() as u8));
                written.extend(rank.then(|| from.rank().char() as u8));
                written.extend(played.mv.is_capture().then_some(b'x'));
                written.extend_from_slice(&core[core.len().saturating_sub(2)..]);
            }
            _ => written.extend_from_slice(core),
        }
        written.extend(match (played.mate, played.after.is_check()) {
            (true, _) => Some(b'#'),
            (false, true) => Some(b'+'),
            (false, false) => None,
        });
        written
    }
}
