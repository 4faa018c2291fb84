//! Games around a place, found without those before it.
//!
//! Where a game begins is known when the game before it has been scanned, and so in a text that nobody has scanned yet
//! only of the first. But there are places that bring every scan into the same state, whatever it came from: the tag
//! `Event` of a second likely start (see `syntax::probable_starts`), where no `MoveFormat` stands between the two. For
//! there the scan ends a game with moves, one with an `Event` of its own, a comment with text in it, a tag, and what an
//! editor has made of a binary section; and whatever else it goes on with has tags alone, and no format, as a game that
//! begins there has. So where the game with this tag ends, and each after it, is certain.

use std::ops::Range;

use super::scan::{Found, Scan};
use super::{Bound, NARROW, Text};
use crate::syntax::next_probable_start;

/// How far before a place a likely start is looked for: if there is none, farther, and then not at all.
const BACK: [usize; 3] = [1 << 14, 1 << 17, 1 << 20];
/// The most bytes that games found so take, but for the last.
const FARTHEST: usize = 1 << 20;

/// A game of which nothing is known but its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// In bytes of the text.
    pub range: Range<usize>,
    /// It holds tags or moves (rule A2).
    pub is_game: bool,
    /// Where in the game its binary move section begins, if it has one.
    pub binary: Option<usize>,
}

impl From<Found> for GamePlace {
    fn from(found: Found) -> GamePlace {
        GamePlace { range: found.range, is_game: found.is_game, binary: found.binary }
    }
}

/// The games from the one that holds the byte at `wanted.start` to the last that begins no later than `wanted.end`: the
/// same as a scan of the whole text finds. `None` if that cannot be told from the text around.
pub fn games_near(text: &(impl Text + ?Sized), wanted: Range<usize>) -> Option<Vec<GamePlace>> {
    BACK.iter().find_map(|back| games_after(text, wanted.clone(), *back))
}

/// As [`games_near`], from so far before.
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
                // It may begin elsewhere.
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

/// The first likely start in a window whose `Event` every scan passes in the same state.
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
    fn games_are_found_without_those_before() {
        let text: String = (0..20_000).map(game).collect();
        for place in [0, 1, 500, text.len() / 2, text.len() - 60, text.len() - 1, text.len()] {
            for wanted in [place..place, place..place + 200, place.saturating_sub(1)..place] {
                let found = games_near(text.as_str(), wanted.clone());
                assert_eq!(found.expect("it is a plain file"), fresh(&text, &wanted), "{wanted:?}");
            }
        }
    }

    #[test]
    fn what_only_looks_like_games_is_not_taken_for_them() {
        // Two games without their end are one, and a format holds for the tags behind it.
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
    fn where_nothing_is_certain_nothing_is_said() {
        let moves = "1. e4 e5 ".repeat(400_000);
        let text = format!("{}{moves}*\n", game(0));
        assert_eq!(games_near(text.as_str(), 2_000_000..2_000_000), None);
        // The first game is known from the text's beginning.
        assert_eq!(games_near(text.as_str(), 3..3).map(|games| games.len()), Some(1));
    }
}
