//! Three versions of a file of games, merged: what one side has changed is taken, and only what both have changed
//! differently is a conflict.
//!
//! Knows: `syntax`, `source`, `lint`, `replay`, `binary`. Never knows: files, git, the command line.
//!
//! [`merge`] finds the games of the common ancestor again in both sides (`matching`), takes each game that only one side
//! has changed as it is, and merges a game that both have changed as a tree of tags, half-moves, comments, NAGs and
//! variations (`tree`, `parts`, `lines`). Every merged game is read again to prove that it holds what both sides say
//! (`game`). A game without proof is merged line by line, as git does it.
//!
//! [`add_diff_text`] makes the text in which two versions are compared.
//!
//! Invariants: with two equal versions the result is the third one, byte for byte. What is in no conflict and changed on
//! one side alone has that side's bytes.

mod align;
mod diff_text;
mod file;
mod game;
mod lines;
mod matching;
mod parts;
#[cfg(test)]
mod tests;
mod tree;
mod writing;

pub use diff_text::add_diff_text;
pub use file::{MergedFile, merge};
