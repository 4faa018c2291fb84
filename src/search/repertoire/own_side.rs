//! Whose lines a study has: what its tags, its name and its variations say.

use std::collections::HashMap;

use shakmaty::{Color, Move};

use super::StudyChapter;
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

/// The side whose moves do not branch, or a quarter as often as the other's at most, in all these chapters together.
pub fn of_branches<'c>(chapters: impl IntoIterator<Item = &'c StudyChapter>) -> Option<Color> {
    let mut played: HashMap<SearchKey, Vec<Move>> = HashMap::new();
    let (mut white, mut black) = (0, 0);
    for mv in chapters.into_iter().flat_map(|chapter| &chapter.moves).filter(|mv| !mv.is_dubious) {
        let moves = played.entry(SearchKey::of_bitboards(&mv.before)).or_default();
        if moves.contains(&mv.mv) {
            continue;
        }
        if !moves.is_empty() {
            *mv.color.fold_wb(&mut white, &mut black) += 1;
        }
        moves.push(mv.mv);
    }
    match () {
        () if black > 0 && white * CLEARLY <= black => Some(Color::White),
        () if white > 0 && black * CLEARLY <= white => Some(Color::Black),
        () => None,
    }
}
