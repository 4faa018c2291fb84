//! The games around an offset, found without a scan of the text before them.
//!
//! The start of a game follows from the scan of the game before it, so in a text that has not been scanned only the
//! first start is known. But some places bring every scan into the same state, whatever precedes them: the `Event` tag
//! of the second of two probable starts (see `syntax::probable_starts`) that have no `MoveFormat` between them. At that
//! tag the scan ends a game with moves, a game with an `Event` tag of its own, a comment with text in it, a tag, and an
//! editor's text of a binary section. Any other game that it continues has tags alone and no format, like a game that
//! begins there. So the end of the game with this tag, and of each game after it, is certain.

use std::ops::Range;

use super::scan::{Scan, ScannedGame};
use super::{Bound, NARROW, Text};
use crate::syntax::next_probable_start;

/// Distances before an offset, in bytes, within which a probable start is searched, one after the other.
const BACK: [usize; 3] = [1 << 14, 1 << 17, 1 << 20];
/// Maximum total length of the games found this way, in bytes, not counting the last one.
const FARTHEST: usize = 1 << 20;

/// Place and kind of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// In bytes of the text.
    pub range: Range<usize>,
    /// Whether it holds tags or moves (rule A2).
    pub is_game: bool,
    /// Start of the game's binary move section in bytes of the game, if any.
    pub binary: Option<usize>,
}

impl From<ScannedGame> for GamePlace {
    fn from(found: ScannedGame) -> GamePlace {
        GamePlace { range: found.range, is_game: found.is_game, binary: found.binary }
    }
}

/// The games from the one that contains the byte at `wanted.start` to the last one that begins at or before
/// `wanted.end`, as a scan of the whole text finds them. `None` if the surrounding text does not determine them.
pub fn games_near(text: &(impl Text + ?Sized), wanted: Range<usize>) -> Option<Vec<GamePlace>> {
    BACK.iter().find_map(|back| games_after(text, wanted.clone(), *back))
}

/// Same as [`games_near`], with a search from `back` bytes before the place.
pub(super) fn games_after(text: &(impl Text + ?Sized), wanted: Range<usize>, back: usize) -> Option<Vec<GamePlace>> {
    let place = text.floor_char_boundary(wanted.start);
    let start = text.floor_char_boundary(place.saturating_sub(back));
    let window = text.slice(start..place);
    let (start, mut is_certain) = match start {
        0 => (0, true),
        _ => (start + second_start(window.as_bytes())?, false),
    };
    let farthest = back.max(wanted.end.saturating_sub(start)).saturating_add(FARTHEST);
    let mut scan = Scan::new(text, start, NARROW, Bound::bytes(farthest));
    let mut games = Vec::new();
    while let Some(found) = scan.next().ok()? {
        let end = found.range.end;
        if end > wanted.start {
            if !is_certain {
                // The game may begin elsewhere.
                return None;
            }
            games.push(GamePlace::from(found));
        }
        if end > wanted.end {
            break;
        }
        is_certain = true;
    }
    Some(games)
}

/// The first probable start in a window at which every scan is in the same state.
fn second_start(window: &[u8]) -> Option<usize> {
    let mut first = next_probable_start(window, 0)?;
    loop {
        let second = next_probable_start(window, first + 1)?;
        if memchr::memmem::find(&window[first..second], b"MoveFormat").is_none() {
            return Some(second);
        }
        first = second;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::File;

    fn fresh(text: &str, wanted: &Range<usize>) -> Vec<GamePlace> {
        let file: File = File::new(text);
        let games = file.from(wanted.start).take_while(|game| game.range().start <= wanted.end);
        games.map(|game| GamePlace { range: game.range(), is_game: game.is_game(), binary: game.binary() }).collect()
    }

    fn game(event: usize) -> String {
        format!("[Event \"{event}\"]\n[White \"é\"]\n\n1. e4 {{x}} e5 1-0\n\n")
    }

    #[test]
    fn games_are_found_without_a_scan_of_the_games_before() {
        let text: String = (0..20_000).map(game).collect();
        for place in [0, 1, 500, text.len() / 2, text.len() - 60, text.len() - 1, text.len()] {
            for wanted in [place..place, place..place + 200, place.saturating_sub(1)..place] {
                let found = games_near(text.as_str(), wanted.clone());
                assert_eq!(found.expect("it is a plain file"), fresh(&text, &wanted), "{wanted:?}");
            }
        }
    }

    #[test]
    fn text_that_only_resembles_games_is_not_taken_for_games() {
        // Two games without an end are one, and a format applies to the tags after it.
        for before in ["{[Event \"a\"]", "[MoveFormat \"BCCF\"]", "[MoveFormat \"x\"]\n; ", "(", "[A \"b", "%"] {
            let text = format!("{before}{}", (0..6).map(game).collect::<String>());
            for place in 0..text.len() {
                if let Some(found) = games_after(text.as_str(), place..place, 150) {
                    assert_eq!(found, fresh(&text, &(place..place)), "{before} {place}");
                }
            }
        }
    }

    #[test]
    fn uncertain_games_are_not_returned() {
        let moves = "1. e4 e5 ".repeat(400_000);
        let text = format!("{}{moves}*\n", game(0));
        assert_eq!(games_near(text.as_str(), 2_000_000..2_000_000), None);
        // The first game is known from the text's beginning.
        assert_eq!(games_near(text.as_str(), 3..3).map(|games| games.len()), Some(1));
    }
}
