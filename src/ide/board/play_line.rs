//! Writes a line of half-moves into the game, as far as the game does not have it: one edit for all of them.

use std::ops::Range;

use vgn_engine::lint::{Context, Edit, apply};
use vgn_engine::replay::{Resolved, resolve_game};

use super::hand_move::HandMove;
use super::play::{PlayEdit, play};

/// Half-moves of a line at most.
pub const LONGEST_LINE: usize = 64;

/// Plays half-moves one after the other, in UCI or SAN, after a half-move or at the game's beginning. Where the game has
/// the next one already, the line goes on behind it; it ends with the game, whose main line gets nothing that was not
/// played there.
///
/// # Errors
/// The reason as a sentence; nothing of the line is written then.
pub fn play_line(
    text: &str,
    resolved: &Resolved,
    context: &Context<'_>,
    after: Option<usize>,
    wanted: &[String],
) -> Result<PlayEdit, String> {
    if wanted.is_empty() || wanted.len() > LONGEST_LINE {
        return Err(format!("a line has from 1 to {LONGEST_LINE} half-moves"));
    }
    let mut now: Option<(String, Resolved)> = None;
    let mut at = after;
    let mut shown: Option<(Range<u32>, usize)> = None;
    // Where the first new half-move was inserted: the others are inserted into what was inserted before them.
    let mut inserted: Option<u32> = None;
    for half_move in wanted {
        let (text, resolved) = now.as_ref().map_or((text, resolved), |(text, resolved)| (text.as_str(), resolved));
        if at != after && inserted.is_none() && at.is_some_and(|at| ends_the_game(resolved, at)) {
            break;
        }
        let played = play(text, resolved, context, at, HandMove { text: half_move, may_be_illegal: false })?;
        at = Some(played.id);
        if inserted.is_none() {
            shown = Some((played.range, played.id));
        }
        if let Some(edit) = played.edit {
            inserted.get_or_insert(edit.range.start);
            let new = apply(text, std::slice::from_ref(&edit));
            let read = context.whole(&new, resolve_game(&new, context)).ok_or("the game was not read to its end")?;
            now = Some((new, read));
        }
    }
    let (range, id) = shown.ok_or("the line is empty")?;
    let edit = match (now, inserted) {
        (Some((new, _)), Some(at)) => {
            Some(insertion(text, &new, at).ok_or("the line cannot be written as one change")?)
        }
        _ => None,
    };
    Ok(PlayEdit { edit, range, id })
}

/// The half-move is the last one of the main line.
fn ends_the_game(resolved: &Resolved, id: usize) -> bool {
    let last = resolved.moves.iter().rposition(|half_move| half_move.depth == 0);
    last == Some(id)
}

/// The one insertion at a place that makes a text another one.
fn insertion(old: &str, new: &str, at: u32) -> Option<Edit> {
    let (head, tail) = old.split_at_checked(at as usize)?;
    let text = new.strip_prefix(head)?.strip_suffix(tail)?.to_owned();
    Some(Edit { range: at..at, text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{FileKind, Settings};

    /// The game with a line played after the half-move with the text `after`, and the half-move to which it leads.
    fn played(text: &str, after: &str, line: &str) -> (String, String) {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let resolved = resolve_game(text, &context);
        let word = |text: &str, range: &Range<u32>| text[range.start as usize..range.end as usize].to_owned();
        let id = resolved.moves.iter().position(|it| word(text, &it.range) == after);
        assert!(after.is_empty() || id.is_some(), "{after}");
        let wanted: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match play_line(text, &resolved, &context, id, &wanted) {
            Ok(PlayEdit { edit, range, id }) => {
                let new = edit.map_or(text.to_owned(), |edit| apply(text, &[edit]));
                assert_eq!(resolve_game(&new, &context).moves[id].range, range, "{new}");
                let word = word(&new, &range);
                (new, word)
            }
            Err(why) => (why, String::new()),
        }
    }

    #[test]
    fn a_line_becomes_one_variation() {
        for (text, after, line, expected, first) in [
            ("1. e4 e5 2. Nf3 Nc6 *", "e5", "f2f4 e5f4 g1f3", "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 *", "f4"),
            ("1. e4 e5 2. Nf3 *", "e4", "c5 Nf3 d6", "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *", "c5"),
            ("1. e4 e5 *", "e5", "Nf3 Nc6 Bb5", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *", "Nf3"),
            ("1. e4 e5 2. Nf3 Nc6 *", "e4", "e5 Nf3 d6 d4", "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) *", "d6"),
            ("1. e4 e5 2. Nf3 Nc6 *", "", "e4 e5 Nf3", "1. e4 e5 2. Nf3 Nc6 *", "Nf3"),
            ("1. e4 (1. d4 d5) 1... e5 *", "", "d4 Nf6 c4", "1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 *", "Nf6"),
            ("*", "", "e4 e5", "1. e4 e5 *", "e4"),
            ("1. e4 e5 1-0", "", "e4 e5 Nf3 Nc6", "1. e4 e5 1-0", "e5"),
            ("1. e4 (1. d4) 1-0", "", "d4 d5", "1. e4 (1. d4 d5) 1-0", "d5"),
            ("e4 {good} e5 *", "e4", "c5 d4", "e4 {good} e5 (c5 d4) *", "c5"),
            ("1. e4 e5 2. Sf3 *", "e5", "b1c3 g8f6", "1. e4 e5 2. Sf3 (2. Sc3 Sf6) *", "Sc3"),
        ] {
            assert_eq!(played(text, after, line), (expected.to_owned(), first.to_owned()), "{text}");
        }
        let vgn = |moves: &str| format!("[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n{moves}");
        let text = vgn("1. Pe2-e4 1.5 Pe7-e5 2. Ng1-f3 *");
        let line = "1. Pe2-e4 1.5 Pe7-e5 (1. Pd2-d4 1.5 Pd7-d5 2. Pc2-c4) 2. Ng1-f3 *";
        assert_eq!(played(&text, "", "d2d4 d7d5 c2c4"), (vgn(line), "Pd2-d4".to_owned()));
    }

    #[test]
    fn a_line_that_cannot_be_played_is_not_written() {
        let (why, _) = played("1. e4 e5 *", "e5", "Nf3 Ke6");
        assert!(why.starts_with("`Ke6` is not legal here"), "{why}");
        assert_eq!(played("1. e4 *", "", "").0, "a line has from 1 to 64 half-moves");
        let long = "e4 ".repeat(65);
        assert_eq!(played("1. e4 *", "", &long).0, "a line has from 1 to 64 half-moves");
    }
}
