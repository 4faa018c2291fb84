//! Conversion between notations and game formats (section F).

mod any_text;
mod contradictions;
mod damaged;
mod damaged_exports;
mod damaged_tags;
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
mod passing_made;
mod passing_sections;
mod passing_variants;
mod pgn_and_vgn;
mod python_chess;
mod real_files;
mod signs_anywhere;
mod small_games;
pub mod support;
mod variants;
mod variations;
