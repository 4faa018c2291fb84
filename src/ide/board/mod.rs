//! The board of a game beside its text: what it shows, and what it writes into the game.

pub mod annotate;
pub mod blank_lines;
pub mod colours;
pub mod comments;
pub mod curve;
pub mod engine_question;
pub mod game;
pub mod hand_move;
pub mod image;
pub mod moves;
pub mod notes;
pub mod owners;
pub mod play;
pub mod play_line;
mod play_writer;
pub mod text;
pub mod typed_move;
pub mod words;
