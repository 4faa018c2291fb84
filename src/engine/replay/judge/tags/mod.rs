//! The tags of a game: slips in them, their effect on the game, and the opening that they name.

pub(super) mod eco;
pub(super) mod en_passant;
pub(super) mod faulty_tags;
pub(super) mod faulty_values;
pub(super) mod game_format_fix;
pub(super) mod governing_tags;
pub(super) mod nested_tags;
pub(super) mod opening;
pub(super) mod setup;
pub(super) mod tag_names;
pub(super) mod tag_roster;
pub(super) mod torn_tags;
pub(super) mod undeclared_notation;
pub(super) mod variant;
