//! Conversion between notations and game formats (section F).

mod any_text;
mod export;
mod fixtures;
mod laws;
mod lines;
mod losses;
mod made_games;
mod notes;
mod passing;
#[allow(dead_code, reason = "the law by itself is for the fuzzer")]
#[path = "../../fuzz/laws/passing.rs"]
mod passing_law;
mod passing_made;
mod pgn_and_vgn;
mod python_chess;
#[path = "../support/lines.rs"]
mod resolved_lines;
mod support;
mod variants;
mod variations;
