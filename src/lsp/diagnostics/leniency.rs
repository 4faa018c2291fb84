//! What an editor shows more lightly than `vgn-lsp check` does: what a game that is being written, or comes from a
//! study, lacks as long as it is what it is. A level that a setting gives holds here too.

use std::ops::Range;

use crate::analysis::{Code, Diagnostic};

use crate::lsp::documents::snapshot::Snapshot;

/// Tags of a game are looked for in so many of its bytes.
const TAGS: usize = 4_096;

/// Is the finding of the game in this range, in bytes of the text, a hint in an editor, whatever it is elsewhere?
pub fn is_hint(snapshot: &Snapshot, game: &Range<usize>, found: &Diagnostic) -> bool {
    if snapshot.effective.settings.says(found.code) {
        return false;
    }
    match found.code {
        Code::MissingTerminator => is_being_written(snapshot, game),
        Code::MissingRosterTag => comes_from_a_study(snapshot, game),
        Code::TerminatorContradictsBoard => {
            let terminator = game.start + found.range.start as usize..game.start + found.range.end as usize;
            snapshot.text_of(terminator) == "*" && comes_from_a_study(snapshot, game)
        }
        _ => false,
    }
}

/// What of the finding's range an editor marks, in bytes of the game: of a tag that is not at fault itself one
/// character.
pub fn shown_range(snapshot: &Snapshot, game: &Range<usize>, found: &Diagnostic) -> Range<u32> {
    let start = found.range.start;
    match found.code {
        Code::MissingRosterTag if is_hint(snapshot, game, found) => start..start.saturating_add(1).min(found.range.end),
        _ => found.range.clone(),
    }
}

/// The game was edited by the last change, and not saved since: nobody has left it yet.
pub fn is_being_written(snapshot: &Snapshot, game: &Range<usize>) -> bool {
    let is_last = game.end == snapshot.text.len_bytes();
    let here = |place: &usize| game.start <= *place && (*place < game.end || is_last);
    snapshot.is_unsaved && snapshot.edited.iter().any(here)
}

/// Whether something of the games that are being written is a hint, and more than that once the document is saved; none
/// if nobody has judged the game yet.
pub fn weighs_more_when_saved(snapshot: &Snapshot) -> Option<bool> {
    if !snapshot.is_unsaved {
        return Some(false);
    }
    let end = snapshot.text.len_bytes().saturating_sub(1);
    let games = snapshot.games_at_once()?;
    for game in snapshot.edited.iter().filter_map(|place| games.game_at((*place).min(end))) {
        if game.analysed()?.diagnostics.iter().any(|found| found.code == Code::MissingTerminator) {
            return Some(true);
        }
    }
    Some(false)
}

/// A chapter of a study: its tags are others than those of games that were played, and no result is expected of it.
fn comes_from_a_study(snapshot: &Snapshot, game: &Range<usize>) -> bool {
    let end = game.end.min(game.start + TAGS);
    let text = snapshot.text_of(game.start..end);
    ["[Annotator \"https://lichess.org/", "[StudyName \"", "[ChapterURL \"", "[Site \"https://lichess.org/study/"]
        .iter()
        .any(|tag| text.contains(tag))
}
