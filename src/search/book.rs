//! The positions of the table of openings, by any move order.

use std::collections::HashSet;
use std::sync::LazyLock;

use vgn_engine::lint::FileKind;
use vgn_engine::openings::openings;

use crate::index::IndexedGames;
use crate::{GameWalker, SearchKey};

/// Whether a line of lichess's table of openings reaches the position, at its end or on the way.
pub fn is_in_book(key: SearchKey) -> bool {
    static TABLE: LazyLock<HashSet<SearchKey>> = LazyLock::new(|| {
        let (mut walker, mut walked) = (GameWalker::new(FileKind::Pgn), IndexedGames::default());
        let mut all: HashSet<SearchKey> = HashSet::new();
        for opening in openings() {
            walker.game(opening.line.as_bytes(), 0, true, &mut walked);
        }
        all.extend(walked.played().into_iter().map(|(key, _)| key));
        all
    });
    TABLE.contains(&key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SoughtPosition;

    #[test]
    fn a_line_is_in_the_book_as_far_as_a_named_one_goes() {
        let is_in = |moves: &str| is_in_book(SoughtPosition::after_moves(moves).expect("a position").key());
        for moves in ["1. e4", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", "1. Nf3 Nc6 2. e4 e5 3. Bb5"] {
            assert!(is_in(moves), "{moves}");
        }
        for moves in ["1. e4 e5 2. Ke2 Ke7 3. Ke3", "1. h3 a6 2. a3 h6"] {
            assert!(!is_in(moves), "{moves}");
        }
    }
}
