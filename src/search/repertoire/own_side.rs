//! Whose lines a study has: what its tags, its name and its variations say.

use std::collections::HashMap;

use shakmaty::{Color, Move};

use crate::SearchKey;

/// Whose lines a study has.
pub type StudySide = Color;

/// How it was told whose lines a study has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideReason {
    /// The user has said so.
    Option,
    /// The tag `Orientation` of each chapter.
    Orientation,
    /// The name of the file has the word `white` or `black`.
    FileName,
    /// The moves of this side branch not at all, or hardly.
    Branches,
}

/// How many times as often as the own side the other one has to branch.
const CLEARLY: usize = 4;

/// The side that a word names.
pub fn color_of(word: &str) -> Option<Color> {
    match word.trim().to_ascii_lowercase().as_str() {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// The side that the name of a file names, if it names one alone.
pub fn of_name(name: &str) -> Option<Color> {
    let mut colors = name.split(|letter: char| !letter.is_alphanumeric()).filter_map(color_of);
    let first = colors.next()?;
    colors.all(|color| color == first).then_some(first)
}

/// The side whose moves do not branch, or a quarter as often as the other's at most, in all these half-moves, each with
/// the position before it.
pub fn of_branches(moves: impl IntoIterator<Item = (SearchKey, Move, Color)>) -> Option<Color> {
    let mut known: HashMap<SearchKey, Vec<Move>> = HashMap::new();
    let (mut white, mut black) = (0, 0);
    for (key, mv, color) in moves {
        let moves = known.entry(key).or_default();
        if moves.contains(&mv) {
            continue;
        }
        if !moves.is_empty() {
            *color.fold_wb(&mut white, &mut black) += 1;
        }
        moves.push(mv);
    }
    match () {
        () if black > 0 && white * CLEARLY <= black => Some(Color::White),
        () if white > 0 && black * CLEARLY <= white => Some(Color::Black),
        () => None,
    }
}

/// Whose lines each chapter of a file has, and how that was told; `None` if it cannot be. `chosen`: what the user has
/// said; `stem`: the name of the file; `branches`: what the moves of the chapters without orientation tell.
pub fn of_chapters(
    orientations: impl IntoIterator<Item = Option<StudySide>>,
    chosen: Option<StudySide>,
    stem: Option<&str>,
    branches: impl FnOnce() -> Option<StudySide>,
) -> Vec<Option<(StudySide, SideReason)>> {
    let of_file = match (chosen, stem.and_then(of_name)) {
        (Some(color), _) => Some((color, SideReason::Option)),
        (None, Some(color)) => Some((color, SideReason::FileName)),
        (None, None) => None,
    };
    let of_rest = of_file.or_else(|| Some((branches()?, SideReason::Branches)));
    let sides = orientations.into_iter().map(|orientation| match (orientation, chosen) {
        (Some(color), None) => Some((color, SideReason::Orientation)),
        _ => of_rest,
    });
    sides.collect()
}
