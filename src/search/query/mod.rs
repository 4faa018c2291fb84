//! Conditions on games: a small language, and games told by it.
//!
//! [`lexer`] cuts a condition into words, [`parse`] reads them by the tables of [`game_terms`] and [`board_terms`].
//! Terms of boards hold over a [`window`] of the main line. [`evaluate`] tells while a game is walked whether the
//! condition holds, and where; [`needed`] finds positions without which it does not.

mod board_terms;
mod dates;
mod evaluate;
mod game_terms;
mod images;
mod lexer;
mod needed;
mod needle;
mod parse;
mod pattern;
mod positions;
mod record;
mod spans;
mod swings;
#[cfg(test)]
mod tests;
mod window;

use std::ops::Range;

pub use evaluate::{GameHit, HitMove, QueryRun};

use board_terms::BoardTest;
use game_terms::GameTerm;
use window::Window;

/// A condition on a game.
#[derive(Clone, Debug)]
pub struct Query {
    root: Expression,
    /// The conditions on boards; [`Expression::Boards`] has an index here.
    windows: Vec<BoardCondition>,
}

#[derive(Clone, Debug)]
enum Expression {
    Game(GameTerm),
    Boards(usize),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Not(Box<Expression>),
}

/// What must hold on boards of the main line, and on how many.
#[derive(Clone, Debug)]
struct BoardCondition {
    test: BoardExpression,
    window: Window,
}

/// What must hold on one board.
#[derive(Clone, Debug)]
enum BoardExpression {
    Test(BoardTest),
    And(Vec<BoardExpression>),
    Or(Vec<BoardExpression>),
    Not(Box<BoardExpression>),
}

/// Why a condition cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// The word in question, in bytes of the condition; empty at its end.
    pub range: Range<usize>,
    /// What is wrong and what was expected, in a sentence without the place.
    pub message: String,
}

impl Query {
    /// Reads a condition.
    ///
    /// # Errors
    ///
    /// If it is not one: the place, and what was expected there.
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        parse::query(text)
    }
}

impl std::fmt::Display for QueryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for QueryError {}
