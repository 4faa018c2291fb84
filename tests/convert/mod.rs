//! Conversion between notations and game formats (section F).

mod damage;
mod every_tag;
mod export;
mod fixtures;
mod glyphs;
mod inside_comments;
mod laws;
mod lines;
mod losses;
mod made_games;
mod notes;
mod passing;
mod pgn_and_vgn;
mod portable;
mod python_chess;
mod read_back;
mod real_files;
mod small_games;
pub mod support;
mod variants;
mod variations;
