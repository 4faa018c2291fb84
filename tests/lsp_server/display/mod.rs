//! What an editor shows at its text: colours, folds, hints, hovers.

pub mod board_engine;
pub mod colouring;
pub mod folding;
pub mod highlighting;
pub mod hinting;
pub mod hover;
pub mod links_and_names;
pub mod selecting;
pub mod signing;
