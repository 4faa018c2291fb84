//! One game judged from the grammar's events, without a tree.

use super::judge::Judge;
use super::{Diagnostic, FileKind, Settings};
use crate::notation::languages::Language;
use crate::syntax::{MoveShape, parse};

/// What a game is judged by, besides its text.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub settings: &'a Settings,
    pub kind: FileKind,
    /// Fill [`Diagnostic::fixes`]; without, they stay empty and no time is spent on them.
    pub fixes: bool,
}

/// What was found in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameReport {
    /// In the order of their ranges.
    pub diagnostics: Vec<Diagnostic>,
    /// How many more there would have been: a game has 10,000 diagnostics at most.
    pub left_out: u32,
    /// Half-moves of the main line and all variations, whether they could be read or not.
    pub half_moves: u32,
    /// Half-moves of the main line.
    pub main_line_half_moves: u32,
    /// There are tags or moves; the end of a file that has only comments and white space is no game (rule A2).
    pub is_game: bool,
}

/// Judges the text of one game, as [`crate::syntax::games::next_game`] cut it. Never fails, whatever the text is.
pub fn check_game(text: &str, context: &Context<'_>) -> GameReport {
    judge(text, context, false).into_report()
}

/// Runs the judge over the text; a game whose piece letters are not English is judged again in its language.
pub(super) fn judge<'a>(text: &'a str, context: &'a Context<'a>, keep: bool) -> Judge<'a> {
    let judge = run(text, context, keep, None);
    let candidates = judge.languages();
    let tried = candidates.into_iter().map(|language| run(text, context, keep, Some(language)));
    tried.min_by_key(Judge::unread_moves).filter(|other| other.unread_moves() < judge.unread_moves()).unwrap_or(judge)
}

fn run<'a>(text: &'a str, context: &'a Context<'a>, keep: bool, language: Option<&'static Language>) -> Judge<'a> {
    let mut judge = Judge::new(text, context, keep, language);
    parse(text, &shape_of, &mut judge);
    judge
}

/// What half-moves look like in the format that a `MoveFormat` value names (rules B4 and B5).
pub fn shape_of(value: &str) -> MoveShape {
    use crate::notation::{Medium, Says, find};
    let name = value.split_once(':').map_or(value, |(name, _)| name);
    match find(name) {
        None => MoveShape::Unknown,
        Some(notation) => match (notation.medium, notation.says) {
            (Medium::Binary, _) => MoveShape::Binary,
            (Medium::Text, Says::Moves) => MoveShape::Word,
            (Medium::Text, Says::Boards) => MoveShape::Board { clocks: notation.name == "FEN" },
        },
    }
}
