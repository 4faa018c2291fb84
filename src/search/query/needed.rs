//! Positions that a game must reach for a condition to hold in it, by which an index finds candidates.

use super::board_terms::BoardTest;
use super::{BoardExpression, Expression, Query};
use crate::SearchKey;

impl Query {
    /// Keys of positions, at least one of which is on the main line of every game in which the condition holds. `None`
    /// if no positions are known of which that is true.
    pub fn needed_positions(&self) -> Option<Vec<SearchKey>> {
        let mut keys = self.needed(&self.root)?;
        keys.sort_unstable();
        keys.dedup();
        Some(keys)
    }

    fn needed(&self, expression: &Expression) -> Option<Vec<SearchKey>> {
        match expression {
            // Every window needs a board at least.
            Expression::Boards(at) => needed_on_board(&self.windows.get(*at)?.test),
            Expression::And(parts) => parts.iter().find_map(|part| self.needed(part)),
            Expression::Or(parts) => all(parts.iter().map(|part| self.needed(part))),
            Expression::Game(_) | Expression::Not(_) => None,
        }
    }
}

fn needed_on_board(expression: &BoardExpression) -> Option<Vec<SearchKey>> {
    match expression {
        BoardExpression::Test(BoardTest::Position(sought)) => sought.keys(),
        BoardExpression::And(parts) => parts.iter().find_map(needed_on_board),
        BoardExpression::Or(parts) => all(parts.iter().map(needed_on_board)),
        BoardExpression::Test(_) | BoardExpression::Not(_) => None,
    }
}

fn all(parts: impl Iterator<Item = Option<Vec<SearchKey>>>) -> Option<Vec<SearchKey>> {
    parts.collect::<Option<Vec<_>>>().map(|parts| parts.concat())
}
