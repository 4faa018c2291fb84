//! One game of a file, and what is known about it.

use std::sync::OnceLock;

use crate::analysis::{Context, GameReport, check_game};

/// One game. It knows no place, so that all versions of a file that hold the same game can share it.
#[derive(Debug, Default)]
pub struct GameSlot {
    is_game: bool,
    binary: Option<usize>,
    report: OnceLock<GameReport>,
}

impl GameSlot {
    pub(super) fn new(is_game: bool, binary: Option<usize>) -> GameSlot {
        GameSlot { is_game, binary, report: OnceLock::new() }
    }

    /// It holds tags or moves; the rest of a file that has only comments and white space holds none (rule A2).
    pub fn is_game(&self) -> bool {
        self.is_game
    }

    /// Where in the game its binary move section begins, if it has one; it runs to the game's end.
    pub fn binary(&self) -> Option<usize> {
        self.binary
    }

    /// What was found in the game; judges it if no one has yet. `text` is the game's own text, and the context must be
    /// the same for all games of a file.
    pub fn report(&self, text: &str, context: &Context<'_>) -> &GameReport {
        self.report.get_or_init(|| check_game(text, context))
    }

    /// What was found, if the game has been judged.
    pub fn analysed(&self) -> Option<&GameReport> {
        self.report.get()
    }

    /// The game has been judged.
    pub fn is_analysed(&self) -> bool {
        self.analysed().is_some()
    }
}
