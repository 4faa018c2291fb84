//! Methods that are not part of the protocol.

pub mod board_game;
pub mod board_game_ref;
pub mod board_legal;
pub mod board_undo;
pub mod board_write;
pub mod cursor;
pub mod curve;
pub mod custom_methods;
pub mod decoded;
pub mod explore;
pub mod file_as;
pub mod find;
pub mod findings;
pub mod game_as;
pub mod move_item;
pub mod step;
