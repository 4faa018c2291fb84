//! Suggestions that the next half-move shows to be wrong.

use crate::spec::found::{earns, fixed};

/// The king that captured could not be followed by the queen's move.
#[test]
fn a_move_that_makes_the_next_one_impossible_is_not_suggested() {
    let text = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Ke7 4. Qxe5+ Kd6 *";
    earns(text, &["illegal-move `Ke7`"]);
    assert!(fixed(text, "illegal-move").is_empty());
}
