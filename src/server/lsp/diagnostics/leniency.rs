//! Findings that an editor shows more lightly than `vgn-lsp check`: what is normal to be missing in a game that is
//! being written. A level from the settings takes precedence.

use std::ops::Range;

use vgn_engine::lint::{Code, Diagnostic, Severity};

use crate::lsp::documents::snapshot::Snapshot;

/// Whether an editor shows the finding as a hint, whatever its severity. The range is that of the game, in bytes of the
/// text.
pub fn is_hint(snapshot: &Snapshot, game: &Range<usize>, found: &Diagnostic) -> bool {
    if snapshot.effective.settings.sets_level(found.code) {
        return false;
    }
    found.code == Code::MissingTerminator && is_being_written(snapshot, game)
}

/// The range that an editor marks, in bytes of the game: one character of a tag that is not at fault itself.
pub fn shown_range(found: &Diagnostic) -> Range<u32> {
    let start = found.range.start;
    match found.code {
        Code::MissingRosterTag if found.severity == Severity::Hint => {
            start..start.saturating_add(1).min(found.range.end)
        }
        _ => found.range.clone(),
    }
}

/// Whether the last change since the opening was in the game: the user has not left it yet. A save does not leave it,
/// because editors also save while the user types.
pub fn is_being_written(snapshot: &Snapshot, game: &Range<usize>) -> bool {
    let is_last = game.end == snapshot.text.len_bytes();
    let here = |place: &usize| game.start <= *place && (*place < game.end || is_last);
    snapshot.edited.iter().any(here)
}
